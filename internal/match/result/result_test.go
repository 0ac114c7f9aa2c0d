package result

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"epaminondas/internal/engine/solve"
)

func TestTally(t *testing.T) {
	var tally Tally
	if tally.Score() != 0 {
		t.Errorf("without games the score is %v", tally.Score())
	}
	for _, points := range []int{1, 1, 0, -1} {
		tally.Add(points)
	}
	if tally != (Tally{Wins: 2, Draws: 1, Losses: 1}) || tally.Games() != 4 || tally.Score() != 0.625 ||
		tally.String() != "2-1-1" {
		t.Errorf("%v has %d games and the score %v", tally, tally.Games(), tally.Score())
	}
	if m := tally.Mirrored(); m != (Tally{Wins: 1, Draws: 1, Losses: 2}) {
		t.Errorf("the opponent has %v", m)
	}
}

func TestTexts(t *testing.T) {
	effort := Effort{Moves: 3, Seconds: 0.03, Nodes: 150}
	effort.Add(Effort{Moves: 1, Seconds: 0.0192, Nodes: 106})
	test := &Test{SPRT: SPRT{Elo1: 50}, Ratio: 2.991, Low: -2.94, High: 2.94,
		Decision: Accepted, Games0: 190, Games1: 150}
	for want, got := range map[string]string{
		"12.3ms and 64 nodes a move":  effort.String(),
		"0s a move":                   Effort{}.String(),
		"1 opening of 4 plies":        OpeningCount{Count: 1, Shortest: 4, Longest: 4}.String(),
		"50 openings of 2 to 4 plies": OpeningCount{Count: 50, Shortest: 2, Longest: 4}.String(),
		"accepted (A is +50 rather than +0 Elo), LLR 2.99 in [-2.94, 2.94]": test.String(),
		"about 190 games if A is +0 Elo, 150 if +50":                        test.Forecast(),
		"1m30s": Seconds(90.04),
		"1.5µs": Seconds(1.5e-6),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestJSON checks the keys under which runs and reports store matches and exact figures.
func TestJSON(t *testing.T) {
	figures := solve.MistakeCounts{All: solve.NewShare(10, 1)}
	for _, v := range []any{
		&Match{A: "a", B: "b", Test: &Test{SPRT: SPRT{Elo1: 50}, Beyond: 1},
			Warnings: []Warning{{Kind: OneWay}}},
		&Exact{Model: "a", Policy: figures, Played: &ExactPlayed{Fixed: true, Search: figures}},
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		again := reflect.New(reflect.TypeOf(v).Elem()).Interface()
		if err := json.Unmarshal(text, again); err != nil || !reflect.DeepEqual(again, v) {
			t.Errorf("%s reads as %+v, %v", text, again, err)
		}
		keys := `rules a b seed openings games_planned total as_white as_black score pairs elo los sprt elo0 llr llr_low llr_high decision
			games_elo0 games_elo1 games_beyond duplicates first_player_score mean_plies reasons forfeits_a forfeits_b effort_a effort_b seconds warnings`
		if _, exact := v.(*Exact); exact {
			keys = "model policy search simulations played fixed all won drawn"
		}
		for _, key := range strings.Fields(keys) {
			if !strings.Contains(string(text), `"`+key+`":`) {
				t.Errorf("no %s in %s", key, text)
			}
		}
	}
}
