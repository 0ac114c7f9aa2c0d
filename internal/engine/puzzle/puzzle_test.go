package puzzle

import (
	"context"
	"flag"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/mcts/threat"
)

// full makes TestShippedPuzzles examine every puzzle, which takes many minutes.
var full = flag.Bool("full", false, "examine every puzzle that comes with the program")

// least is the least number of puzzles of a board.
const least = 40

// on8x8 returns the puzzles of 8x8.
func on8x8(t testing.TB) *Set {
	t.Helper()
	for _, set := range shipped(t) {
		if set.Board.Rules().Name() == "epaminondas:8x8" {
			return set
		}
	}
	t.Fatal("there are no puzzles for 8x8")
	return nil
}

func shipped(t testing.TB) []*Set {
	t.Helper()
	sets, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	return sets
}

// TestShippedPuzzles proves the solutions of a sample again, and that the page's answers accept them.
// The reader has checked that all positions and solutions are legal and different. With -full it
// examines every puzzle, and solves the boards that can be solved.
func TestShippedPuzzles(t *testing.T) {
	boards := map[string]bool{}
	for _, set := range shipped(t) {
		name := set.Board.Rules().Name()
		boards[name] = true
		t.Run(name, func(t *testing.T) {
			if len(set.Puzzles) < least {
				t.Errorf("the board has %d puzzles, want at least %d", len(set.Puzzles), least)
			}
			every, e := len(set.Puzzles)/8, (*Examiner)(nil)
			if *full {
				every, e = 1, examiner(t, set.Board)
			}
			prover := newProver(t, set.Board)
			for i := 0; i < len(set.Puzzles); i += every {
				p := &set.Puzzles[i]
				if *full {
					if err := e.Check(t.Context(), p); err != nil {
						t.Errorf("%s, %s: %v", p.ID(), p.Start.Placement(), err)
					}
				}
				checkSolvable(t, prover, p)
			}
		})
	}
	for _, name := range []string{"epaminondas:8x8", "epaminondas"} {
		if !boards[name] {
			t.Errorf("there are no puzzles for %s", name)
		}
	}
}

func newProver(t testing.TB, b *game.Board) *Prover {
	t.Helper()
	p, err := NewProver(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// examiner returns an examiner, with the solution of the board if there can be one.
func examiner(t testing.TB, b *game.Board) *Examiner {
	t.Helper()
	var table *solve.Table
	var err error
	if solve.Supported(b.Rules()) == nil {
		if table, err = solve.Solve(t.Context(), b.Rules(), nil); err != nil {
			t.Fatal(err)
		}
	}
	e, err := NewExaminer(b, table)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// checkSolvable plays the solution of a puzzle against the answers of the page.
func checkSolvable(t *testing.T, prover *Prover, p *Puzzle) {
	t.Helper()
	line, err := prover.Line(t.Context(), &p.Start)
	if err != nil || len(line) == 0 || line[0] != p.Solution {
		t.Errorf("%s: the solution is not proven again: %v, %v", p.ID(), line, err)
		return
	}
	state := p.Start
	for i := 0; ; i++ {
		state.Play(move(t, prover, &state, p.Solution, i))
		answer, err := prover.Answer(t.Context(), &state, true)
		if err != nil {
			t.Fatal(err)
		}
		if !answer.Wins || i > MostMoves {
			t.Errorf("%s: move %d of the solution is not accepted", p.ID(), i+1)
			return
		}
		if answer.Over {
			return
		}
		state.Play(answer.Move)
	}
}

// move returns the winning move of a position: the solution first, then a proven move.
func move(t *testing.T, prover *Prover, s *game.State, solution game.Move, i int) game.Move {
	t.Helper()
	if i == 0 {
		return solution
	}
	proof, err := prover.Prove(t.Context(), s, Solving())
	if err != nil || proof.Result != threat.Win {
		t.Fatalf("%s: no win is proven: %v", s.Placement(), err)
	}
	return proof.Move
}

// Every other first move gets an answer that says that it does not win.
func TestWrongMovesAreAnswered(t *testing.T) {
	set := on8x8(t)
	prover := newProver(t, set.Board)
	for i := 0; i < len(set.Puzzles); i += len(set.Puzzles)/3 + 1 {
		p := &set.Puzzles[i]
		for n, m := range p.Start.AppendMoves(nil) {
			if m == p.Solution || n%5 != 0 {
				continue
			}
			state := p.Start
			state.Play(m)
			answer, err := prover.Answer(t.Context(), &state, false)
			if err != nil || answer.Wins || answer.Over {
				t.Fatalf("%s: %v is accepted: %+v, %v", p.ID(), m, answer, err)
			}
			if over(&state) {
				continue
			}
			if !state.Legal(answer.Move) {
				t.Fatalf("%s: after %v the answer is illegal: %v", p.ID(), m, answer.Move)
			}
		}
	}
}

// A puzzle is refused if its solution, its number of moves or its uniqueness is wrong.
func TestCheckRefusesWrongPuzzles(t *testing.T) {
	set := on8x8(t)
	e, err := NewExaminer(set.Board, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := set.Puzzles[0]
	if err := e.Check(context.Background(), &p); err != nil {
		t.Fatal(err)
	}
	longer := p
	longer.Moves++
	if e.Check(context.Background(), &longer) == nil {
		t.Error("a wrong number of moves passes")
	}
	other := p
	for _, m := range p.Start.AppendMoves(nil) {
		if m != p.Solution {
			other.Solution = m
		}
	}
	if e.Check(context.Background(), &other) == nil {
		t.Error("a wrong solution passes")
	}
	start := Puzzle{Start: set.Board.Start(), Solution: p.Solution, Moves: 1}
	if e.Check(context.Background(), &start) == nil {
		t.Error("the start of the board passes")
	}
}

// The rating grows with the number of moves, and as the network misses the solution.
func TestRating(t *testing.T) {
	easy, longer := Puzzle{Moves: 1, Prior: 1}, Puzzle{Moves: 2, Prior: 1}
	missed := Puzzle{Moves: 1, Prior: 0.01}
	if easy.Rating() != 700 || longer.Rating() != 920 || missed.Rating() != 1165 {
		t.Errorf("the ratings are %d, %d and %d", easy.Rating(), longer.Rating(), missed.Rating())
	}
	if zero := (&Puzzle{Moves: 1}).Rating(); zero != 1398 {
		t.Errorf("without a prior the rating is %d", zero)
	}
}
