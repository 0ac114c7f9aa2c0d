package learning

import (
	"strings"
	"testing"

	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
)

// TestJudgeAndPlay compares the candidates with the base by the judge and by matches.
func TestJudgeAndPlay(t *testing.T) {
	e := experiment(t, 30, "twin:learn.threads=2", "fresh:learn.learning_rate=0.00000001")
	r := result(t, e)
	board, err := mini().Board()
	if err != nil {
		t.Fatal(err)
	}
	table, err := solve.Solve(t.Context(), board.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	bench := &judge.TestSet{Board: board, Positions: table.Sample(200, 1),
		Reference: judge.Exact{Table: table}}
	if err := e.Judge(t.Context(), bench, r); err != nil {
		t.Fatal(err)
	}
	terms := arena.MatchTerms{Pairs: 15, OpeningPlies: 2, Simulations: 4}
	if err := e.Play(t.Context(), terms, r); err != nil {
		t.Fatal(err)
	}
	base, twin, fresh := r.Candidates[0], r.Candidates[1], r.Candidates[2]
	if base.Match != nil || len(base.Judged) != 2 || base.Judged[0].Difference != nil {
		t.Errorf("base: %+v, %+v", base.Match, base.Judged)
	}
	if d := twin.Judged[0].Difference; d == nil || d.Estimate != 0 || twin.Match.Score != 0.5 ||
		twin.Match.A != "twin" || twin.Match.Total.Games() != 30 {
		t.Errorf("an equal network differs by %+v and scores %v", d, twin.Match.Score)
	}
	if d := fresh.Judged[0].Difference; d.Estimate >= 0 || fresh.Match.Total.Games() != 30 {
		t.Errorf("a network that learned nothing is better by %+v, after %v", d, fresh.Match.Total)
	}
	var text strings.Builder
	if err := r.WriteText(&text); err != nil ||
		!strings.Contains(text.String(), "sims=4 a move against base") ||
		!strings.Contains(text.String(), "judge of  candidate") {
		t.Errorf("%v\n%s", err, &text)
	}
	t.Log(text.String())
}

// TestNothingToCompare has no candidate, or a base that failed.
func TestNothingToCompare(t *testing.T) {
	e := experiment(t, 1)
	r := result(t, e)
	if err := e.Play(t.Context(), arena.MatchTerms{Pairs: 1, Simulations: 1}, r); err == nil ||
		!strings.Contains(err.Error(), "no candidate to compare") {
		t.Errorf("the base alone gives %v", err)
	}
	e.networks = []player.Network{{Name: "other"}}
	if err := e.Judge(t.Context(), nil, r); err == nil ||
		!strings.Contains(err.Error(), "the base has failed") {
		t.Errorf("without the base it gives %v", err)
	}
}
