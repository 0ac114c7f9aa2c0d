package judge

import (
	"context"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/solve"
)

// Reference judges moves.
type Reference interface {
	// Name describes the reference and its effort.
	Name() string
	// New returns a judge of moves for one goroutine.
	New() (MoveJudge, error)
}

// MoveJudge judges moves of positions that are not over. One goroutine owns it.
type MoveJudge interface {
	// Choose returns the reference's own move.
	Choose(ctx context.Context, s *game.State) (game.Move, error)
	// Judge returns the value of a legal move.
	Judge(ctx context.Context, s *game.State, m game.Move) (Worth, error)
}

// Worth is the value of a move for its mover.
type Worth struct {
	Value  float64 // expected result, in [-1, 1]
	Proven bool    // whether the value is certain
}

// Exact judges by the solution of a small board. A draw is endless play.
type Exact struct{ Table *solve.Table }

// Name implements [Reference].
func (e Exact) Name() string { return "the exact solution" }

// New implements [Reference].
func (e Exact) New() (MoveJudge, error) { return e, nil }

// Choose implements [MoveJudge]: it returns the first of the best moves.
func (e Exact) Choose(_ context.Context, s *game.State) (game.Move, error) {
	for _, m := range s.AppendMoves(nil) {
		if !e.Table.Throws(s, m) {
			return m, nil
		}
	}
	return game.NoMove, fmt.Errorf("judge: no move in %s keeps its value", s)
}

// Judge implements [MoveJudge].
func (e Exact) Judge(_ context.Context, s *game.State, m game.Move) (Worth, error) {
	next := *s
	next.Play(m)
	value, err := e.Table.Value(&next)
	return Worth{Value: -float64(value), Proven: true}, err
}

// Search judges by the classical engine, and saves its results.
type Search struct {
	board   *game.Board
	weights alphabeta.Weights
	nodes   int
	scale   float64
	cache   *Cache // may be nil
}

// tableMiB returns the size of the transposition table, which affects scores. It has room for the
// nodes but not more, since it is emptied for each move.
func tableMiB(nodes int) int { return min(max(nodes/3000, 1), 16) }

// NewSearch returns a reference that searches nodes positions for each move. A score of scale
// multiplies the odds of winning by e. cache must belong to [searchDigest], or be nil.
func NewSearch(b *game.Board, nodes int, scale float64, cache *Cache) (*Search, error) {
	switch {
	case nodes < 1:
		return nil, fmt.Errorf("judge: the reference has %s, want at least 1",
			noun.Count(nodes, "node"))
	case !(scale > 0):
		return nil, fmt.Errorf("judge: the scale is %g, want more than 0", scale)
	}
	return &Search{board: b, weights: alphabeta.DefaultWeights(b.Rules()), nodes: nodes,
		scale: scale, cache: cache}, nil
}

// Name implements [Reference].
func (r *Search) Name() string {
	return fmt.Sprintf("alphabeta with %s a move, scale %.0f", noun.Count(r.nodes, "node"), r.scale)
}

// New implements [Reference].
func (r *Search) New() (MoveJudge, error) {
	search, err := alphabeta.New(r.board, r.weights, tableMiB(r.nodes))
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	return &searchJudge{Search: r, search: search}, nil
}

// worth turns a score of the engine into a value for the same side.
func (r *Search) worth(v verdict) Worth {
	switch {
	case v.proven && v.score > 0:
		return Worth{Value: 1, Proven: true}
	case v.proven:
		return Worth{Value: -1, Proven: true}
	}
	return Worth{Value: math.Tanh(float64(v.score) / (2 * r.scale))}
}

// verdict is the engine's score of a move, for its mover.
type verdict struct {
	score  int
	proven bool
}

// searchJudge is one goroutine's part of a [Search].
type searchJudge struct {
	*Search
	search *alphabeta.Search
}

// Choose implements [MoveJudge].
func (a *searchJudge) Choose(ctx context.Context, s *game.State) (game.Move, error) {
	if m, ok := a.cache.choice(s); ok {
		return m, nil
	}
	line, err := a.look(ctx, s)
	if err != nil {
		return game.NoMove, err
	}
	return line.Move, a.cache.keepChoice(s, line.Move)
}

// Judge implements [MoveJudge].
func (a *searchJudge) Judge(ctx context.Context, s *game.State, m game.Move) (Worth, error) {
	if v, ok := a.cache.verdict(s, m); ok {
		return a.worth(v), nil
	}
	next := *s
	next.Play(m)
	if outcome, _ := next.Outcome(); outcome != game.Ongoing {
		return Worth{Value: float64(outcome.For(s.Turn())), Proven: true}, nil
	}
	line, err := a.look(ctx, &next)
	if err != nil {
		return Worth{}, err
	}
	v := verdict{-line.Score, line.Proven}
	return a.worth(v), a.cache.keepVerdict(s, m, v)
}

// look searches a position with empty tables, so that the result depends on nothing else.
func (a *searchJudge) look(ctx context.Context, s *game.State) (alphabeta.Line, error) {
	a.search.Reset()
	result, err := a.search.Run(ctx, s, alphabeta.Limit{Nodes: a.nodes}, 1, nil)
	if err == nil {
		err = ctx.Err() // a cancelled search may return early
	}
	if err != nil {
		return alphabeta.Line{}, fmt.Errorf("judge: %w", err)
	}
	return result.Lines[0], nil
}
