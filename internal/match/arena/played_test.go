package arena

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// solved solves a small board.
func solved(t *testing.T, name string) *solve.Table {
	t.Helper()
	rules, err := game.ParseRules(name)
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(t.Context(), rules, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestDraw(t *testing.T) {
	table := solved(t, "epaminondas:3x5x1,max_plies=30,limit=draw")
	list, err := DrawPlayed(t.Context(), table, 100, 1)
	if err != nil || len(list) != 100 {
		t.Fatalf("%d positions, %v", len(list), err)
	}
	seen := map[string]bool{}
	for i := range list {
		s := &list[i]
		if mirror := s.Mirror(); seen[s.String()] || seen[mirror.String()] {
			t.Errorf("%s comes twice", s)
		}
		seen[s.String()] = true
		throws := false
		for _, m := range s.AppendMoves(nil) {
			throws = throws || table.Throws(s, m)
		}
		if !throws || s.Ply() != 0 {
			t.Errorf("%s at ply %d: no move is a mistake, or the ply is not that of a start", s, s.Ply())
		}
	}
	again, err := DrawPlayed(t.Context(), table, 100, 1)
	if err != nil || again[0].String() != list[0].String() || again[99].String() != list[99].String() {
		t.Errorf("the same seed gives other positions: %v", err)
	}
	// The ply limit of the rules has no effect, and another seed gives another sample.
	endless, err := DrawPlayed(t.Context(), solved(t, "epaminondas:3x5x1"), 100, 1)
	if err != nil || endless[99].String() != list[99].String() {
		t.Errorf("without a ply limit DrawPlayed gives other positions: %v", err)
	}
	other, err := DrawPlayed(t.Context(), table, 100, 2)
	if err != nil || other[0].String() == list[0].String() && other[99].String() == list[99].String() {
		t.Errorf("another seed gives the same positions: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DrawPlayed(ctx, table, 100, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation DrawPlayed returns %v", err)
	}
}

func TestLoadDrawsWhereThereIsNoFile(t *testing.T) {
	table := solved(t, "epaminondas:3x5x1")
	sample, err := LoadPlayed(t.Context(), table, 40)
	if err != nil || sample.Fixed || len(sample.Positions) != 40 {
		t.Fatalf("%d positions, fixed: %v, %v", len(sample.Positions), sample.Fixed, err)
	}
	want, err := DrawPlayed(t.Context(), table, 40, PlayedSeed)
	if err != nil || sample.Positions[39].String() != want[39].String() {
		t.Errorf("Load does not return the sample of Draw: %v", err)
	}
}

func TestWriteAndRead(t *testing.T) {
	table := solved(t, "epaminondas:3x5x1")
	list, err := DrawPlayed(t.Context(), table, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WritePlayed(&text, table.Rules(), 1, list); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(),
		"arena positions --rules epaminondas:3x5x1 --positions 20 --seed 1\n") {
		t.Errorf("the file does not say how it was made:\n%s", &text)
	}
	again, err := readPlayed(&text, table)
	if err != nil || len(again) != len(list) || again[7].String() != list[7].String() {
		t.Errorf("%d positions are readPlayed, %v", len(again), err)
	}
	for bad, want := range map[string]string{
		"# of it\nxyz\n":        "line 2",
		".../.../.../.../... w": "is a mistake",
	} {
		_, err := readPlayed(strings.NewReader(bad), table)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", bad, err, want)
		}
	}
}

// TestFixedSample checks the sample of 4x6 that comes with the program. Its values need the solved
// board, but its text does not.
func TestFixedSample(t *testing.T) {
	rules, err := game.ParseRules("epaminondas:4x6x1,max_plies=60,limit=draw")
	if err != nil {
		t.Fatal(err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		t.Fatal(err)
	}
	data, err := playedFiles.ReadFile("positions/" + playedFile(rules))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); strings.HasPrefix(line, "#") {
			continue
		}
		s, err := board.ParseState(line)
		if err != nil || s.Placement() != line {
			t.Errorf("%q: %v", line, err)
			continue
		}
		mirror := s.Mirror()
		if seen[line] || seen[mirror.Placement()] {
			t.Errorf("%q comes twice", line)
		}
		seen[line] = true
		if outcome, _ := s.Outcome(); outcome != game.Ongoing {
			t.Errorf("%q is over", line)
		}
	}
	if len(seen) != 2000 {
		t.Errorf("there are %d positions, want 2000", len(seen))
	}
}
