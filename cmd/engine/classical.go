package main

import (
	"context"
	"math"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/clock"
	"epaminondas/internal/engine/ugi"
)

// classical searches by alpha-beta in one thread. It plays the same moves as the arena's player
// alphabeta.
type classical struct {
	board   *game.Board
	search  *alphabeta.Search // nil before the first use, because it needs memory
	manager clock.Manager     // in games with a clock
}

// ready makes the search if there is none.
func (c *classical) ready() (err error) {
	if c.search == nil {
		c.search, err = alphabeta.New(c.board, alphabeta.DefaultWeights(c.board.Rules()),
			alphabeta.DefaultTableMiB)
	}
	return err
}

// NewGame implements ugi.Engine.
func (c *classical) NewGame() {
	if c.search != nil {
		c.search.Reset()
	}
	c.manager.Reset()
}

// Search implements ugi.Engine.
func (c *classical) Search(ctx context.Context, s *game.State, limit ugi.Limit, lines int,
	progress func(*ugi.Result)) (*ugi.Result, error) {
	if err := c.ready(); err != nil {
		return nil, err
	}
	within := alphabeta.Limit{Nodes: limit.Nodes, Depth: limit.Depth,
		Time: clock.Within(limit.Time, limit.Clock.Hard)}
	ctx, iterated, stop := c.manager.Deepening(ctx, s, limit.Clock)
	defer stop()
	r, err := c.search.Run(ctx, s, within, lines, func(r *alphabeta.Result) {
		progress(told(r))
		iterated(r.Lines[0].Move, r.Lines[0].Value)
	})
	if err != nil {
		return nil, err
	}
	return told(r), nil
}

// told converts the result of a search to the types of the protocol.
func told(r *alphabeta.Result) *ugi.Result {
	result := &ugi.Result{Depth: r.Depth, Nodes: r.Nodes, Lines: make([]ugi.Line, len(r.Lines))}
	values := make([]float32, len(r.Lines))
	for i, l := range r.Lines {
		result.Lines[i] = ugi.Line{Move: l.Move, Value: l.Value, Proven: l.Proven, Variation: l.Variation}
		values[i] = l.Value
	}
	policy := make([]float32, len(values))
	soften(policy, values)
	for i := range policy {
		result.Lines[i].Policy = policy[i]
	}
	return result
}

// Evaluate implements ugi.Engine. The value is static. The prior of a move depends on the static
// value of the position after the move.
func (c *classical) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	if err := c.ready(); err != nil {
		return 0, err
	}
	values := make([]float32, len(moves))
	for i, m := range moves {
		after := *s
		after.Play(m)
		if outcome, _ := after.Outcome(); outcome != game.Ongoing {
			values[i] = float32(outcome.For(s.Turn()))
		} else {
			values[i] = -c.search.Evaluate(&after)
		}
	}
	soften(prior, values)
	return c.search.Evaluate(s), nil
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
