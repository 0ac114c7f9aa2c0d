package backend

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"epaminondas/game"
	"epaminondas/net"
)

// errClosed is the error of an evaluator after its Close.
var errClosed = errors.New("the evaluator is closed")

// batched is the source of evaluators that evaluate the positions of many searches together. The weights
// of a large network are then read from memory once for all of them. A runner takes the waiting
// positions, up to a full batch, and never waits for more: while it works, the next batch gathers. So
// no search waits for another search that still thinks, has ended or never asks. The composition of
// a batch changes no result. Few searches gain nothing by batches, so they evaluate their own positions.
type batched struct {
	network *net.Network
	size    int // largest batch in positions
	runners int // concurrent batches, one core each
	alone   int // open evaluators up to which each search evaluates its own positions

	mu     sync.Mutex // guards all below
	queues map[shape]*queue
}

// shape is the size of a board. Positions of one shape share batches.
type shape struct{ width, height int }

// queue holds the waiting positions of one shape of board. Its runners work from the first user for
// whom batches pay until the last user has left.
type queue struct {
	shape    shape
	requests chan *request
	stop     chan struct{} // closed after the last user has left
	runners  sync.WaitGroup
	running  bool         // the runners have started
	users    atomic.Int64 // open evaluators
}

// batchSize is the largest number of positions in a batch. It is so large that the weights of a
// large network are read rarely.
const batchSize = 16

// batchedAttributes asks for a batch of positions in flight for each runner. More positions bring
// little (docs/performance.md).
func batchedAttributes() Attributes {
	return Attributes{BestBatch: batchSize, InFlight: batchSize * cores(), Threads: cores()}
}

func openBatched(n *net.Network, a Attributes) source {
	s := newBatched(n, a.BestBatch, a.Threads)
	s.alone = a.Alone
	return s
}

func newBatched(n *net.Network, size, runners int) *batched {
	return &batched{network: n, size: size, runners: runners, queues: map[shape]*queue{}}
}

// open implements [source]. The first evaluator beyond alone for a shape of board starts runners, and the
// Close of the last one stops them.
func (s *batched) open(ctx context.Context, b *game.Board) (Evaluator, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := shape{b.Width(), b.Height()}
	q := s.queues[at]
	if q == nil {
		q = &queue{shape: at, requests: make(chan *request, s.size*s.runners), stop: make(chan struct{})}
		s.queues[at] = q
	}
	if q.users.Add(1) > int64(s.alone) && !q.running {
		s.start(q, b)
	}
	return &place{source: s, queue: q, board: b, ctx: ctx, request: newRequest()}, nil
}

// start starts the runners of a queue.
func (s *batched) start(q *queue, b *game.Board) {
	q.running = true
	for range s.runners {
		batch := s.network.NewBatch(b, s.size)
		q.runners.Go(func() { q.run(batch) })
	}
}

// leave takes note that a user of a queue has left. After the last one it ends the runners.
func (s *batched) leave(q *queue) {
	s.mu.Lock()
	last := q.users.Add(-1) == 0
	if last {
		delete(s.queues, q.shape)
	}
	s.mu.Unlock()
	if last {
		close(q.stop)
		q.runners.Wait()
	}
}

// run evaluates batches until the queue stops.
func (q *queue) run(batch *net.Batch) {
	waiting := make([]*request, 0, batch.Size())
	live := make([]*net.Request, 0, batch.Size())
	for {
		select {
		case r := <-q.requests:
			waiting = q.gather(append(waiting[:0], r), batch.Size())
		case <-q.stop:
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

// gather adds the requests that already wait. First it lets the searches run that are ready to ask.
func (q *queue) gather(waiting []*request, size int) []*request {
	runtime.Gosched()
	for len(waiting) < size {
		select {
		case r := <-q.requests:
			waiting = append(waiting, r)
		default:
			return waiting
		}
	}
	return waiting
}
