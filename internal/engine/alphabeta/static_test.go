package alphabeta

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta/lines"
)

// learned returns an evaluation by lines that learned to count stones, in a moment.
func learned(t testing.TB, b *game.Board) *lines.Evaluation {
	t.Helper()
	d, rng := lines.NewData(b), rand.New(rand.NewPCG(5, 0))
	for s := b.Start(); d.Len() < 4000; {
		moves := s.AppendMoves(nil)
		if outcome, _ := s.Outcome(); outcome != game.Ongoing || len(moves) == 0 {
			s = b.Start()
			continue
		}
		s.Play(moves[rng.IntN(len(moves))])
		own, enemy := s.Stones(s.Turn()), s.Stones(s.Turn().Other())
		d.Add(&s, float32(own.Count()-enemy.Count())/8)
	}
	settings := lines.DefaultSettings()
	settings.Batch = 64
	w, _, err := lines.Learn(t.Context(), d, settings, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, err := lines.New(b, w)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestScoresOfALine goes back and forth on lines of moves, and evaluates some positions, so that
// patterns are brought up to date late.
func TestScoresOfALine(t *testing.T) {
	for _, name := range []string{"epaminondas:4x6x1", "crossings"} {
		b := game.MustBoard(name)
		s, err := NewLines(learned(t, b), 1)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 0))
		checked := 0
		for range 30 {
			start := b.Start()
			if err := s.begin(t.Context(), &start, Limit{Nodes: 1}); err != nil {
				t.Fatal(err)
			}
			for ply, turns := 0, 0; turns < 200; turns++ {
				moves := s.frames[ply].state.AppendMoves(nil)
				outcome, _ := s.frames[ply].state.Outcome()
				switch {
				case outcome != game.Ongoing || len(moves) == 0 || ply > 40 || ply > 0 && rng.IntN(3) == 0:
					ply = rng.IntN(ply + 1)
					continue
				case rng.IntN(8) == 0:
					s.frames[ply+1].state = s.frames[ply].state
					s.frames[ply+1].state.Pass()
					s.enter(ply + 1)
				default:
					s.play(ply, moves[rng.IntN(len(moves))])
				}
				if ply++; rng.IntN(2) == 0 {
					pos := &s.frames[ply].state
					if got, want := s.score(ply), clampUnproven(s.lines.ScoreOf(pos)); got != want {
						t.Fatalf("%s: ply %d: score %d, from nothing %d", name, ply, got, want)
					}
					checked++
				}
			}
		}
		if checked < 500 {
			t.Errorf("%s: only %d scores", name, checked)
		}
	}
}

// TestLinesAreDeterministic searches twice, and in a search that did something else before.
func TestLinesAreDeterministic(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	e := learned(t, b)
	start := b.Start()
	search := func(s *Search) *Result {
		t.Helper()
		s.Reset()
		r, err := s.Run(t.Context(), &start, Limit{Nodes: 3000}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, err1 := NewLines(e, 1)
	other, err2 := NewLines(e, 1)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	later := start
	later.Play(start.AppendMoves(nil)[0])
	if err := other.Leaves(t.Context(), &later, 500, func(*game.State) {}); err != nil {
		t.Fatal(err)
	}
	a, c := search(one), search(other)
	if a.Nodes != c.Nodes || a.Lines[0].Score != c.Lines[0].Score || a.Lines[1].Move != c.Lines[1].Move {
		t.Errorf("the searches differ: %+v and %+v", a, c)
	}
}

// TestLeaves checks that the leaves are positions in which neither side leads, and that a search takes
// many.
func TestLeaves(t *testing.T) {
	b := game.MustBoard("crossings")
	s, err := New(b, DefaultWeights(b.Rules()), 1)
	if err != nil {
		t.Fatal(err)
	}
	start, count := b.Start(), 0
	err = s.Leaves(t.Context(), &start, 400, func(pos *game.State) {
		count++
		if pos.Lead() != 0 {
			t.Errorf("a side leads in %v", pos)
		}
	})
	if err != nil || count < 100 || s.leaf != nil {
		t.Errorf("%d leaves, %v", count, err)
	}
}
