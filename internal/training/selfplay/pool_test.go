package selfplay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// endlessGame is a source of evaluators that wait until the game may go on.
type endlessGame struct {
	mcts.Uniform
	goOn chan struct{}
}

func (e endlessGame) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) {
	return held{e, func() error { return nil }}, nil
}

func (e endlessGame) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	<-e.goOn
	return e.Uniform.Evaluate(s, moves, prior)
}

// While one game does not end, a pool that may pass it over delivers all others. Another pool keeps a
// bounded number of games waiting, and delivers all in order at the end.
func TestOneLongGame(t *testing.T) {
	for _, passOver := range []bool{true, false} {
		p := player(t, "epaminondas:4x6x1,max_plies=20")
		p.Config.Workers = 2
		const games = 200
		slow := endlessGame{goOn: make(chan struct{})}
		goOn := sync.OnceFunc(func() { close(slow.goOn) })
		t.Cleanup(goOn)
		var asked atomic.Int64
		var kept []uint64
		all := make(chan struct{})
		pool := Pool{
			Actor: p,
			Next: func(context.Context) (uint64, Player, bool) {
				number := uint64(asked.Add(1)) - 1
				if number == 0 {
					return 0, Player{Name: "slow", Evaluators: slow}, true
				}
				return number, Random, number < games
			},
			Keep: func(_ context.Context, g *replay.Game) error {
				kept = append(kept, g.Number)
				if passOver && len(kept) == games-1 {
					close(all)
				}
				return nil
			},
			PassOver: passOver,
		}
		ended := make(chan error, 1)
		go func() { ended <- pool.Run(t.Context()) }()
		if passOver {
			select {
			case <-all:
			case <-time.After(30 * time.Second):
				t.Fatal("a long game holds the others back")
			}
		} else {
			time.Sleep(300 * time.Millisecond)
			if begun := asked.Load(); begun > 2*heldForEach+2 {
				t.Errorf("%d games have begun while the first one goes on, want at most %d", begun, 2*heldForEach+2)
			}
		}
		goOn()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		for i, number := range kept {
			if !passOver && number != uint64(i) || passOver && i < games-1 && number == 0 {
				t.Fatalf("pass over %v: game %d comes as number %d", passOver, number, i)
			}
		}
		if len(kept) != games {
			t.Errorf("pass over %v: %d games are kept, want %d", passOver, len(kept), games)
		}
	}
}

// A store that fails is reported even if the pool is cancelled at the same moment.
func TestPoolKeepsErrorsBesideCancellation(t *testing.T) {
	for range 20 {
		p := player(t, "epaminondas:4x6x1,max_plies=20")
		p.Config.Workers = 2
		ctx, interrupt := context.WithCancel(t.Context())
		number := uint64(0)
		err := (&Pool{
			Actor: p,
			Next: func(context.Context) (uint64, Player, bool) {
				number++
				return number - 1, Random, true
			},
			Keep: func(context.Context, *replay.Game) error {
				interrupt()
				time.Sleep(time.Millisecond) // the workers see it first
				return fmt.Errorf("keep: %w", errBroken)
			},
		}).Run(ctx)
		if !errors.Is(err, errBroken) || errors.Is(err, context.Canceled) {
			t.Fatalf("it ends with %v, want %v", err, errBroken)
		}
	}
}
