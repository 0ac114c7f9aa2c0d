package loop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// Growth is the state of a run that learns from the games of an older run.
type Growth struct {
	From   string  // folder of the older run
	Games  int     // games to learn from
	Step   int64   // training steps so far
	Policy float64 // divergence of the policy from the search's on held-out games, in nats
	Value  float64 // cross-entropy of the value with its target on held-out games, in nats
	Ended  string  // reason why self-play begins now; empty while learning goes on
}

// growth is the state of the first phase of a run that begins with the games of an older run. In
// this phase the run learns from those games alone.
//
// A measurement counts as an improvement only if the 95% interval of the difference to the best
// loss so far, by game, lies below 0. The number of steps between two measurements grows with the
// steps so far. So few measurements are needed, and the phase ends after a fixed share of training
// without an improvement.
type growth struct {
	Next   int64     `json:"next"`            // step of the next measurement
	Misses int       `json:"misses"`          // measurements in a row that did not improve
	Best   []float64 `json:"best,omitempty"`  // loss of each held-out game at the best measurement
	Ended  string    `json:"ended,omitempty"` // reason for the end of the phase

	bench    *learning.HeldOutSet // nil until the phase begins in this session
	measured []runs.Metric        // figures of the last measurement, until a checkpoint has them
	told     Growth               // the last measurement for the observer
}

// Reasons for the end of the phase.
const (
	endedFlat  = "the held-out loss stopped falling"
	endedShare = "its share of the budget is spent"
)

// measureGrowth is the least factor by which the step grows from one measurement to the next.
const measureGrowth = 1.1

// newGrowth returns the state at step 0.
func newGrowth(c config.Grow) *growth { return &growth{Next: c.MeasureSteps} }

// readGrowth returns the state at a checkpoint. It is nil after the phase.
func readGrowth(c runs.Checkpoint) (*growth, error) {
	if len(c.Growth) == 0 {
		return nil, nil
	}
	var g growth
	if err := json.Unmarshal(c.Growth, &g); err != nil {
		return nil, fmt.Errorf("loop: read the growth of checkpoint %s: %w: %w", c.File, replay.ErrCorrupt,
			err)
	}
	return &g, nil
}

// state returns the state as a checkpoint stores it. It is nil after the phase.
func (g *growth) state() ([]byte, error) {
	if g == nil {
		return nil, nil
	}
	return json.Marshal(g)
}

// takeFigures returns the figures of the last measurement, and none when it is called again.
func (g *growth) takeFigures() []runs.Metric {
	if g == nil {
		return nil
	}
	figures := g.measured
	g.measured = nil
	return figures
}

// judge compares a measurement with the best so far.
func (g *growth) judge(loss []learning.Sum) {
	if len(g.Best) == len(loss) {
		best := make([]learning.Sum, len(loss))
		for i := range best {
			best[i] = learning.Sum{Total: g.Best[i], N: loss[i].N}
		}
		if d := learning.Difference(loss, best); d != nil && d.High >= 0 {
			g.Misses++
			return
		}
	} // otherwise a held-out game was damaged since then, or this is the first measurement
	g.Misses, g.Best = 0, make([]float64, len(loss))
	for i := range loss {
		g.Best[i] = loss[i].Total
	}
}

// growWindow is the window of the first phase: all copied games, up to replay.max.
func growWindow(c replay.WindowConfig) replay.WindowConfig {
	c.Growth, c.Exponent = 1, 1
	return c
}

// grow learns from the games of the older run until the held-out loss stops falling. It returns at
// once if the phase is over.
func (l *loop) grow(ctx context.Context) error {
	if l.growth == nil {
		return nil
	}
	if err := l.openBench(ctx); err != nil {
		return err
	}
	helpers, working := crew.New(ctx)
	working, stop := context.WithCancel(working)
	defer stop()
	if !l.config.Train.Serial {
		helpers.Go(func() error { return l.watch(working) })
	}
	learned := l.learnOlder(working)
	stop()
	helped := helpers.Wait()
	if learned == nil {
		learned = l.endGrowth(ctx)
	}
	return l.leave(ctx, learned, helped)
}

// openBench reads the held-out games.
func (l *loop) openBench(ctx context.Context) error {
	damaged := 0
	bench, err := readHeldOutSet(ctx, l.run, l.board, func(int64, error) { damaged++ })
	l.growth.bench = bench
	if damaged > 0 {
		l.notice(fmt.Sprintf("%s damaged: the loss is measured without %s",
			noun.Count(damaged, "held-out game is", "held-out games are"), noun.Form(damaged, "it", "them")))
	}
	return err
}

