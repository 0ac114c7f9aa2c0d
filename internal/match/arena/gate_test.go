package arena

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/result"
	"epaminondas/mcts"
	"epaminondas/net"
)

// weights returns a small network without training.
func weights(t testing.TB, seed uint64) *net.Weights {
	t.Helper()
	w, err := net.NewWeights(net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4},
		rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestGate(t *testing.T) {
	cfg := result.DefaultGate()
	cfg.Games, cfg.Simulations, cfg.OpeningPlies = 20, 4, 6
	var calls atomic.Int64
	trial := Trial{
		Board:     game.MustBoard("epaminondas:4x6x1,max_plies=60"),
		Candidate: NamedNetwork{"candidate", backend.MustOpen(weights(t, 1))},
		Best:      NamedNetwork{"best", backend.MustOpen(weights(t, 1))},
		Search:    mcts.Default(),
		Seed:      1,
		Parallel:  1,
		Throttle:  func() { calls.Add(1) },
	}
	r, err := Gate(context.Background(), cfg, trial)
	if err != nil {
		t.Fatal(err)
	}
	if r.A != "candidate" || r.B != "best" || r.Score != 0.5 || calls.Load() == 0 {
		t.Errorf("twins meet: %+v", r)
	}
	if r.Test == nil || r.Test.Elo1 != cfg.Elo1 || r.Test.Decision == result.Accepted {
		t.Errorf("the test of twins is %+v", r.Test)
	}
	drawn := int64(-1)
	calls.Store(0)
	trial.Progress = func(Standing) {
		if drawn < 0 {
			drawn = calls.Load()
		}
	}
	trial.Parallel = 2
	again, err := Gate(context.Background(), cfg, trial)
	if err != nil || !reflect.DeepEqual(untimedResult(again), untimedResult(r)) {
		t.Errorf("the gate is not reproducible: %v, %+v, first %+v", err, again, r)
	}
	if drawn < int64(cfg.Games)/2 {
		t.Errorf("the throttle is called %d times for %d openings", drawn, cfg.Games/2)
	}
}

// TestOpeningsForHundredsOfGames checks that the smallest board of the configs has enough openings
// for a gate of hundreds of games.
func TestOpeningsForHundredsOfGames(t *testing.T) {
	board := game.MustBoard("epaminondas:4x6x1,max_plies=60,limit=draw")
	if err := EnoughOpenings(t.Context(), board, 800, 6); err != nil {
		t.Error(err)
	}
}

// TestNetPlayer checks that a network from its file plays as it does from memory.
func TestNetPlayer(t *testing.T) {
	b := game.MustBoard("crossings,max_plies=40")
	path := filepath.Join(t.TempDir(), "a.safetensors")
	w := weights(t, 2)
	if err := net.SaveCheckpoint(path, &net.Checkpoint{Weights: w}); err != nil {
		t.Fatal(err)
	}
	fromFile, err := factory(t, b, "net:"+path+",sims=8").New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := fromFile.NewGame(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	inMemory, err := player.NetFactory("memory", backend.MustOpen(w), b,
		mcts.Play(), mcts.Limit{Simulations: 8}).New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	inMemory.NewGame(context.Background(), 99) // without noise the seed has no effect
	for state, ply := b.Start(), 0; ply < 10; ply++ {
		one, err := fromFile.Choose(context.Background(), player.Turn{State: &state})
		if err != nil {
			t.Fatal(err)
		}
		other, err := inMemory.Choose(context.Background(), player.Turn{State: &state})
		if err != nil {
			t.Fatal(err)
		}
		if one != other {
			t.Fatalf("ply %d: %+v from the file, %+v from memory", ply, one, other)
		}
		if one.Nodes != 8 {
			t.Errorf("ply %d: %d simulations, want 8", ply, one.Nodes)
		}
		state.Play(one.Move)
	}
}

// TestDefaultGatePower checks the comment of [result.DefaultGate] for pairs with typical results of
// networks.
func TestDefaultGatePower(t *testing.T) {
	const trials = 400
	cfg := result.DefaultGate()
	worlds := map[float64][]float64{0: {0.2, 0.05, 0.5, 0.05, 0.2}, 150: {0.05, 0.03, 0.41, 0.08, 0.43}}
	for elo, want := range map[float64]float64{0: 0.05, 150: 0.95} {
		rng := rand.New(rand.NewPCG(1, 1))
		kinds, accepted, games := distuv.NewCategorical(worlds[elo], rng), 0, 0
		for range trials {
			var pairs result.Pairs
			decision := result.Undecided
			for decision == result.Undecided && 2*pairs.Count() < cfg.Games {
				pairs[int(kinds.Rand())]++
				decision = cfg.Decide(pairs)
			}
			games += 2 * pairs.Count()
			if decision == result.Accepted {
				accepted++
			}
		}
		share := float64(accepted) / trials
		t.Logf("%+.0f Elo: accepted in %.1f%%, %d games", elo, 100*share, games/trials)
		if (elo == 0 && share > want+0.02) || (elo > 0 && share < want) {
			t.Errorf("%+.0f Elo: accepted in %.1f%% of trials, want about %.0f%%", elo, 100*share, 100*want)
		}
	}
}
