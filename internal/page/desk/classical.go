package desk

import (
	"cmp"
	"context"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/level"
)

// classical is the engine that searches by alpha-beta.
type classical struct{}

func (classical) choose(ctx context.Context, s *game.State, l level.Level,
	seed uint64) (level.Choice, error) {
	return l.Classical(ctx, s, alphabeta.DefaultWeights(s.Board().Rules()), seed)
}

func (classical) policy(*game.State, []game.Move) ([]float32, error) { return nil, nil }

func (classical) effort(l level.Level) int {
	positions, _ := l.Nodes()
	return positions
}

// analysisTableMiB is the size of an analysis's transposition table.
const analysisTableMiB = 32

func (classical) analyst(b *game.Board) (analyst, error) {
	search, err := alphabeta.New(b, alphabeta.DefaultWeights(b.Rules()), analysisTableMiB)
	return classicalAnalyst{search}, err
}

// classicalAnalyst keeps its transposition table from one position to the next.
type classicalAnalyst struct{ search *alphabeta.Search }

func (a classicalAnalyst) analyse(ctx context.Context, s *game.State, limit limit,
	tell func(*findings) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var refused error
	last := -1 // nodes of the last reported result
	r, err := a.search.Run(ctx, s, alphabeta.Limit{Nodes: limit.nodes, Time: limit.time}, limit.lines,
		func(r *alphabeta.Result) {
			if refused != nil {
				return
			}
			last = r.Nodes
			if refused = tell(findingsOf(r)); refused != nil {
				cancel(refused)
			}
		})
	if err != nil || refused != nil || r.Nodes == last {
		return cmp.Or(err, refused)
	}
	return tell(findingsOf(r))
}

// findingsOf returns the result of a search as findings.
func findingsOf(r *alphabeta.Result) *findings {
	f := &findings{value: r.Lines[0].Value, nodes: r.Nodes, depth: r.Depth, lines: make([]line, len(r.Lines))}
	for i, l := range r.Lines {
		f.lines[i] = line{move: l.Move, value: l.Value, variation: l.Variation}
		if l.Proven {
			f.lines[i].proof, f.lines[i].plies = proofOf(l.Value), l.Plies
		}
	}
	f.proof = f.lines[0].proof
	return f
}

// proofOf returns the proof that an exact value gives.
func proofOf(value float32) proof {
	switch {
	case value > 0:
		return "win"
	case value < 0:
		return "loss"
	}
	return "draw"
}
