package runs

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/result"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	if r, err := ReadReport(dir); r != nil || err != nil {
		t.Errorf("without a report it is %+v, %v", r, err)
	}
	inf := result.Elo(math.Inf(1))
	figures := solve.MistakeCounts{All: solve.NewShare(100, 20)}
	want := &Report{
		Rules: "crossings", Seed: 1<<64 - 1, Step: 20, Games: 7, Hours: 1.5, Model: "a", Best: "b",
		Matches: []*result.Match{{
			A: "a", B: "random", Total: result.Tally{Wins: 4}, Rating: result.Interval{Estimate: inf,
				Low: 10, High: inf},
			Reasons: map[string]int{"far-row": 4}, Test: &result.Test{SPRT: result.SPRT{Elo1: 50},
				Decision: result.Accepted},
		}},
		Exact: []*result.Exact{{Model: "a", Simulations: 8, Policy: figures, Search: figures,
			Played: &result.ExactPlayed{Fixed: true, Policy: figures}}},
	}
	var text bytes.Buffer
	if err := want.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ReportPath(dir), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadReport(dir); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nreads as %+v, %v", &text, got, err)
	}
	// keys that stay
	for _, key := range []string{`"first_player_score"`, `"elo0"`, `"llr"`, `"as_white"`, `"exact"`} {
		if !strings.Contains(text.String(), key) {
			t.Errorf("the report has no %s:\n%s", key, &text)
		}
	}
	for _, damaged := range []string{"{", `{"matches": [null]}`, `{"exact": [null]}`} {
		if err := os.WriteFile(ReportPath(dir), []byte(damaged), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadReport(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s reads with %v", damaged, err)
		}
	}
}
