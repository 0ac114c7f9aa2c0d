package engine_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
)

// forward is an evaluator that prefers moves to high squares and judges all positions as even.
type forward struct{ calls int }

func (f *forward) Evaluate(_ *game.State, moves []game.Move, prior []float32) (float32, error) {
	f.calls++
	sum := float32(0)
	for i, m := range moves {
		prior[i] = float32(1 + m.RearLanding().Row())
		sum += prior[i]
	}
	for i := range prior {
		prior[i] /= sum
	}
	return 0, nil
}

// free is an evaluator that holds nothing.
type free struct{ mcts.Evaluator }

func (free) Close() error { return nil }

// byTree chooses a move by a tree search with an evaluator.
func byTree(ctx context.Context, l engine.Level, eval mcts.Evaluator, s *game.State, seed uint64) (
	engine.LevelChoice, error) {
	e, err := treesearch.New(mcts.Play(), free{eval})
	if err != nil {
		return engine.LevelChoice{}, err
	}
	return l.Choose(ctx, e, s, seed)
}

// chooser chooses a move under a seed.
type chooser func(ctx context.Context, s *game.State, seed uint64) (engine.LevelChoice, error)

// choosers returns both ways to play at a level.
func choosers(l engine.Level) map[string]chooser {
	return map[string]chooser{
		"classical": func(ctx context.Context, s *game.State, seed uint64) (engine.LevelChoice, error) {
			e, err := alphabeta.Open(s.Board(), alphabeta.DefaultWeights(s.Board().Rules()), l.TableMiB())
			if err != nil {
				return engine.LevelChoice{}, err
			}
			return l.Choose(ctx, e, s, seed)
		},
		"network": func(ctx context.Context, s *game.State, seed uint64) (engine.LevelChoice, error) {
			return byTree(ctx, l, &forward{}, s, seed)
		},
	}
}

// levels returns the levels on the board of the tests.
func levels() []engine.Level { return engine.Levels(game.MustBoard("crossings").Rules()) }

// weak is the number of levels of each engine that draw among all moves.
const weak = 6

// TestLevelsAreFunctionsOfTheSeed checks that every level plays a legal move. The weak levels,
// which no time ends, must repeat the move under the same seed and vary it with the seed.
func TestLevelsAreFunctionsOfTheSeed(t *testing.T) {
	s := game.MustBoard("crossings").Start()
	for i, l := range levels() {
		timed := i >= engine.SteadyLevels-1 // a slow machine may not finish the search
		if l.Time = 0; timed {
			l.Time = 50 * time.Millisecond
		}
		for name, choose := range choosers(l) {
			seen := map[game.Move]bool{}
			for seed := range uint64(8) {
				one, err := choose(t.Context(), &s, seed)
				if err != nil || !s.Legal(one.Move) || !(math.Abs(float64(one.Value)) <= 1) || !timed &&
					one.Nodes == 0 {
					t.Fatalf("%s at level %d: %+v, %v", name, i+1, one, err)
				}
				seen[one.Move] = true
				if !timed {
					if two, err := choose(t.Context(), &s, seed); err != nil || two != one {
						t.Errorf("%s at level %d: %+v, then %+v, %v", name, i+1, one, two, err)
					}
				}
				if i >= weak {
					break
				}
			}
			if i < 2 && len(seen) < 4 {
				t.Errorf("%s at level %d plays only %d moves under 8 seeds", name, i+1, len(seen))
			}
		}
	}
}

// TestLevelsSpend checks that a level uses the simulations it declares, and that a beginner uses
// none.
func TestLevelsSpend(t *testing.T) {
	s := game.MustBoard("crossings").Start()
	for i, l := range levels()[:engine.SteadyLevels] {
		l.Time = 0
		_, simulations := l.Nodes()
		eval, want := &forward{}, simulations+1
		if _, err := byTree(t.Context(), l, eval, &s, 1); err != nil || eval.calls != want {
			t.Errorf("level %d asks the network %d times, %v; want %d", i+1, eval.calls, err, want)
		}
	}
}

