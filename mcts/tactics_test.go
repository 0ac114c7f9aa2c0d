package mcts

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// tacticalBoards are boards on which tactics are tested.
var tacticalBoards = []string{"epaminondas", "epaminondas:8x8", "crossings", "epaminondas:4x6x1",
	"epaminondas:5x9", "crossings:5x6x1,crossed=free", "epaminondas:5x9,crossed=fixed"}

// TestTacticalMoves compares the tactical moves with their definition, over random games.
func TestTacticalMoves(t *testing.T) {
	for _, rules := range tacticalBoards {
		eachOfRandomGames(game.MustBoard(rules), 5, func(s *game.State) {
			var want []game.Move
			for _, m := range s.AppendMoves(nil) {
				far := s.Board().FarRow(s.Turn())
				taken := s.Captured(m)
				if !taken.Empty() || far.Has(s.Landing(m)) {
					want = append(want, m)
				}
			}
			if got := appendTactical(nil, s); !slices.Equal(got, want) {
				t.Fatalf("%v: tactical moves %v, want %v", s, got, want)
			}
		})
	}
}

// eachOfRandomGames calls a function with every unfinished position of n random games of at most
// 200 plies.
func eachOfRandomGames(b *game.Board, n int, show func(*game.State)) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range n {
		s := b.Start()
		for range 200 {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			show(&s)
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// TestTacticalShare checks that the tactical moves of each expanded position get their share of the
// prior. The result has the evaluator's prior.
func TestTacticalShare(t *testing.T) {
	const share = 0.3
	for _, rules := range tacticalBoards {
		p := &position{eval: &hashed{}, temperature: 1, tacticalShare: share}
		var x expansion
		eachOfRandomGames(game.MustBoard(rules), 3, func(s *game.State) {
			p.root = *s
			if err := p.expand(nil, &x); err != nil {
				t.Fatal(err)
			}
			said := make([]float32, len(x.actions))
			if _, err := (&hashed{}).Evaluate(s, x.actions, said); err != nil {
				t.Fatal(err)
			}
			tactical := appendTactical(nil, s)
			for i, m := range x.actions {
				want := said[i]
				if len(tactical) > 0 {
					want *= 1 - share
				}
				if slices.Contains(tactical, m) {
					want += share / float32(len(tactical))
				}
				if math.Abs(float64(x.prior[i]-want)) > 1e-6 {
					t.Fatalf("%v: prior %v of move %d, want %v", s, x.prior[i], i, want)
				}
			}
			got := slices.Clone(x.prior)
			p.evaluated(got)
			if !near(got, said, 1e-6) {
				t.Fatalf("%v: prior %v, the evaluator said %v", s, got, said)
			}
		})
	}
}

// blind is an evaluator that gives tactical moves a very small prior.
type blind struct{}

func (blind) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	tactical := appendTactical(nil, s)
	for i, m := range moves {
		prior[i] = 1 / float32(len(moves)-len(tactical))
		if slices.Contains(tactical, m) {
			prior[i] = 0
		}
	}
	return 0, nil
}

// TestTacticalMovesAreTried checks that a search with a tactical share tries moves that the
// evaluator overlooks. The result has the evaluator's prior.
func TestTacticalMovesAreTried(t *testing.T) {
	b := game.MustBoard("epaminondas:8x8")
	s, err := b.ParseState("bbbbbbbb/......../...b..../......../...w..../...w..../...w..../wwwwwwww w")
	if err != nil {
		t.Fatal(err)
	}
	tactical := appendTactical(nil, &s)
	if len(tactical) == 0 {
		t.Fatalf("%v has no tactical move", &s)
	}
	for _, root := range []string{RootGumbel, RootPUCT} {
		for _, share := range []float64{0, 0.3} {
			cfg := Play()
			cfg.Root, cfg.TacticalShare = root, share
			r := mustRun(t, newSearch(t, cfg, blind{}, 1), &s, Limit{Simulations: 64})
			tried := 0
			for i, m := range r.Moves {
				if slices.Contains(tactical, m) && r.Visits[i] > 0 {
					tried++
				}
				if slices.Contains(tactical, m) && r.Prior[i] > 1e-6 {
					t.Errorf("%s, share %v: prior %v of a move that the evaluator overlooks", root, share,
						r.Prior[i])
				}
			}
			if (tried > 0) != (share > 0) {
				t.Errorf("%s, share %v: %d tactical moves tried of %d", root, share, tried, len(tactical))
			}
		}
	}
}
