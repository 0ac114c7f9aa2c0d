package api

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
)

// opener opens an engine for one answer, so that the service keeps nothing between calls and an
// answer depends on the request alone.
type opener func(ctx context.Context, b *game.Board, m memory) (engine.Engine, error)

// memory bounds the memory of an engine.
type memory struct{ treeMiB, tableMiB int }

// analysisMemory returns the memory of an analysis or a review.
func analysisMemory() memory { return memory{treeMiB: 256, tableMiB: 32} }

// openNetwork returns an opener of engines that search with a network, and the network's predictions of
// occupations.
func openNetwork(n Network, device backend.Device) (opener, occupier, error) {
	search, err := mcts.Play().Tuned(n.Weights.Search)
	if err != nil {
		return nil, nil, err
	}
	network, err := backend.Open(n.Weights, backend.Options{Device: device})
	if err != nil {
		return nil, nil, err
	}
	open := func(ctx context.Context, b *game.Board, m memory) (engine.Engine, error) {
		cfg := search
		cfg.MemoryMiB = m.treeMiB
		return treesearch.Open(ctx, network, b, cfg, 1)
	}
	return open, network.Occupation, nil
}

// openClassical opens the classical engine.
func openClassical(_ context.Context, b *game.Board, m memory) (engine.Engine, error) {
	return alphabeta.Open(b, alphabeta.DefaultWeights(b.Rules()), m.tableMiB)
}

// openLines returns a function that opens the classical engine with a learned evaluation.
func openLines(rules game.Rules, file []byte) (opener, error) {
	board, err := game.NewBoard(rules)
	if err != nil {
		return nil, err
	}
	evaluation, err := lines.Read(file, board)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, b *game.Board, m memory) (engine.Engine, error) {
		e, err := evaluation.On(b)
		if err != nil {
			return nil, err
		}
		return alphabeta.OpenLines(e, m.tableMiB)
	}, nil
}

// choose lets a player choose a move at a level.
func (e opponent) choose(ctx context.Context, s *game.State, l engine.Level, seed uint64) (
	engine.LevelChoice, error) {
	by, err := e.open(ctx, s.Board(), memory{treeMiB: mcts.Play().MemoryMiB, tableMiB: l.TableMiB()})
	if err != nil {
		return engine.LevelChoice{}, err
	}
	defer by.Close()
	return l.Choose(ctx, by, s, seed)
}

// effort returns the nodes of a player's move at a level: positions, or simulations of a network.
func (e opponent) effort(l engine.Level) int {
	positions, simulations := l.Nodes()
	if e.kind == networkKind {
		return simulations
	}
	return positions
}

// reportTime is the time between two reports of a tree search. Five reports a second are enough.
const reportTime = 200 * time.Millisecond

// search searches a position as an analysis does. It begins a new tree, but keeps tables of earlier
// positions. It passes every result to tell, the last one exactly once.
func search(ctx context.Context, by engine.Engine, s *game.State, l engine.Limit,
	tell func(*engine.Result) error) error {
	tree := by.Attributes().Tree
	if tree {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := by.NewGame(ctx, 0); err != nil {
			return err
		}
	}
	if l.Nodes == 0 || l.Time > 0 { // else the result must not depend on the clock
		l.Pace = reportTime
	}
	told := -1 // nodes of the last report
	report := func(r *engine.Result) error {
		told = r.Nodes
		if tree {
			r.Lines = known(r.Lines)
		}
		r.Lines = r.Lines[:min(l.Lines, len(r.Lines))]
		return tell(r)
	}
	r, err := by.Search(ctx, engine.At(s), l, report)
	if err != nil || r.Nodes == told && !tree {
		return err
	}
	return report(r)
}

// known returns the lines that a tree search tried or proved, and always the first.
func known(lines []engine.Line) []engine.Line {
	list := lines[:1:1]
	for _, l := range lines[1:] {
		if l.Visits > 0 || l.Proof != engine.Unknown {
			list = append(list, l)
		}
	}
	return list
}

// policyOf returns the mean of an engine's policies for a position and its mirror image, or nil if the
// engine has no policy. The game is symmetric, but a network is only nearly symmetric.
func policyOf(by engine.Engine, s *game.State, moves []game.Move) ([]float32, error) {
	if !by.Attributes().Policy {
		return nil, nil
	}
	policy, mirrored := make([]float32, len(moves)), make([]float32, len(moves))
	if _, err := by.Evaluate(s, moves, policy); err != nil {
		return nil, err
	}
	reflected := make([]game.Move, len(moves))
	for i, m := range moves {
		reflected[i] = s.Board().MirrorMove(m)
	}
	m := s.Mirror()
	if _, err := by.Evaluate(&m, reflected, mirrored); err != nil {
		return nil, err
	}
	for i := range policy {
		policy[i] = (policy[i] + mirrored[i]) / 2
	}
	return policy, nil
}