// readHeldOutSet returns the undamaged held-out games of a run as a HeldOutSet. It calls tell for each
// damaged game.
func readHeldOutSet(ctx context.Context, r *runs.Run, board *game.Board,
	tell func(id int64, damage error)) (*learning.HeldOutSet, error) {
	bench := learning.NewHeldOutSet(board, nil, learning.NewTargets(r.Config.Target, board.Rules()))
	err := r.HeldOutGames(ctx, func(id int64, g *replay.Game, damage error) {
		if damage == nil {
			damage = bench.Add(id, g)
		}
		if damage != nil {
			tell(id, damage)
		}
	})
	return bench, err
}

// learnOlder learns from the games of the older run until the phase ends. From time to time it
// measures the network and saves a checkpoint.
func (l *loop) learnOlder(ctx context.Context) error {
	for l.growth.Ended == "" {
		if err := ctx.Err(); err != nil {
			return err
		}
		if l.learner.trainer.Steps() >= l.growth.Next || l.progress() >= l.config.Bound() {
			if err := l.measureGrowth(ctx); err != nil {
				return err
			}
			continue
		}
		if err := l.step(ctx); err != nil {
			return err
		}
		if !l.config.Train.Serial && l.cycleEnds() && l.learner.trainer.Steps() < l.growth.Next {
			if err := l.saveAs(ctx, runs.Constant); err != nil {
				return err
			}
		}
	}
	return nil
}

// measureGrowth measures the averaged weights and decides whether the phase continues. If it
// continues, measureGrowth saves a checkpoint.
func (l *loop) measureGrowth(ctx context.Context) error {
	g, step := l.growth, l.learner.trainer.Steps()
	network, err := crew.Await(ctx, crew.Grace, func() (*backend.Backend, error) {
		return l.open(l.learner.trainer.Averaged())
	})
	if err != nil {
		l.left = errors.Is(err, crew.ErrLeft)
		return err
	}
	m, err := g.bench.Measure(ctx, network, func(done, total int) {
		l.observe(func(o Observer) { o.Doing("held-out games", done, total) })
	})
	if err != nil {
		return fmt.Errorf("loop: measure step %d on held-out games: %w", step, err)
	}
	policy, value := m.Of(learning.Divergence), m.Of(learning.ValueLoss)
	g.judge(l.heldOutLoss(policy, value))
	g.Next = max(step+l.config.Grow.MeasureSteps, int64(math.Ceil(float64(step)*measureGrowth)))
	switch {
	case g.Misses >= l.config.Grow.Patience:
		g.Ended = endedFlat
	case l.progress() >= l.config.Bound():
		g.Ended = endedShare
	}
	g.told = Growth{From: l.config.Grow.From, Games: l.inherited.Games, Step: step, Ended: g.Ended,
		Policy: meanOf(policy), Value: meanOf(value)}
	g.measured = []runs.Metric{{Name: "held_out_policy", Value: g.told.Policy},
		{Name: "held_out_value", Value: g.told.Value}}
	if g.Ended != "" {
		return nil
	}
	if err := l.saveAs(ctx, runs.Constant); err != nil {
		return err
	}
	l.observe(func(o Observer) { o.Growing(g.told) })
	return nil
}

// heldOutLoss returns the loss of each game, with the factors of training.
func (l *loop) heldOutLoss(policy, value []learning.Sum) []learning.Sum {
	loss := make([]learning.Sum, len(policy))
	for i := range loss {
		loss[i] = learning.Sum{N: policy[i].N,
			Total: l.config.Learn.PolicyWeight*policy[i].Total + l.config.Learn.ValueWeight*value[i].Total}
	}
	return loss
}

// meanOf returns the mean of a figure over all positions.
func meanOf(games []learning.Sum) float64 {
	if mean := learning.Mean(games); mean != nil {
		return mean.Mean
	}
	return 0
}

// endGrowth ends the phase: the copied games count as used, and the window takes its usual size.
// Then the network plays a gate match against the network of step 0. If endGrowth fails, the phase
// has not ended.
func (l *loop) endGrowth(ctx context.Context) error {
	if err := l.learner.settle(l.config.Replay.WindowConfig); err != nil {
		return err
	}
	g := l.growth
	l.growth = nil
	if err := l.saveJudged(ctx, l.openPhase(), g.measured...); err != nil {
		l.growth = g
		return err
	}
	select {
	case <-l.candidates: // removes an earlier candidate
	default:
	}
	if g.told.Ended != "" { // otherwise an earlier session made the last measurement
		l.observe(func(o Observer) { o.Growing(g.told) })
	}
	return nil
}
