package solve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"epaminondas/game"
)

func mustRules(t testing.TB, name string) game.Rules {
	t.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func mustSolve(t testing.TB, name string) *Table {
	t.Helper()
	table, err := Solve(t.Context(), mustRules(t, name), nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestSolveAgreesWithPlainSolver compares every position of small boards, with either side to move.
func TestSolveAgreesWithPlainSolver(t *testing.T) {
	names := []string{
		"epaminondas:3x3x1",
		"epaminondas:3x4x1",
		"epaminondas:3x4x1,symmetry=none",
		"epaminondas:3x4x1,symmetry=rotation",
		"epaminondas:4x3x1",
		"epaminondas:3x5x1",
	}
	if !testing.Short() {
		names = append(names, "epaminondas:4x4x1")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			table := mustSolve(t, name)
			var got []Value
			var tally [2]Counts
			p := newPlain(t, table.board, func(_ int, s *game.State) {
				v, err := table.Value(s)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, v)
				tally[s.Turn()].add(v)
			})
			if n := 2 * table.Counts().Placements; n != int64(len(p.values)) {
				t.Fatalf("placements: twice is %d, want %d positions", n, len(p.values))
			}
			for i, want := range p.values {
				if got[i] != want {
					t.Fatalf("value of position %d of %d is %v, want %v", i, len(p.values), got[i], want)
				}
			}
			for turn, want := range tally {
				if got := table.Counts(); got != want {
					t.Errorf("counts with %v to move are %+v, want %+v", game.Colour(turn), got, want)
				}
			}
		})
	}
}

// add counts another position.
func (c *Counts) add(v Value) {
	c.Placements++
	switch v {
	case Win:
		c.Won++
	case Loss:
		c.Lost++
	default:
		c.Drawn++
	}
}

func TestValueOfKnownPositions(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x4x1")
	for _, c := range []struct {
		text string
		want Value
	}{
		{".../.../.../... w", Loss}, // no stones, no move
		{"w../.../.../... w", Win},  // on the far row at the start of the turn
		{"w../.../.../..b w", Draw}, // so is Black: the last stones may move for ever
		{"w../.../.../..b b", Draw},
		{".../w../.../... w", Win},  // takes away every reply
		{".../w../..b/... w", Draw}, // both arrive
		{".../.../..b/w.. w", Loss}, // only Black arrives
	} {
		s, err := table.board.ParseState(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := table.Value(&s); err != nil || got != c.want {
			t.Errorf("value of %q is %v (%v), want %v", c.text, got, err, c.want)
		}
	}
}

func TestSupportedSaysWhyNot(t *testing.T) {
	for name, want := range map[string]string{
		"epaminondas":         "2 rows of stones",
		"epaminondas:5x5x1":   "25 squares",
		"epaminondas:6x4x1":   "6901005747 placements",
		"epaminondas:14x12x1": "168 squares",
		"crossings:4x5":       "captures of whole lines",
	} {
		rules := mustRules(t, name)
		err := Supported(rules)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Supported(%s) = %v, want an error about %q", name, err, want)
		}
		if _, solveErr := Solve(t.Context(), rules, nil); solveErr == nil || solveErr.Error() != err.Error() {
			t.Errorf("Solve(%s) = %v, want %v", name, solveErr, err)
		}
	}
	if err := Supported(game.Rules{Width: 99}); !errors.Is(err, game.ErrRules) {
		t.Errorf("Supported of impossible rules is %v, want %v", err, game.ErrRules)
	}
	for _, name := range []string{"epaminondas:4x6x1", "epaminondas:5x4x1", "epaminondas:6x3x1",
		"epaminondas:3x8x1,max_plies=60,limit=draw"} {
		if err := Supported(mustRules(t, name)); err != nil {
			t.Errorf("Supported(%s) = %v", name, err)
		}
	}
}

func TestValueRefusesOtherRules(t *testing.T) {
	table := mustSolve(t, "epaminondas:3x4x1,max_plies=9,limit=draw")
	for name, text := range map[string]string{
		"epaminondas:4x3x1":               "..../..../.... w",
		"epaminondas:3x4x1,symmetry=none": ".../.../.../... w",
		"epaminondas:3x4x1,max_plies=9":   "www/w../.../... w",
	} {
		board, err := game.NewBoard(mustRules(t, name))
		if err != nil {
			t.Fatal(err)
		}
		s, err := board.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := table.Value(&s); err == nil {
			t.Errorf("value of %q of %s is %v, want an error", text, name, v)
		}
	}
	board, err := game.NewBoard(mustRules(t, "epaminondas:3x4x1"))
	if err != nil {
		t.Fatal(err)
	}
	s := board.Start()
	if _, err := table.Value(&s); err != nil {
		t.Errorf("the ply limit matters: %v", err)
	}
}

func TestProgressReachesTotal(t *testing.T) {
	calls, last := 0, int64(0)
	table, err := Solve(t.Context(), mustRules(t, "epaminondas:3x5x1"), func(done, total int64) {
		if done <= last || done > total {
			t.Errorf("the report %d of %d follows %d", done, total, last)
		}
		calls, last = calls+1, done
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := 2 * table.Counts().Placements; last != want || calls < 20 {
		t.Errorf("%d done in %d calls, want %d in 20 or more", last, calls, want)
	}
}

func TestSolveStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	table, err := Solve(ctx, mustRules(t, "epaminondas:4x6x1"), func(done, total int64) {
		calls++
		cancel()
	})
	if table != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v, want %v", table, err, context.Canceled)
	}
	if calls > 10 {
		t.Errorf("%d more calls", calls)
	}
}

// TestCountsAreKnown compares with figures that the plain solver confirmed, except for the sweeps.
func TestCountsAreKnown(t *testing.T) {
	for name, want := range map[string]struct {
		counts Counts
		sweeps int
		start  Value
	}{
		"epaminondas:3x5x1": {Counts{Placements: 183361, Won: 111420, Lost: 56943, Drawn: 14998}, 20, Win},
		"epaminondas:4x4x1": {Counts{Placements: 2267253, Won: 1439957,
			Lost: 690517, Drawn: 136779}, 23, Draw},
	} {
		if testing.Short() && want.counts.Placements > 1_000_000 {
			continue
		}
		table := mustSolve(t, name)
		start := table.board.Start()
		value, err := table.Value(&start)
		if err != nil {
			t.Fatal(err)
		}
		if table.Counts() != want.counts || table.sweeps != want.sweeps || value != want.start {
			t.Errorf("%s: %+v, %d sweeps, the start is a %v, want %+v", name, table.Counts(),
				table.sweeps, value, want)
		}
	}
}
