package solve

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"epaminondas/game"
)

func TestSampleIsThrowable(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x5x1,max_plies=60,limit=draw")
	sample := table.Sample(500, 7)
	if len(sample) != 500 {
		t.Fatalf("%d positions, want 500", len(sample))
	}
	var black, won, stones int
	for i := range sample {
		s := &sample[i]
		value, err := table.Value(s)
		if err != nil || value == Loss {
			t.Fatalf("%v is a %v (%v)", s.String(), value, err)
		}
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			t.Fatalf("%v is over", s.String())
		}
		var kept, thrown int
		for _, m := range s.AppendMoves(nil) {
			next := *s
			next.Play(m)
			after, err := table.Value(&next)
			if err != nil {
				t.Fatal(err)
			}
			if throws := -after < value; throws != table.Throws(s, m) {
				t.Fatalf("%v to a %v by %v: Throws is %v", s.String(), after,
					s.FormatMove(m, game.RearNotation), !throws)
			} else if throws {
				thrown++
			} else {
				kept++
			}
		}
		if kept == 0 || thrown == 0 {
			t.Fatalf("%v: %d moves keep the %v, %d do not", s.String(), kept, value, thrown)
		}
		for c := range game.Colour(2) {
			set := s.Stones(c)
			stones += set.Count()
		}
		black += int(s.Turn())
		won += int(value)
	}
	if black < 200 || black > 300 || won < 50 || won > 450 || stones < 4*500 {
		t.Errorf("%d with Black to move, %d won, %d stones", black, won, stones)
	}
	if again := table.Sample(500, 7); again[499].String() != sample[499].String() {
		t.Error("the same seed gives other positions")
	}
	if other := table.Sample(500, 8); other[499].String() == sample[499].String() {
		t.Error("another seed gives the same positions")
	}
	if got := table.Sample(0, 7); len(got) != 0 {
		t.Errorf("%d positions, want none", len(got))
	}
}

// TestSampleIsUniform compares the sample with all positions: each value has the same share in
// both, and both sides are equally often to move.
func TestSampleIsUniform(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x4x1")
	all, won := 0, 0
	eachPosition(t, table.board, func(s game.State) {
		if v, err := table.Value(&s); err != nil {
			t.Fatal(err)
		} else if v != Loss && table.Throwable(&s) {
			all++
			won += int(v)
		}
	})
	const n = 4000
	sampled := 0
	for _, s := range table.Sample(n, 1) {
		v, err := table.Value(&s)
		if err != nil {
			t.Fatal(err)
		}
		sampled += int(v)
	}
	share := float64(won) / float64(all)
	if sigma := math.Sqrt(n * share * (1 - share)); math.Abs(float64(sampled)-n*share) > 4*sigma {
		t.Errorf("%d of %d are won, want %.0f ± %.0f", sampled, n, n*share, sigma)
	}
}

func TestMistakesCountsThrownValues(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x4x1")
	positions := table.Sample(300, 1)
	lost, err := table.board.ParseState(".../.../..b/w.. w")
	if err != nil {
		t.Fatal(err)
	}
	positions = append(positions, lost)
	won := 0
	for i := range positions[:300] {
		v, err := table.Value(&positions[i])
		if err != nil {
			t.Fatal(err)
		}
		won += int(v)
	}
	choose := func(throw bool) func(*game.State) (game.Move, error) {
		return func(s *game.State) (game.Move, error) {
			for _, m := range s.AppendMoves(nil) {
				if table.Throws(s, m) == throw {
					return m, nil
				}
			}
			return game.NoMove, errors.New("no such move")
		}
	}
	for _, throw := range []bool{false, true} {
		report, err := Mistakes(t.Context(), table, positions, choose(throw))
		if err != nil {
			t.Fatal(err)
		}
		want := MistakeCounts{All: NewShare(300, 0), Won: NewShare(won, 0), Drawn: NewShare(300-won, 0)}
		if throw {
			want = MistakeCounts{All: NewShare(300, 300), Won: NewShare(won, won),
				Drawn: NewShare(300-won, 300-won)}
		}
		if report != want {
			t.Errorf("throwing away is %v: %+v, want %+v", throw, report, want)
		}
	}
}

func TestMistakesFails(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x4x1")
	positions := table.Sample(3, 1)
	bad := errors.New("no idea")
	first := func(s *game.State) (game.Move, error) { return s.AppendMoves(nil)[0], nil }
	if _, err := Mistakes(t.Context(), table, positions,
		func(*game.State) (game.Move, error) { return 0, bad }); !errors.Is(err, bad) {
		t.Errorf("failing player: %v", err)
	}
	illegal := func(*game.State) (game.Move, error) { return game.NoMove, nil }
	if _, err := Mistakes(t.Context(), table, positions, illegal); err == nil ||
		!strings.Contains(err.Error(), "not legal") {
		t.Errorf("illegal move: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Mistakes(ctx, table, positions, first); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	other := mustSolve(t, "epaminondas:3x3x1")
	if _, err := Mistakes(t.Context(), other, positions, first); err == nil {
		t.Error("positions of another board were accepted")
	}
}

func TestShareHasWilsonInterval(t *testing.T) {
	// The expected values follow Brown, Cai and DasGupta, "Interval estimation for a binomial
	// proportion", 2001, eq. 4, by hand.
	for _, c := range []struct {
		positions, mistakes int
		rate, low, high     float64
	}{
		{0, 0, 0, 0, 1},
		{10, 0, 0, 0, 0.27753},
		{100, 10, 0.1, 0.05523, 0.17437},
		{100, 100, 1, 0.96301, 1},
	} {
		s := NewShare(c.positions, c.mistakes)
		if math.Abs(s.Rate-c.rate)+math.Abs(s.Low-c.low)+math.Abs(s.High-c.high) > 2e-5 {
			t.Errorf("%d of %d: %+v, want %v, %v to %v", c.mistakes, c.positions, s, c.rate, c.low, c.high)
		}
	}
}
