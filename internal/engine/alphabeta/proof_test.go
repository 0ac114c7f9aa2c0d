package alphabeta

import (
	"context"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// TestProofsAgreeWithSolvedBoards compares the proven values of all moves with the exact values.
func TestProofsAgreeWithSolvedBoards(t *testing.T) {
	for _, name := range []string{"epaminondas:4x4x1", "epaminondas:3x6x1,symmetry=rotation"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := game.MustBoard(name)
			table, err := solve.Solve(context.Background(), b.Rules(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range bothPrunings(t, b) {
				proofs := 0
				for _, pos := range table.Sample(60, 7) {
					proofs += compareSolved(t, s, table, rebuilt(b, &pos))
				}
				if proofs < 60 {
					t.Errorf("%+v: only %d moves were proven", s.pruning, proofs)
				}
			}
		})
	}
}

// bothPrunings returns searches by features that prune as for features and as for lines.
func bothPrunings(t *testing.T, b *game.Board) []*Search {
	t.Helper()
	byFeatures, byLines := newSearch(t, b, 1), newSearch(t, b, 1)
	byLines.prunes(linePruning)
	return []*Search{byFeatures, byLines}
}

// rebuilt returns the same position on another board with the same rules.
func rebuilt(b *game.Board, pos *game.State) game.State {
	return b.Position(pos.Stones(game.White), pos.Stones(game.Black), pos.Turn())
}

// compareSolved searches all moves of a position and returns the number of proven moves.
func compareSolved(t *testing.T, s *Search, table *solve.Table, pos game.State) (proofs int) {
	t.Helper()
	r, err := s.Run(context.Background(), &pos, Limit{Nodes: 1500}, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range r.Lines {
		if !l.Proven {
			continue
		}
		proofs++
		next := pos
		next.Play(l.Move)
		value, err := table.Value(&next)
		if err != nil {
			t.Fatal(err)
		}
		if float32(-value) != l.Value {
			t.Fatalf("%q: the proven value of %s is %v, the exact value %v", pos.String(),
				pos.FormatMove(l.Move, game.RearNotation), l.Value, -value)
		}
	}
	return proofs
}

// TestProofsAgreeWithFullWidthSearch checks every proof by a full-width search of the same number
// of plies.
func TestProofsAgreeWithFullWidthSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	claims := 0
	for _, pos := range randomPositions(t, 400, 6, rng) {
		s := newSearch(t, pos.Board(), 1)
		r, err := s.Run(context.Background(), &pos, Limit{Nodes: 2000}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := r.Lines[0]
		if !l.Proven || l.Plies > 5 {
			continue
		}
		nodes := 30_000
		if got, ok := ends(pos, l.Plies, &nodes); ok && float32(got) != l.Value {
			t.Fatalf("%s %q: the proven value is %v in %d plies, full-width search finds %d",
				pos.Board().Rules().Name(), pos.String(), l.Value, l.Plies, got)
		} else if ok {
			claims++
		}
	}
	if claims < 100 {
		t.Errorf("only %d proofs could be checked", claims)
	}
}

// ends returns 1 if the mover can win within some plies, -1 if it must lose within them, and
// otherwise 0. ok is false if the search takes too long.
func ends(pos game.State, plies int, nodes *int) (value int, ok bool) {
	*nodes--
	outcome, _ := pos.Outcome()
	if outcome != game.Ongoing || plies == 0 {
		return outcome.For(pos.Turn()), *nodes >= 0
	}
	best := -1
	for _, m := range pos.AppendMoves(nil) {
		next := pos
		next.Play(m)
		value, ok := ends(next, plies-1, nodes)
		if !ok {
			return 0, false
		}
		if best = max(best, -value); best == 1 {
			break
		}
	}
	return best, true
}

// TestBoundsThatProveAreTrue searches with null windows, where the search prunes positions. It
// compares bounds beyond the range of the evaluation with the exact values.
func TestBoundsThatProveAreTrue(t *testing.T) {
	b := game.MustBoard("epaminondas:4x4x1")
	table, err := solve.Solve(context.Background(), b.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range bothPrunings(t, b) {
		checkBounds(t, s, table)
	}
}

// checkBounds compares the proofs of a search with the exact values.
func checkBounds(t *testing.T, s *Search, table *solve.Table) {
	t.Helper()
	proofs := 0
	for _, sample := range table.Sample(300, 8) {
		for _, m := range sample.AppendMoves(nil) {
			next := sample
			next.Play(m)
			value, err := table.Value(&next)
			if err != nil {
				t.Fatal(err)
			}
			for depth := 1; depth <= 3; depth++ {
				s.stop = newStopRule(context.Background(), Limit{})
				root := rebuilt(s.eval.board, &next)
				s.start(&root)
				alpha := int(m)*7%600 - 300
				score := s.search(0, depth, alpha, alpha+1, true)
				if !isProven(score) {
					continue
				}
				proofs++
				if (score > 0) != (value == solve.Win) || value == solve.Draw {
					t.Fatalf("%q: depth %d from %d on gives %d, the position is a %v", next.String(),
						depth, alpha, score, value)
				}
			}
		}
	}
	if proofs < 300 {
		t.Errorf("only %d bounds prove anything", proofs)
	}
}
