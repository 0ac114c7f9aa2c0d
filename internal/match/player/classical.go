package player

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/clock"
)

// classical plays the moves of the alpha-beta search.
type classical struct {
	name    string
	limit   searchLimit
	search  *alphabeta.Search
	manager clock.Manager // in games with a clock
}

// alphabetaKind returns the kind of the classical engine.
func alphabetaKind() kind {
	weights := option{
		key: "weights", value: "FILE", about: "file of evaluation weights, from arena tune",
		set: func(s *Spec, key, value string) error {
			if s.file = value; value == "" {
				return wrong(key, value, errors.New("want a file"))
			}
			return nil
		},
	}
	return kind{
		name: "alphabeta", about: "classical search with an evaluation",
		limit: limit{nodes: 20_000}, limits: limitsBy("nodes", "depth", "time"),
		options: []option{levelOption(), weights},
		ready: func(s Spec, b *game.Board, own searchLimit) (Contestant, error) {
			if own.limit.level > 0 {
				return classicalAtLevel(s.text, b, s.file, own.limit.level)
			}
			return classicalContestant(s.text, b, s.file, own)
		},
	}
}

// classicalContestant makes players that search with alpha-beta. They use the weights of a file or,
// without one, the default weights.
func classicalContestant(name string, b *game.Board, file string, limit searchLimit) (Contestant, error) {
	weights := alphabeta.DefaultWeights(b.Rules())
	if file != "" {
		var err error
		if weights, err = alphabeta.LoadWeights(file); err != nil {
			return Contestant{}, fmt.Errorf("player %q: %w", name, err)
		}
	}
	return Contestant{Name: name, New: func(context.Context) (Player, error) {
		search, err := alphabeta.New(b, weights, alphabeta.DefaultTableMiB)
		if err != nil {
			return nil, fmt.Errorf("player: make %s: %w", name, err)
		}
		return &classical{name: name, limit: limit, search: search}, nil
	}}, nil
}

func (p *classical) Name() string { return p.name }
func (p *classical) Close() error { return nil }

// NewGame implements [Player]. The player draws no random numbers, so it needs no seed.
func (p *classical) NewGame(context.Context, uint64) error {
	p.search.Reset()
	p.manager.Reset()
	return nil
}

func (p *classical) Choose(ctx context.Context, t Turn) (Choice, error) {
	l := p.limit.of(t)
	within := alphabeta.Limit{Nodes: l.nodes, Depth: l.depth, Time: clock.Within(l.time, l.clock.Hard)}
	ctx, iterated, stop := p.manager.Deepening(ctx, t.State, l.clock)
	defer stop()
	r, err := p.search.Run(ctx, t.State, within, 1,
		func(r *alphabeta.Result) { iterated(r.Lines[0].Move, r.Lines[0].Value) })
	if err != nil {
		return Choice{}, fmt.Errorf("player: %s searches: %w", p.name, err)
	}
	best := r.Lines[0]
	return Choice{Move: best.Move, Value: best.Value, Judged: true, Nodes: r.Nodes}, nil
}
