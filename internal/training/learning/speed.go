package learning

import (
	"context"
	"errors"
	"slices"
	"time"

	"epaminondas/internal/engine/backend"
)

// atATime is the number of positions that a network evaluates before the turn of the next network.
const atATime = 32

// Speeds returns the number of evaluations a second of each network, one position at a time on this
// goroutine. The networks take turns with the same positions, until each has worked for the given
// time of the clock. The median turn counts, so an interruption has no effect.
func (b *HeldOutSet) Speeds(ctx context.Context, networks []*backend.Backend, now func() time.Duration,
	enough time.Duration) (rates []float64, failed error) {
	scorers := make([]scorer, len(networks))
	for i, n := range networks {
		evaluator, err := n.OpenPredictor(ctx, b.board)
		if err != nil {
			return nil, err
		}
		defer func() { failed = errors.Join(failed, evaluator.Close()) }()
		scorers[i] = scorer{bench: b, evaluator: evaluator}
	}
	var all []*position
	for _, game := range b.games {
		for i := range game {
			all = append(all, &game[i])
		}
	}
	turns, spent := make([][]time.Duration, len(networks)), make([]time.Duration, len(networks))
	for first := 0; slices.Min(spent) < enough; first += atATime {
		for i := range scorers {
			began := now()
			for at := first; at < first+atATime; at++ {
				if err := scorers[i].evaluate(ctx, all[at%len(all)]); err != nil {
					return nil, err
				}
			}
			took := now() - began
			turns[i], spent[i] = append(turns[i], took), spent[i]+took
		}
	}
	rates = make([]float64, len(networks))
	for i := range rates {
		slices.Sort(turns[i])
		rates[i] = atATime / turns[i][len(turns[i])/2].Seconds()
	}
	return rates, nil
}

// evaluate evaluates a position.
func (s *scorer) evaluate(ctx context.Context, p *position) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.prior = append(s.prior[:0], p.policy...) // only sets the length; evaluation overwrites it
	_, err := s.evaluator.Evaluate(&p.state, p.moves, s.prior)
	return err
}
