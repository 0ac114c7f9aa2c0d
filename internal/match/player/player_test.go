package player

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// factory returns the factory with this text.
func factory(t testing.TB, b *game.Board, text string) Factory {
	t.Helper()
	spec, err := ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := spec.Factory(b)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// player returns the player with this text, in a new game.
func player(t testing.TB, b *game.Board, text string) Player {
	t.Helper()
	p, err := factory(t, b, text).New(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p.NewGame(context.Background(), 1)
	return p
}

// position parses a position text.
func position(t testing.TB, b *game.Board, text string) game.State {
	t.Helper()
	s, err := b.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// choices returns how often a player chooses each move over many seeds.
func choices(t *testing.T, p Player, s game.State, seeds int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for seed := range seeds {
		p.NewGame(context.Background(), uint64(seed))
		choice, err := p.Choose(context.Background(), Turn{State: &s})
		if err != nil {
			t.Fatal(err)
		}
		if !s.Legal(choice.Move) {
			t.Fatalf("seed %d: illegal move", seed)
		}
		counts[s.FormatMove(choice.Move, game.RearNotation)]++
	}
	return counts
}

func TestRandomChoosesEveryMoveAlike(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	start := b.Start()
	moves := len(start.AppendMoves(nil))
	counts := choices(t, player(t, b, "random"), start, 200*moves)
	if len(counts) != moves {
		t.Errorf("%d of %d moves were chosen", len(counts), moves)
	}
	for move, n := range counts {
		if n < 120 || n > 280 {
			t.Errorf("%s was chosen %d times, want about 200", move, n)
		}
	}
}

func TestGreedy(t *testing.T) {
	b := game.MustBoard("epaminondas:5x7x1")
	for name, test := range map[string]struct {
		position string
		want     []string
	}{
		"enters the far row": {"...../w..../...../...../..w../...b./b.... w",
			[]string{"a6-a7", "a6-b7"}},
		"enters rather than captures": {"...../w.b../w.w../..w../...../...../b.... w", []string{"a5-a6"}},
		"restores the balance":        {"..w../...../...../...b./...b./...../..b.. b", []string{"d4-d2"}},
		"captures rather than walks":  {"...../...../..b../..w../..w../...../b.... w", []string{"c3xc4"}},
		"Black walks south, any stone": {"...../.b.b./...../...../...../....w/..... b",
			[]string{"b6-a5", "b6-b5", "b6-c5", "d6-c5", "d6-d5", "d6-e5"}},
	} {
		t.Run(name, func(t *testing.T) {
			counts := choices(t, player(t, b, "greedy"), position(t, b, test.position), 100)
			if got := slices.Sorted(maps.Keys(counts)); !slices.Equal(got, test.want) {
				t.Errorf("plays %v, want %v", counts, test.want)
			}
		})
	}
}

// TestGreedyAdvancement compares the advancement that greedy computes from a move with the position
// after the move.
func TestGreedyAdvancement(t *testing.T) {
	worth := func(s *game.State, c game.Colour) (rows, stones int) {
		for set := s.Stones(c); !set.Empty(); stones++ {
			row := set.Pop().Row()
			if c == game.Black {
				row = s.Board().Height() - 1 - row
			}
			rows += row
		}
		return rows, stones
	}
	for _, name := range []string{"epaminondas:6x7x2", "crossings"} {
		b := game.MustBoard(name)
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			state := b.Start()
			for range 60 {
				moves := state.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				us, them := state.Turn(), state.Turn().Other()
				ours, _ := worth(&state, us)
				theirs, stones := worth(&state, them)
				next := state
				next.Play(m)
				oursAfter, _ := worth(&next, us)
				theirsAfter, stonesAfter := worth(&next, them)
				want := oursAfter - ours + theirs - theirsAfter + b.Height()*(stones-stonesAfter)
				if got := meritOf(&state, m).advancement; got != want {
					t.Fatalf("%s in %s: advancement %d, want %d",
						state.FormatMove(m, game.RearNotation), state.String(), got, want)
				}
				state = next
			}
		}
	}
}

func TestRolloutValue(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	for text, favoured := range map[string]bool{
		".w../w.../..../..../..../b... w": true,
		".w../w.../..../..../..../b... b": false,
		"...w/..../..../..../b.../.b.. b": true, // the same with the colours exchanged
		"...w/..../..../..../b.../.b.. w": false,
	} {
		s := position(t, b, text)
		moves := s.AppendMoves(nil)
		prior := make([]float32, len(moves))
		const games = 400
		sum := float32(0)
		for seed := range games {
			r := rollout{seed: uint64(seed)}
			value, err := r.Evaluate(&s, moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := r.Evaluate(&s, moves, prior); again != value {
				t.Fatalf("%s, seed %d: values %v and %v", text, seed, value, again)
			}
			sum += value
		}
		if mean := sum / games; favoured != (mean > 0.2) || favoured == (mean < -0.2) || mean == 1 ||
			mean == -1 {
			t.Errorf("%s: mean value %.2f, want from different games, well above 0: %v", text, mean, favoured)
		}
		for _, p := range prior {
			if p != 1/float32(len(moves)) {
				t.Fatalf("%s: prior %v is not uniform", text, prior)
			}
		}
	}
}

func TestPlayerRepeatsItself(t *testing.T) {
	b := game.MustBoard("crossings,max_plies=40")
	for _, text := range []string{"random", "greedy", "uniform,sims=20", "rollout,sims=20"} {
		p := player(t, b, text)
		line := func(seed uint64) (moves []game.Move) {
			p.NewGame(context.Background(), seed)
			for state := b.Start(); len(moves) < 12; {
				choice, err := p.Choose(context.Background(), Turn{State: &state})
				if err != nil {
					t.Fatal(err)
				}
				moves = append(moves, choice.Move)
				state.Play(choice.Move)
			}
			return moves
		}
		first, second := line(7), line(7)
		for i := range first {
			if first[i] != second[i] {
				t.Errorf("%s: ply %d differs with the same seed", text, i+1)
				break
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestRandomCaptures checks that random with captures takes every capture alike, and otherwise plays
// every move.
func TestRandomCaptures(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	start := b.Start()
	if counts := choices(t, player(t, b, "random,captures"), start, 400); len(counts) !=
		len(start.AppendMoves(nil)) {
		t.Errorf("without a capture it plays %v", counts)
	}
	s := position(t, b, "..../.b../b.../.w../.ww./.... w")
	want := 0
	for _, m := range s.AppendMoves(nil) {
		if taken := s.Captured(m); !taken.Empty() {
			want++
		}
	}
	counts := choices(t, player(t, b, "random,captures"), s, 200*want)
	if want < 2 || len(counts) != want {
		t.Errorf("of %d captures it plays %v", want, counts)
	}
	for move, n := range counts {
		if n < 140 || n > 260 {
			t.Errorf("it plays %s %d times, want about 200", move, n)
		}
	}
}

// TestLevelsDraw checks that the draws of a player at a level depend on the seed of the game.
func TestLevelsDraw(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	p := player(t, b, "alphabeta,level=1")
	if seen := choices(t, p, b.Start(), 40); len(seen) < 4 ||
		!maps.Equal(seen, choices(t, p, b.Start(), 40)) {
		t.Errorf("a beginner plays %v", seen)
	}
}

// TestPlayerForgets checks that a game does not affect the next game.
func TestPlayerForgets(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1")
	start := b.Start()
	used := player(t, b, "rollout,sims=10")
	for seed := range uint64(5) {
		fresh := player(t, b, "rollout,sims=10")
		fresh.NewGame(context.Background(), seed)
		used.NewGame(context.Background(), seed)
		want, err := fresh.Choose(context.Background(), Turn{State: &start})
		if err != nil {
			t.Fatal(err)
		}
		got, err := used.Choose(context.Background(), Turn{State: &start})
		if err != nil || got != want {
			t.Errorf("seed %d: %+v, %v after other games, %+v in the first", seed, got, err, want)
		}
	}
}
