package alphabeta

import (
	"context"
	"math"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta/lines"
)

// Engine is the classical engine: an [engine.Engine] that searches by alpha-beta. It draws no random
// numbers.
type Engine struct {
	open    func() (*Search, error)
	search  *Search            // nil before the first use, because its table needs memory
	manager engine.TimeManager // in games with a clock
}

// Open returns an engine for b that evaluates positions by w. Another size of its transposition table
// can lead to other moves.
func Open(b *game.Board, w Weights, tableMiB int) (*Engine, error) {
	if err := checkSettings(w, tableMiB); err != nil {
		return nil, err
	}
	return &Engine{open: func() (*Search, error) { return New(b, w, tableMiB) }}, nil
}

// OpenLines is [Open] with an evaluation by lines.
func OpenLines(e *lines.Evaluation, tableMiB int) (*Engine, error) {
	if err := checkTable(tableMiB); err != nil {
		return nil, err
	}
	return &Engine{open: func() (*Search, error) { return NewLines(e, tableMiB) }}, nil
}

// ready makes the search if there is none.
func (e *Engine) ready() (err error) {
	if e.search == nil {
		e.search, err = e.open()
	}
	return err
}

// Attributes implements [engine.Engine].
func (e *Engine) Attributes() engine.Attributes { return engine.Attributes{} }

// NewGame implements [engine.Engine].
func (e *Engine) NewGame(context.Context, uint64) error {
	if e.search != nil {
		e.search.Reset()
	}
	e.manager.Reset()
	return nil
}

// Close does nothing, because the engine is only memory.
func (e *Engine) Close() error { return nil }

// Search implements [engine.Engine].
func (e *Engine) Search(ctx context.Context, t engine.Turn, l engine.Limit,
	tell func(*engine.Result) error) (*engine.Result, error) {
	if err := e.ready(); err != nil {
		return nil, err
	}
	budget := l.Budget(t.State)
	within := Limit{Nodes: l.Nodes, Depth: l.Depth, Time: engine.Within(l.Time, budget.Hard)}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ctx, iterated, end := e.manager.Deepening(ctx, t.State, budget)
	defer end()
	var refused error // error of tell
	report := func(r *Result) {
		if tell == nil || refused != nil {
			return
		}
		if refused = tell(resultOf(r)); refused != nil {
			stop()
		}
	}
	r, err := e.search.Run(ctx, t.State, within, max(1, l.Lines), func(r *Result) {
		report(r)
		iterated(r.Lines[0].Move, r.Lines[0].Value)
	})
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, refused
	}
	return resultOf(r), nil
}

// resultOf returns the result of a search in the terms of all engines.
func resultOf(r *Result) *engine.Result {
	result := &engine.Result{Value: r.Lines[0].Value, Judged: true, Nodes: r.Nodes, Depth: r.Depth,
		Lines: make([]engine.Line, len(r.Lines))}
	values, policy := make([]float32, len(r.Lines)), make([]float32, len(r.Lines))
	for i, l := range r.Lines {
		values[i] = l.Value
		result.Lines[i] = engine.Line{Move: l.Move, Value: l.Value, Variation: l.Variation}
		if l.Proven {
			result.Lines[i].Proof, result.Lines[i].Plies = engine.ProofOf(l.Value), l.Plies
		}
	}
	soften(policy, values)
	for i := range policy {
		result.Lines[i].Policy = policy[i]
	}
	result.Proof = result.Lines[0].Proof
	return result
}

// Evaluate implements [engine.Engine]. The value is static. The prior of a move depends on the static
// value of the position after the move.
func (e *Engine) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	if err := e.ready(); err != nil {
		return 0, err
	}
	values := make([]float32, len(moves))
	for i, m := range moves {
		after := *s
		after.Play(m)
		if outcome, _ := after.Outcome(); outcome != game.Ongoing {
			values[i] = float32(outcome.For(s.Turn()))
		} else {
			values[i] = -e.search.Evaluate(&after)
		}
	}
	soften(prior, values)
	return e.search.Evaluate(s), nil
}

// softness is the difference in value that makes a move e times as likely as another.
const softness = 0.1

// soften sets policy to the softmax of values.
func soften(policy, values []float32) {
	best := float32(-1)
	for _, v := range values {
		best = max(best, v)
	}
	var sum float64
	for _, v := range values {
		sum += math.Exp(float64(v-best) / softness)
	}
	for i, v := range values {
		policy[i] = float32(math.Exp(float64(v-best)/softness) / sum)
	}
}
