package inference

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/mcts"
	"epaminondas/net"
)

const rules = "epaminondas:4x6x1,max_plies=40"

func network(t testing.TB, blocks, channels int) *net.Network {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: blocks, Channels: channels,
		PoolEvery: 2, ValueHidden: 8}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return net.NewNetwork(w)
}

// batched returns a source that the end of the test closes.
func batched(t testing.TB, n *net.Network, b *game.Board, cfg Config) *Batched {
	t.Helper()
	s, err := NewBatched(n, b, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// source is the common interface of [Direct] and [Batched].
type source interface {
	Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error)
}

// played is a game that searches played: its moves and the values of the searches.
type played struct {
	moves  []game.Move
	values []float32
}

// play plays a game by search with an evaluator of a source. It stops at ply last.
func play(ctx context.Context, from source, b *game.Board, seed uint64, last int) (g played, err error) {
	eval, err := from.Open(ctx, b)
	if err != nil {
		return g, err
	}
	defer func() { err = errors.Join(err, eval.Close()) }()
	search, err := mcts.New(mcts.Default(), eval, rand.New(rand.NewPCG(seed, 2)))
	if err != nil {
		return g, err
	}
	for state := b.Start(); ; {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing || len(g.moves) == last {
			return g, nil
		}
		r, err := search.Run(ctx, &state, mcts.Limit{Simulations: 16})
		if err != nil {
			return g, err
		}
		g.moves, g.values = append(g.moves, r.Moves[r.Best]), append(g.values, r.Value)
		state.Play(r.Moves[r.Best])
	}
}

// TestGamesAreTheSame plays many games at once in batches of several sizes. Each game must be
// identical to the bit to the game with batch size 1. The games end at different plies, so few are
// left at the end.
func TestGamesAreTheSame(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, n := gametest.Board(t, rules), network(t, 2, 8)
	const games = 12
	var want [games]played
	for i := range want {
		var err error
		if want[i], err = play(t.Context(), Direct{n}, b, uint64(i), 2*i+1); err != nil {
			t.Fatal(err)
		}
	}
	for _, cfg := range []Config{{1, 1}, {2, 1}, {5, 2}, {64, 3}} {
		s, err := NewBatched(n, b, cfg)
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for i := range want {
			group.Go(func() {
				got, err := play(t.Context(), s, b, uint64(i), 2*i+1)
				if err != nil || !slices.Equal(got.moves, want[i].moves) ||
					!slices.Equal(got.values, want[i].values) {
					t.Errorf("%+v: game %d differs from that of batch 1, error %v", cfg, i, err)
				}
			})
		}
		group.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestNobodyWaitsForTheIdle uses only one of many open places. A runner that waited for a full
// batch would wait for ever.
func TestNobodyWaitsForTheIdle(t *testing.T) {
	b, n := gametest.Board(t, rules), network(t, 1, 8)
	s := batched(t, n, b, Config{Size: 8, Runners: 1})
	for range 7 {
		if _, err := s.Open(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := play(t.Context(), s, b, 1, 3); err != nil {
		t.Fatal(err)
	}
}

// stalled returns a source without runners: requests wait until ctx ends or the source closes.
func stalled(b *game.Board) *Batched {
	return &Batched{board: b, requests: make(chan *request, 8), closing: make(chan struct{})}
}

// ask evaluates the start of a board in another goroutine. It returns the channel of the error.
func ask(t *testing.T, eval mcts.Evaluator, b *game.Board) <-chan error {
	t.Helper()
	failed := make(chan error, 1)
	go func() {
		start := b.Start()
		moves := start.AppendMoves(nil)
		_, err := eval.Evaluate(&start, moves, make([]float32, len(moves)))
		failed <- err
	}()
	return failed
}

// within returns the next value of a channel, and fails after some seconds.
func within(t *testing.T, failed <-chan error) error {
	t.Helper()
	select {
	case err := <-failed:
		return err
	case <-time.After(30 * time.Second):
		t.Fatal("the evaluation still waits")
		return nil
	}
}

// TestCancellation ends the wait of one place. The runner skips its request and answers the place
// of another game.
func TestCancellation(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, n := gametest.Board(t, rules), network(t, 1, 8)
	s := stalled(b)
	ctx, cancel := context.WithCancel(t.Context())
	first, err := s.Open(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.Open(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	one, two := ask(t, first, b), ask(t, second, b)
	for len(s.requests) < 2 {
		runtime.Gosched()
	}
	cancel()
	if err := within(t, one); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if err := within(t, ask(t, first, b)); !errors.Is(err, context.Canceled) {
		t.Errorf("the next error is %v, want %v", err, context.Canceled)
	}
	if _, err := s.Open(ctx, b); !errors.Is(err, context.Canceled) {
		t.Errorf("opening fails with %v, want %v", err, context.Canceled)
	}
	s.runners.Go(func() { s.run(n.NewBatch(b, 4)) })
	if err := within(t, two); err != nil {
		t.Errorf("the other place fails: %v", err)
	}
	s.Close()
}

// TestTakenRequests checks that the owner of a request cannot abandon it after a runner has taken
// it. The owner must wait for the answer.
func TestTakenRequests(t *testing.T) {
	b := gametest.Board(t, rules)
	s := stalled(b)
	ctx, cancel := context.WithCancel(t.Context())
	eval, err := s.Open(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	failed := ask(t, eval, b)
	r := <-s.requests
	if !r.take() {
		t.Fatal("the request cannot be taken")
	}
	cancel()
	select {
	case err := <-failed:
		t.Fatalf("the owner went on while the runner writes: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	r.finish()
	if err := within(t, failed); err != nil {
		t.Errorf("the answer is %v", err)
	}
}

// TestClose closes a source twice while games wait for it.
func TestClose(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, n := gametest.Board(t, rules), network(t, 1, 8)
	s := stalled(b)
	var waits []<-chan error
	for range 10 { // two of them find the queue full
		eval, err := s.Open(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		waits = append(waits, ask(t, eval, b))
	}
	for len(s.requests) < cap(s.requests) {
		runtime.Gosched()
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, failed := range waits {
		if err := within(t, failed); !errors.Is(err, ErrClosed) {
			t.Errorf("the error is %v, want %v", err, ErrClosed)
		}
	}
	if _, err := s.Open(t.Context(), b); !errors.Is(err, ErrClosed) {
		t.Errorf("opening fails with %v, want %v", err, ErrClosed)
	}
	open := batched(t, n, b, Config{Size: 2, Runners: 1})
	eval, err := open.Open(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if err := eval.Close(); err != nil {
		t.Error(err)
	}
	if err := within(t, ask(t, eval, b)); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed place answers %v", err)
	}
	open.Close()
}

// TestRefusals checks that errors for bad settings and boards name the problem.
func TestRefusals(t *testing.T) {
	b, n := gametest.Board(t, rules), network(t, 1, 8)
	for want, cfg := range map[string]Config{
		"size is 0, want 1 to 1024": {0, 1}, "size is 1025": {1025, 1}, "runners is 0, want 1 to 256": {1, 0},
	} {
		if _, err := NewBatched(n, b, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %s", cfg, err, want)
		}
	}
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	s := batched(t, n, b, Config{Size: 1, Runners: 1})
	if _, err := s.Open(t.Context(), gametest.Board(t, "crossings")); err == nil ||
		!strings.Contains(err.Error(), "8x8: this source is for 4x6") {
		t.Errorf("another board: error %v", err)
	}
	eval, err := s.Open(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	start := b.Start()
	if _, err := eval.Evaluate(&start, nil, nil); err == nil {
		t.Error("no moves are not refused")
	}
}
