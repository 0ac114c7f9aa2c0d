package backend

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
)

const rules = "epaminondas:4x6x1,max_plies=40"

func network(t testing.TB, blocks, channels int) *net.Network {
	t.Helper()
	return net.NewNetwork(weights(t, blocks, channels))
}

func weights(t testing.TB, blocks, channels int) *net.Weights {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: blocks, Channels: channels,
		PoolEvery: 2, ValueHidden: 8}, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// played is a game that searches played: its moves and the values of the searches.
type played struct {
	moves  []game.Move
	values []float32
}

// play plays a game by search with an evaluator of a source. It stops at ply last.
func play(ctx context.Context, from source, b *game.Board, seed uint64, last int) (g played, err error) {
	eval, err := from.open(ctx, b)
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

// TestGamesAreTheSame checks that games are the same to the bit with every size of batch, and with
// games that end at different times.
func TestGamesAreTheSame(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, n := game.MustBoard(rules), network(t, 2, 8)
	const games = 12
	var want [games]played
	for i := range want {
		var err error
		if want[i], err = play(t.Context(), direct{n}, b, uint64(i), 2*i+1); err != nil {
			t.Fatal(err)
		}
	}
	sources := map[string]source{"checked": checked{first: direct{n}, second: newBatched(n, 4, 2)}}
	for _, c := range [][2]int{{1, 1}, {2, 1}, {5, 2}, {64, 3}} {
		sources[fmt.Sprintf("batches of %d, %d runners", c[0], c[1])] = newBatched(n, c[0], c[1])
	}
	ends := newBatched(n, 4, 2)
	ends.alone = 5 // the longest games end without batches
	sources["batches while more than 5 play"] = ends
	for name, from := range sources {
		var group sync.WaitGroup
		for i := range want {
			group.Go(func() {
				got, err := play(t.Context(), from, b, uint64(i), 2*i+1)
				if err != nil || !slices.Equal(got.moves, want[i].moves) ||
					!slices.Equal(got.values, want[i].values) {
					t.Errorf("%s: game %d differs from that of batch 1, error %v", name, i, err)
				}
			})
		}
		group.Wait()
	}
}

// TestFewEvaluateAlone checks that runners work only from the first search for which batches pay. A
// source without runners shows who waits for them.
func TestFewEvaluateAlone(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, s := game.MustBoard(rules), stalled(t)
	s.alone = 1
	open := func(ctx context.Context) Evaluator {
		eval, err := s.open(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		return eval
	}
	ctx, cancel := context.WithCancel(t.Context())
	first := open(ctx)
	if err := within(t, ask(t, first, b)); err != nil || first.(*place).queue.running {
		t.Errorf("the only search fails with %v, or has runners", err)
	}
	second := open(t.Context())
	failed := ask(t, first, b)
	select {
	case err := <-failed:
		t.Errorf("one of two searches does not wait for a batch: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	cancel()
	if err := within(t, failed); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if err := within(t, ask(t, second, b)); err != nil {
		t.Errorf("the last search fails: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if err := within(t, ask(t, second, b)); !errors.Is(err, errClosed) {
		t.Errorf("the error after the end is %v, want %v", err, errClosed)
	}
}

// TestNobodyWaitsForTheIdle uses only one of many open places. A runner that waited for a full
// batch would wait for ever.
func TestNobodyWaitsForTheIdle(t *testing.T) {
	b, s := game.MustBoard(rules), newBatched(network(t, 1, 8), 8, 1)
	for range 7 {
		idle, err := s.open(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		defer idle.Close()
	}
	if _, err := play(t.Context(), s, b, 1, 3); err != nil {
		t.Fatal(err)
	}
}

// TestRunnersWorkForUsers checks that boards of several shapes have queues of their own. The runners
// of a shape end with its last user, and begin again with the next one.
func TestRunnersWorkForUsers(t *testing.T) {
	defer goleak.VerifyNone(t)
	s := newBatched(network(t, 1, 8), 2, 2)
	small, large := game.MustBoard(rules), game.MustBoard("crossings")
	for range 2 {
		var users []Evaluator
		for _, b := range []*game.Board{small, large, small} {
			user, err := s.open(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			users = append(users, user)
			if err := within(t, ask(t, user, b)); err != nil {
				t.Fatal(err)
			}
		}
		for i, want := range []int{2, 1, 0} {
			if err := errors.Join(users[i].Close(), users[i].Close()); err != nil { // the second does nothing
				t.Error(err)
			}
			if i == 0 { // the third user still needs the small board
				if err := within(t, ask(t, users[2], small)); err != nil {
					t.Errorf("after another user left: %v", err)
				}
			}
			if len(s.queues) != want && i > 0 || len(s.queues) != 2 && i == 0 {
				t.Errorf("%d queues after %d users left", len(s.queues), i+1)
			}
		}
		if err := within(t, ask(t, users[0], small)); !errors.Is(err, errClosed) {
			t.Errorf("a closed place answers %v", err)
		}
	}
}

// stalled returns a source without runners, so requests wait.
func stalled(t *testing.T) *batched { return newBatched(network(t, 1, 8), 8, 0) }

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

// within returns the error of an evaluation that must end soon.
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

// TestCancellation cancels a game while it waits for a batch. The other games of the batch go on.
func TestCancellation(t *testing.T) {
	defer goleak.VerifyNone(t)
	b, s := game.MustBoard(rules), newBatched(network(t, 1, 8), 8, 0)
	ctx, cancel := context.WithCancel(t.Context())
	first, err := s.open(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	second, err := s.open(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	q := second.(*place).queue
	q.requests = make(chan *request, 8)
	one, two := ask(t, first, b), ask(t, second, b)
	for len(q.requests) < 2 {
		runtime.Gosched()
	}
	cancel()
	if err := within(t, one); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want %v", err, context.Canceled)
	}
	if err := within(t, ask(t, first, b)); !errors.Is(err, context.Canceled) {
		t.Errorf("the next error is %v, want %v", err, context.Canceled)
	}
	q.runners.Go(func() { q.run(s.network.NewBatch(b, 4)) })
	if err := within(t, two); err != nil {
		t.Errorf("the other place fails: %v", err)
	}
	if err := errors.Join(first.Close(), second.Close()); err != nil {
		t.Error(err)
	}
}

// TestTakenRequests cancels a game whose request a runner has already taken. The game must wait for
// the runner, which writes to the game's memory.
func TestTakenRequests(t *testing.T) {
	b, s := game.MustBoard(rules), stalled(t)
	ctx, cancel := context.WithCancel(t.Context())
	eval, err := s.open(ctx, b)
	if err != nil {
		t.Fatal(err)
	}
	q := eval.(*place).queue
	q.requests = make(chan *request, 8)
	failed := ask(t, eval, b)
	r := <-q.requests
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
