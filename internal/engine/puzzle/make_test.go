package puzzle

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/mcts"
)

// randomGames returns n games of random moves.
func randomGames(b *game.Board, n int, seed uint64) func(context.Context) ([]game.State, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	return func(context.Context) ([]game.State, error) {
		if n--; n < 0 {
			return nil, nil
		}
		s := b.Start()
		var line []game.State
		for len(line) < 80 {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			line = append(line, b.Position(s.Stones(game.White), s.Stones(game.Black), s.Turn()))
			s.Play(moves[rng.IntN(len(moves))])
		}
		return line, nil
	}
}

// On a solved board, exactly one move of each puzzle wins. The same games give the same puzzles.
func TestMakeOnASolvedBoard(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	table, err := solve.Solve(t.Context(), board.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var texts [2][]byte
	for i := range texts {
		set, err := Make(t.Context(), Making{Board: board, Count: 12, Games: randomGames(board, 200, 1),
			Network: mcts.Uniform{}, Table: table})
		if err != nil {
			t.Fatal(err)
		}
		texts[i] = set.Format(nil)
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("the same games give other puzzles")
	}
	set, err := Read(bytes.NewReader(texts[0]))
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Puzzles) < 6 {
		t.Fatalf("the games gave %d puzzles", len(set.Puzzles))
	}
	lengths := map[int]int{}
	for i := range set.Puzzles {
		p := &set.Puzzles[i]
		lengths[p.Moves]++
		for _, m := range p.Start.AppendMoves(nil) {
			next := p.Start
			next.Play(m)
			value, err := table.Value(&next)
			if err != nil {
				t.Fatal(err)
			}
			if (value == solve.Loss) != (m == p.Solution) {
				t.Errorf("%s: after %v the value is %v", p.Start.Placement(), m, value)
			}
		}
		if p.Moves > 3 {
			continue // a plain search takes too long
		}
		if plain := plainLength(&p.Start, p.Moves); plain != p.Moves {
			t.Errorf("%s takes %d moves, by plain search %d", p.Start.Placement(), p.Moves, plain)
		}
	}
	if lengths[1] > 3 || lengths[2] > 5 || len(lengths) < 2 {
		t.Errorf("the lengths are %v", lengths)
	}
}

// plainLength returns the least number of moves of a win, up to most+1, by a search with the rules
// alone.
func plainLength(s *game.State, most int) int {
	for n := 1; n <= most; n++ {
		if plainWins(s, n, s.Turn()) {
			return n
		}
	}
	return most + 1
}

// plainWins reports whether us wins by the start of its turn after n more moves of its own.
func plainWins(s *game.State, n int, us game.Colour) bool {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return outcome.For(us) > 0
	}
	if s.Turn() == us && n == 0 {
		return false
	}
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		if s.Turn() == us {
			if plainWins(&next, n-1, us) {
				return true
			}
		} else if !plainWins(&next, n, us) {
			return false
		}
	}
	return s.Turn() != us
}

// The shortest search agrees with a plain one on random positions.
func TestShortestAgreesWithPlainSearch(t *testing.T) {
	won := 0
	for _, rules := range []string{"epaminondas:4x5x1", "epaminondas:5x5x1,symmetry=none",
		"crossings:4x5x1"} {
		board := game.MustBoard(rules)
		next := randomGames(board, 60, 2)
		var search shortest
		for {
			line, err := next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if line == nil {
				break
			}
			for i := max(0, len(line)-4); i < len(line); i++ {
				for n := 1; n <= 2; n++ {
					wins, ok := search.within(&line[i], n, 1_000_000)
					if want := plainWins(&line[i], n, line[i].Turn()); !ok || wins != want {
						t.Errorf("%s, %s within %d moves: %v, %v, want %v", rules,
							line[i].Placement(), n, wins, ok, want)
					} else if wins {
						won++
					}
				}
			}
		}
	}
	if won < 50 {
		t.Errorf("only %d positions are won", won)
	}
}

// A search says when its budget is spent.
func TestShortestStops(t *testing.T) {
	start := game.MustBoard("epaminondas:8x8").Start()
	var search shortest
	if wins, ok := search.within(&start, 4, 1000); wins || ok {
		t.Errorf("with 1000 positions the answer is %v, %v", wins, ok)
	}
}
