package solve

import (
	"context"
	"fmt"
	"math"

	"epaminondas/game"
)

// Share is the share of positions that a player threw away.
type Share struct {
	Positions int     `json:"positions"`
	Mistakes  int     `json:"mistakes"`
	Rate      float64 `json:"rate"` // Mistakes / Positions, 0 if there are none
	Low       float64 `json:"low"`  // 95% confidence interval of Rate
	High      float64 `json:"high"`
}

// NewShare returns a share with its interval by Wilson ("Probable inference, the law of succession,
// and statistical inference", JASA 22, 1927). The interval stays in [0, 1] and is valid for rates
// near 0.
func NewShare(positions, mistakes int) Share {
	s := Share{Positions: positions, Mistakes: mistakes, High: 1}
	if positions == 0 {
		return s
	}
	const z = 1.959964 // 97.5% quantile of the normal distribution
	n := float64(positions)
	s.Rate = float64(mistakes) / n
	centre := (s.Rate + z*z/(2*n)) / (1 + z*z/n)
	spread := z / (1 + z*z/n) * math.Sqrt(s.Rate*(1-s.Rate)/n+z*z/(4*n*n))
	s.Low, s.High = max(0, centre-spread), min(1, centre+spread)
	return s
}

// MistakeCounts is a player's result on positions with known values.
type MistakeCounts struct {
	All   Share `json:"all"`
	Won   Share `json:"won"`   // positions won for the side to move
	Drawn Share `json:"drawn"` // positions drawn
}

// Mistakes asks choose for a move in each position and counts the moves that throw the value away,
// in the sense of [Table.Throws]. Lost positions do not count, since no move can throw them away.
// [Table.Sample] returns suitable positions. Mistakes returns an error if t does not hold a
// position, if choose fails, or if ctx is done.
func Mistakes(ctx context.Context, t *Table, positions []game.State,
	choose func(*game.State) (game.Move, error)) (MistakeCounts, error) {
	var asked, thrown [2]int // by value: Draw, Win
	for i := range positions {
		if err := ctx.Err(); err != nil {
			return MistakeCounts{}, fmt.Errorf("solve: count mistakes: %w", err)
		}
		s := &positions[i]
		value, err := t.Value(s)
		if err != nil {
			return MistakeCounts{}, err
		}
		if value == Loss {
			continue
		}
		m, err := choose(s)
		if err != nil {
			return MistakeCounts{}, fmt.Errorf("solve: count mistakes: choose a move in %q: %w", s, err)
		}
		if !s.Legal(m) {
			return MistakeCounts{}, fmt.Errorf("solve: count mistakes: the move %v %v %d in %q is not legal",
				m.Rear(), m.Direction(), m.Distance(), s)
		}
		asked[value]++
		if t.Throws(s, m) {
			thrown[value]++
		}
	}
	return MistakeCounts{
		All:   NewShare(asked[Draw]+asked[Win], thrown[Draw]+thrown[Win]),
		Won:   NewShare(asked[Win], thrown[Win]),
		Drawn: NewShare(asked[Draw], thrown[Draw]),
	}, nil
}
