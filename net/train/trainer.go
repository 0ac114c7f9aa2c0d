// Package train teaches a network from samples of self-play. A [Trainer] owns the network of
// package net as a gorgonia graph for batches of one size. gorgonia differentiates and runs the
// graph. This package has the operations, the losses and the solver, with the arithmetic of
// net/kernel. Weights, moments and averages belong to the trainer, not to the graph. No result
// depends on the number of threads.
package train

import (
	"fmt"
	"math"

	_ "go4.org/unsafe/assume-no-moving-gc" // without it gorgonia refuses new Go versions
	"gorgonia.org/gorgonia"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// Trainer changes weights by steps of gradient descent. One goroutine owns it.
type Trainer struct {
	cfg     hyper.Config
	weights *net.Weights // read by the graph, changed by the solver
	average *net.Weights
	solver  *optimizer

	batch   *batch
	loss    *loss
	share   float32 // step of the average towards the weights
	follow  func(tensor, thread int)
	model   []gorgonia.ValueGrad
	graph   *gorgonia.ExprGraph
	machine gorgonia.VM
}

// Losses are the figures of one step. Each is a weighted mean over the samples of the batch that
// have its target, or 0 if no sample has it.
type Losses struct {
	Total  float64               // the loss of the step
	Policy float64               // nats
	Value  float64               // nats
	Heads  [net.MaxHeads]float64 // of the auxiliary heads, in the order of net.Heads

	PolicyTargetEntropy float64 // nats; Policy cannot fall below it
	PolicyAgreement     float64 // share of samples whose likeliest move is the target's
	ValueError          float64 // mean |P(win) - P(loss) - target|, 0 to 2
	GradNorm            float64 // of all gradients, before clipping
	LearningRate        float64 // warm-up and cooldown included
}

// New returns a trainer that starts from a copy of w and learns positions on boards of the size of
// board.
func New(cfg hyper.Config, board *game.Board, w *net.Weights) (*Trainer, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	heads, err := orderedAuxiliaries()
	if err != nil {
		return nil, err
	}
	pool := newWorkers(cfg.Threads, cfg.BatchSize)
	t := &Trainer{cfg: cfg, weights: w.Clone(), average: w.Clone(),
		batch: newBatch(pool, board, w.Config.Planes, heads)}
	if err := t.batch.checkTargets(); err != nil {
		return nil, err
	}
	t.solver = newOptimizer(cfg, pool, t.weights.Params)
	t.follow = func(tensor, _ int) { t.followTensor(tensor) }

	b := newBuilder(pool, board.Height(), board.Width(), t.weights)
	var total *gorgonia.Node
	t.loss, total = b.loss(cfg, heads, b.network(w.Config, t.batch), t.batch)
	if b.err != nil {
		return nil, b.err
	}
	if _, err := gorgonia.Grad(total, b.params...); err != nil {
		return nil, fmt.Errorf("train: differentiate the network: %w", err)
	}
	t.model = gorgonia.NodesToValueGrads(b.params)
	t.graph, t.machine = b.graph, gorgonia.NewTapeMachine(b.graph)
	return t, nil
}

// Step takes one step on a batch of the configured size. rate in (0, 1] multiplies the learning
// rate: 1 until the cooldown. If a loss or a gradient is not finite, it returns an error that wraps
// [ErrDiverged] and leaves weights, moments and averages unchanged.
func (t *Trainer) Step(samples []Sample, rate float64) (Losses, error) {
	if !(rate > 0 && rate <= 1) {
		return Losses{}, fmt.Errorf("train: rate is %v, want more than 0, at most 1", rate)
	}
	if err := t.batch.fill(samples); err != nil {
		return Losses{}, err
	}
	losses, err := t.run()
	if err != nil {
		return Losses{}, err
	}
	if math.IsNaN(losses.Total) || math.IsInf(losses.Total, 0) {
		return losses, fmt.Errorf("train: the loss is %v in step %d: %w", losses.Total, t.Steps()+1,
			ErrDiverged)
	}
	t.solver.rate = rate * t.learningRate()
	if err := t.solver.Step(t.model); err != nil {
		return losses, fmt.Errorf("train: step %d: %w", t.Steps()+1, err)
	}
	t.updateAverage(rate)
	losses.GradNorm, losses.LearningRate = t.solver.norm, t.solver.rate
	return losses, nil
}

// run computes the losses and gradients of the batch.
func (t *Trainer) run() (Losses, error) {
	defer t.machine.Reset()
	if err := t.machine.RunAll(); err != nil {
		return Losses{}, fmt.Errorf("train: run the graph: %w", err)
	}
	return t.loss.total(), nil
}

// learningRate returns the rate of the next step, without cooldown. The rate grows linearly during
// the warm-up and is constant after it.
func (t *Trainer) learningRate() float64 {
	warmup := min(1, float64(t.Steps()+1)/float64(t.cfg.WarmupSteps+1))
	return t.cfg.LearningRate * warmup
}

// updateAverage moves the averaged weights towards the weights. The horizon of the average grows
// with the steps up to its limit. So even the average of a short run forgets the start.
func (t *Trainer) updateAverage(rate float64) {
	t.share = float32(1 / t.cfg.Horizon(t.Steps(), rate))
	t.solver.workers.distribute(len(t.average.Params), t.follow)
}

// followTensor moves one averaged tensor.
func (t *Trainer) followTensor(i int) {
	raw := t.weights.Params[i].Data
	for j, v := range t.average.Params[i].Data {
		t.average.Params[i].Data[j] = v + t.share*(raw[j]-v)
	}
}

// Steps returns the number of steps since the weights were new, including the steps before a saved
// state.
func (t *Trainer) Steps() int64 { return t.solver.steps }

// Weights returns a copy of the weights after the last step.
func (t *Trainer) Weights() *net.Weights { return t.weights.Clone() }

// Averaged returns a copy of the exponential moving average of the weights, for play.
func (t *Trainer) Averaged() *net.Weights { return t.average.Clone() }

// Close frees the graph's machine.
func (t *Trainer) Close() error {
	return t.machine.Close()
}
