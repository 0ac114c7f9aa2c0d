// Package backend opens networks for evaluation. [Open] is the only way to evaluate a position with a
// network. It hides the device: the caller of an evaluator does not see whether it works in the
// caller's goroutine, or in a batch with the positions of other searches. Decorators cache or check
// the answers. A new device needs a row in the table of device.go and a file of its own.
package backend

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/kernel"
)

// Evaluator evaluates positions for one goroutine. It depends only on the stones and the turn. After
// the context of its opening is done, it may fail.
type Evaluator interface {
	mcts.EvaluateCloser
	// Predict is Evaluate, but it returns the probabilities of all outcomes.
	Predict(s *game.State, moves []game.Move, prior []float32) (net.Prediction, error)
}

// Evaluators is a source of evaluators, such as a [Backend]. An evaluator depends only on the stones and
// the turn of a position. Open and the evaluators may fail once ctx is done.
type Evaluators interface {
	Open(ctx context.Context, board *game.Board) (mcts.EvaluateCloser, error)
}

var _ Evaluators = (*Backend)(nil)

// Backend is a network that is open for evaluation. Goroutines share it. It holds memory, and
// goroutines only while an evaluator is open, so nobody needs to close it.
type Backend struct {
	network    *net.Network
	source     source
	attributes Attributes
}

// source opens evaluators on a device.
type source interface {
	open(ctx context.Context, b *game.Board) (Evaluator, error)
}

// Options say how a backend evaluates. The zero value is sensible.
type Options struct {
	// Device is the device, [Auto] by default.
	Device Device
}

// Attributes describe a backend to the searches that use it.
type Attributes struct {
	Device  Device // never Auto
	Kernels string // the path of the arithmetic, as [kernel.Path] names it
	// BestBatch is the number of positions in a batch with which the device is fastest.
	BestBatch int
	// InFlight is the number of positions in flight above which evaluation gets no faster.
	InFlight int
	// Threads is the number of goroutines that evaluate for the callers. It is 0 if each caller
	// evaluates its own positions.
	Threads int
	// Alone is the number of open evaluators up to which each caller evaluates its own positions, though
	// the device takes batches. So few positions would wait for a batch and gain nothing.
	Alone int
}

// Together returns the number of games that two such networks play best at the same time. It is half of
// InFlight. Games that are unfinished when a match is decided are lost, so there must not be too many.
func (a Attributes) Together() int { return max(cores(), a.InFlight/2) }

// Open opens a network. The weights must not change afterwards.
func Open(w *net.Weights, o Options) (*Backend, error) {
	attributes, err := Plan(w.Config, o)
	if err != nil {
		return nil, err
	}
	d, _ := attributes.Device.row()
	network := net.NewNetwork(w)
	return &Backend{network, d.open(network, attributes), attributes}, nil
}

// Occupation predicts who stands on each square at the end of a game, in the caller's goroutine on the
// processor. See [net.Network.Occupation].
func (b *Backend) Occupation(s *game.State) ([]net.Occupation, error) { return b.network.Occupation(s) }

// MustOpen opens a network on the default device, which takes every network.
func MustOpen(w *net.Weights) *Backend {
	b, err := Open(w, Options{})
	if err != nil {
		panic(err)
	}
	return b
}

// Plan returns the attributes of a backend for networks of the given shape.
func Plan(c net.Config, o Options) (Attributes, error) {
	device := o.Device.resolve(c)
	d, err := device.row()
	if err != nil {
		return Attributes{}, err
	}
	a := d.attributes()
	a.Device, a.Kernels = device, kernel.Path()
	if device == Batch && o.Device != Batch {
		a.Alone = cores()
	}
	return a, nil
}

// Direct returns the same network on the device [CPU]. A caller that measures the processor time of its
// thread needs it.
func (b *Backend) Direct() *Backend {
	a := directAttributes()
	a.Device, a.Kernels = CPU, b.attributes.Kernels
	return &Backend{b.network, openDirect(b.network, a), a}
}

// Attributes returns the attributes of the backend.
func (b *Backend) Attributes() Attributes { return b.attributes }

// Open returns an evaluator of positions on boards of the size of board. Close it after use.
func (b *Backend) Open(ctx context.Context, board *game.Board) (mcts.EvaluateCloser, error) {
	return b.OpenPredictor(ctx, board)
}

// OpenPredictor is Open for callers that need the probabilities of the outcomes.
func (b *Backend) OpenPredictor(ctx context.Context, board *game.Board) (Evaluator, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("backend: open an evaluator: %w", err)
	}
	return b.source.open(ctx, board)
}
