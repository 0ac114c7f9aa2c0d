package backend

import (
	"context"
	"fmt"
	"sync/atomic"

	"epaminondas/game"
	"epaminondas/net"
)

// request is a position that waits for a batch. Its owner may abandon it until a runner takes it.
// After that the runner writes to the request, and the owner must wait.
type request struct {
	net.Request
	state atomic.Int32
	done  chan struct{} // gets a value from the runner that took it
}

// The states of a request.
const (
	queued int32 = iota
	taken
	abandoned
)

// take makes the runner the owner of a request. It returns false if the request was abandoned.
func (r *request) take() bool { return r.state.CompareAndSwap(queued, taken) }

// abandon gives a request up. It returns false if a runner has taken it.
func (r *request) abandon() bool { return r.state.CompareAndSwap(queued, abandoned) }

// finish signals to the owner of a request that the answer is ready.
func (r *request) finish() {
	if r.state.Load() == taken {
		r.done <- struct{}{}
	}
}

// place is an evaluator of [batched]. It passes the positions of one search to the runners.
type place struct {
	source  *batched
	queue   *queue
	board   *game.Board
	ctx     context.Context
	request *request
	own     *net.Evaluator // evaluates without a batch; nil before it is needed
	closed  bool
}

// Evaluate implements [mcts.Evaluator].
func (p *place) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	prediction, err := p.Predict(s, moves, prior)
	return prediction.Value(), err
}

// Predict implements [Evaluator]. Among few searches it evaluates the position itself, otherwise it waits
// until a runner has done so.
func (p *place) Predict(s *game.State, moves []game.Move, prior []float32) (net.Prediction, error) {
	if p.alone() {
		return p.own.Predict(s, moves, prior)
	}
	if err := p.ask(s, moves, prior); err != nil {
		return net.Prediction{}, fmt.Errorf("backend: evaluate %s: %w", s, err)
	}
	return p.request.Prediction, p.request.Err
}

// alone reports whether the place may evaluate its position itself and should do so. Then own is ready.
func (p *place) alone() bool {
	if p.closed || p.ctx.Err() != nil || p.queue.users.Load() > int64(p.source.alone) {
		return false
	}
	if p.own == nil {
		p.own = p.source.network.NewEvaluator(p.board)
	}
	return true
}

// ask queues a position and waits for the answer.
func (p *place) ask(s *game.State, moves []game.Move, prior []float32) error {
	if p.closed {
		return errClosed
	}
	if err := p.ctx.Err(); err != nil {
		return err
	}
	r := p.request
	r.State, r.Moves, r.Prior = s, moves, prior
	r.state.Store(queued)
	select {
	case p.queue.requests <- r:
	case <-p.ctx.Done():
		return p.ctx.Err()
	}
	select {
	case <-r.done:
		return nil
	case <-p.ctx.Done():
		return p.giveUp(p.ctx.Err())
	}
}

// giveUp ends the wait for the request and returns reason. If a runner has taken the request,
// giveUp waits for the runner.
func (p *place) giveUp(reason error) error {
	if p.request.abandon() {
		p.request = newRequest() // the old one may still be in the queue
		return reason
	}
	<-p.request.done
	return nil
}

// Close releases the place. Runners never wait for a place, so the other searches do not notice.
func (p *place) Close() error {
	if !p.closed {
		p.closed = true
		p.source.leave(p.queue)
	}
	return nil
}

// newRequest returns a request that asks nothing yet.
func newRequest() *request { return &request{done: make(chan struct{}, 1)} }
