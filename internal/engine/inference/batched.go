package inference

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
)

// ErrClosed is the error of a source and its evaluators after [Batched.Close].
var ErrClosed = errors.New("the evaluators are closed")

// Batched is a source of evaluators that evaluate the positions of many games together. A runner
// takes the waiting positions, up to a full batch, and never waits for more: while it works, the
// next batch gathers. So no game waits for a game that thinks, has ended or never asks. The
// composition of a batch changes no result.
type Batched struct {
	board    *game.Board
	requests chan *request
	closing  chan struct{} // closed by Close
	once     sync.Once
	runners  sync.WaitGroup
}

// Config has the settings of batches.
type Config struct {
	Size    int // largest batch in positions, 1 to 1024
	Runners int // concurrent batches, one core each, 1 to 256
}

// Default returns batches that are large enough to read the weights of a large network rarely, and
// a runner for each core.
func Default() Config { return Config{Size: 16, Runners: runtime.GOMAXPROCS(0)} }

// Validate reports the first unusable field.
func (c Config) Validate() error {
	for _, f := range []struct {
		key         string
		value, high int
	}{{"size", c.Size, 1024}, {"runners", c.Runners, 256}} {
		if f.value < 1 || f.value > f.high {
			return fmt.Errorf("inference: %s is %d, want 1 to %d", f.key, f.value, f.high)
		}
	}
	return nil
}

// NewBatched returns a source for positions on boards of b's size. The caller must close it.
func NewBatched(n *net.Network, b *game.Board, cfg Config) (*Batched, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	s := &Batched{board: b, requests: make(chan *request, cfg.Size*cfg.Runners), closing: make(chan struct{})}
	for range cfg.Runners {
		batch := n.NewBatch(b, cfg.Size)
		s.runners.Go(func() { s.run(batch) })
	}
	return s, nil
}

// Close ends the runners and waits for their current batches. Waiting evaluations fail.
func (s *Batched) Close() error {
	s.once.Do(func() { close(s.closing) })
	s.runners.Wait()
	return nil
}

// Open returns an evaluator of positions on boards of b's size. Its evaluations fail once ctx is
// done.
func (s *Batched) Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error) {
	if b.Width() != s.board.Width() || b.Height() != s.board.Height() {
		return nil, fmt.Errorf("inference: open an evaluator for a board of %dx%d: this source is for %dx%d",
			b.Width(), b.Height(), s.board.Width(), s.board.Height())
	}
	if err := s.unusable(ctx); err != nil {
		return nil, fmt.Errorf("inference: open an evaluator: %w", err)
	}
	return &place{source: s, ctx: ctx, request: newRequest()}, nil
}

// unusable returns why the source cannot evaluate any more, or nil if it can.
func (s *Batched) unusable(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-s.closing:
		return ErrClosed
	default:
		return nil
	}
}

// run evaluates batches until the source is closed.
func (s *Batched) run(batch *net.Batch) {
	waiting := make([]*request, 0, batch.Size())
	live := make([]*net.Request, 0, batch.Size())
	for {
		select {
		case r := <-s.requests:
			waiting = s.gather(append(waiting[:0], r), batch.Size())
		case <-s.closing:
			return
		}
		live = live[:0]
		for _, r := range waiting {
			if r.take() {
				live = append(live, &r.Request)
			}
		}
		batch.Evaluate(live)
		for _, r := range waiting {
			r.finish()
		}
	}
}

// gather adds the waiting requests to a batch. First it gives games that just got an answer a
// chance to ask again.
func (s *Batched) gather(waiting []*request, size int) []*request {
	runtime.Gosched()
	for len(waiting) < size {
		select {
		case r := <-s.requests:
			waiting = append(waiting, r)
		default:
			return waiting
		}
	}
	return waiting
}
