package loop

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// TestReportMakesLines checks that a run teaches an evaluation by lines at its end, once, and again if the
// file is damaged.
func TestReportMakesLines(t *testing.T) {
	c := mini()
	c.Lines.Positions, c.Report.Games, c.Report.ExactPositions = 1100, 0, 0
	r := open(t, t.TempDir(), c)
	if _, err := Train(t.Context(), r, &silent{}); err != nil {
		t.Fatal(err)
	}
	report := func() string {
		t.Helper()
		made, err := MakeReport(t.Context(), r, func(string, int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		l := made.Lines
		if l == nil || l.Note != "" || l.Positions < 1000 || l.File != runs.LinesPath(r.Dir) {
			t.Fatalf("the report has %+v", l)
		}
		var text bytes.Buffer
		if err := WriteReport(&text, made); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	first, path := report(), runs.LinesPath(r.Dir)
	if !strings.Contains(first, path+" explains") {
		t.Errorf("the report does not name the evaluation:\n%s", first)
	}
	learned, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	again := report()
	info, err := os.Stat(path)
	if err != nil || again != first || info.ModTime().After(past.Add(time.Minute)) {
		t.Errorf("the second report learns again, or differs: %v\n%s", err, again)
	}
	if err := os.WriteFile(path, learned[:len(learned)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	report()
	if repaired, err := os.ReadFile(path); err != nil || !bytes.Equal(repaired, learned) {
		t.Errorf("a damaged evaluation is not made again, %v", err)
	}
}

// TestTooFewLeaves checks that a run without enough leaves still has its report.
func TestTooFewLeaves(t *testing.T) {
	c := mini()
	c.Lines.Positions, c.Report.Games, c.Report.ExactPositions = 1000, 0, 0
	c.Train.Steps, c.Replay.Min, c.Train.CycleSteps = 1, 1, 1
	r := open(t, t.TempDir(), c)
	if _, err := Train(t.Context(), r, &silent{}); err != nil {
		t.Fatal(err)
	}
	report, err := MakeReport(t.Context(), r, func(string, int, int) {})
	if err != nil || report.Lines == nil || !strings.Contains(report.Lines.Note, "too few") {
		t.Errorf("%v: %+v", err, report.Lines)
	}
}