// TestLevelsRefuse checks that both ways to play return an error if there is no move or if the
// search is stopped.
func TestLevelsRefuse(t *testing.T) {
	over := game.MustBoard("epaminondas:4x6x1").Start()
	over, err := over.Board().ParseState("w.../..../..../..../..../.... b")
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range levels() {
		for name, choose := range choosers(l) {
			if c, err := choose(t.Context(), &over, 1); err == nil {
				t.Errorf("%s at level %d plays %+v when the game is over", name, i+1, c)
			}
		}
	}
	rules := game.MustBoard("crossings").Rules()
	for _, number := range []int{-1, 0, 16} {
		l, err := engine.LevelOf(rules, number)
		if err == nil || !strings.Contains(err.Error(), "choose 1 to 15") {
			t.Errorf("level %d is %+v, %v", number, l, err)
		}
	}
	if l, err := engine.LevelOf(rules, 15); err != nil || l != levels()[14] {
		t.Errorf("level 15 is %+v, %v", l, err)
	}
}

// torn is an evaluator that gives one move the prior 0.9, another move 0.1, and all others 0.
type torn struct{}

func (torn) Evaluate(_ *game.State, _ []game.Move, prior []float32) (float32, error) {
	clear(prior)
	prior[0], prior[1] = 0.9, 0.1
	return 0, nil
}

// TestPolicyTemperature checks that a level without a search draws from the policy at its
// temperature: p^(1/t).
func TestPolicyTemperature(t *testing.T) {
	s := game.MustBoard("crossings").Start()
	first := s.AppendMoves(nil)[0]
	for i, l := range levels() {
		if _, simulations := l.Nodes(); simulations > 0 || l.Temperature() == 0 {
			break
		}
		odds := math.Pow(9, 1/l.Temperature())
		want, times, n := odds/(1+odds), 0, 2000
		for seed := range uint64(n) {
			c, err := byTree(t.Context(), l, torn{}, &s, seed)
			if err != nil {
				t.Fatal(err)
			}
			if c.Move == first {
				times++
			}
		}
		if share := float64(times) / float64(n); math.Abs(share-want) > 0.03 {
			t.Errorf("level %d plays the better move %.3f of the time, want %.3f", i+1, share, want)
		}
	}
}

// TestSearchTemperature checks that strong levels play the best move of the search for every seed,
// and that weaker levels draw.
func TestSearchTemperature(t *testing.T) {
	s := game.MustBoard("crossings").Start()
	for i, l := range levels()[:engine.SteadyLevels] {
		if _, simulations := l.Nodes(); simulations == 0 {
			continue
		}
		l.Time = 0
		l.SetSimulations(24)
		seen := map[game.Move]bool{}
		for seed := range uint64(40) {
			c, err := byTree(t.Context(), l, &forward{}, &s, seed)
			if err != nil {
				t.Fatal(err)
			}
			seen[c.Move] = true
		}
		if draws := len(seen) > 1; draws != (l.Temperature() > 0) {
			t.Errorf("level %d plays %d moves under 40 seeds", i+1, len(seen))
		}
	}
}

// TestLevelsRise checks the table of levels on each of its boards: a stronger level never searches less
// or draws more freely, and hints have the same size on each board.
func TestLevelsRise(t *testing.T) {
	for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas:8x8", "epaminondas"} {
		list := engine.Levels(game.MustBoard(name).Rules())
		for i := 1; i < engine.SteadyLevels; i++ {
			if a, b := list[i-1], list[i]; !b.Above(a) {
				t.Errorf("%s: level %d is %+v, after %+v", name, i+1, b, a)
			}
		}
		hint := list[engine.HintLevel-1]
		positions, simulations := hint.Nodes()
		if positions != 50_000 || simulations != 300 || hint.Temperature() != 0 {
			t.Errorf("%s: the level of hints is %+v", name, hint)
		}
	}
}
