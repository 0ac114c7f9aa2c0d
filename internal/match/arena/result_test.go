package arena

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// TestResult computes the figures of a result again from its games.
func TestResult(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 40)
	m.Parallel = 2
	r := play(t, m).Results[0]
	var total result.Tally
	var points, white float64
	var pairs result.Pairs
	var plies, halves int
	for i, g := range r.Games {
		a := game.White
		if i%2 != 0 {
			a = game.Black
		}
		if g.Number != i || g.Players[a] != "greedy" || g.Players[a.Other()] != "random" ||
			g.OpeningPlies != 4 {
			t.Errorf("game %d: %+v", i, g)
		}
		if i%2 != 0 && !reflect.DeepEqual(g.Plies[:4], r.Games[i-1].Plies[:4]) {
			t.Errorf("games %d and %d have different openings", i, i+1)
		}
		state := m.Board.Start()
		for _, ply := range g.Plies {
			state.Play(ply.Move)
		}
		if outcome, reason := state.Outcome(); outcome != g.Outcome || reason != g.Ending ||
			outcome == game.Ongoing {
			t.Errorf("%v, but its moves lead to %v, %v", &g, outcome, reason)
		}
		value := g.Outcome.For(a)
		total.Add(value)
		points += float64(value+1) / 2
		white += float64(g.Outcome.For(game.White)+1) / 2
		plies += len(g.Plies)
		halves += value + 1
		if i%2 != 0 {
			pairs[halves]++
			halves = 0
		}
	}
	if len(r.Games) != 40 || r.Total != total || r.Pairs != pairs {
		t.Errorf("%d games, total %+v, pairs %v; want 40, %+v, %v", len(r.Games),
			r.Total, r.Pairs, total, pairs)
	}
	near(t, "score", r.Score, points/40, 1e-12)
	near(t, "first player's score", r.FirstScore, white/40, 1e-12)
	near(t, "mean plies", r.MeanPlies, float64(plies)/40, 1e-12)
	if r.AsWhite.Games() != 20 || r.AsBlack.Games() != 20 || r.AsWhite.Wins+r.AsBlack.Wins != total.Wins {
		t.Errorf("as White %+v, as Black %+v of %+v", r.AsWhite, r.AsBlack, total)
	}
	if moves := r.EffortA.Moves + r.EffortB.Moves; moves != plies-40*4 {
		t.Errorf("%d moves were chosen, want %d", moves, plies-40*4)
	}
}

// TestResultOfHalfPlayedPairs checks that only the two games of one opening are a pair. In a
// tournament that was stopped, some games are missing.
func TestResultOfHalfPlayedPairs(t *testing.T) {
	m := smallMatch(t, "greedy", "random", 8)
	var games []*record.Game
	for _, number := range []int{1, 3, 4, 5} { // games 4 and 5 are a pair
		g := m.blank(m.fixture(number))
		g.Outcome, g.Ending = game.Win(colourOfA(number)), game.FarRow
		games = append(games, g)
	}
	r := newResult(m, m.Pairings[0], games, newTest(result.SPRT{Elo1: 50, Alpha: 0.05, Beta: 0.05},
		result.Pairs{}, result.Undecided))
	if r.Pairs != (result.Pairs{4: 1}) || len(r.Path()) != 1 || r.Total.Wins != 4 {
		t.Errorf("pairs %v, path %v", r.Pairs, r.Path())
	}
}

// TestEffortWhereBlackBegins checks that Black's effort counts as Black's if Black moves first.
func TestEffortWhereBlackBegins(t *testing.T) {
	m := smallMatch(t, "random", "random", 4)
	m.Openings = openings(t, m.Board, 2, 3, 1)
	wrap(&m.Players[0], func(p player.Player) player.Player {
		return &slow{Player: p, judge: func(_ player.Turn, c *player.Choice) { c.Nodes = 5 }}
	})
	s := play(t, m)
	if a, b := s.Players[0].Effort, s.Players[1].Effort; a.Nodes != 5*a.Moves || a.Moves == 0 ||
		b.Nodes != 0 {
		t.Errorf("A spends %+v, B %+v", a, b)
	}
}

func TestDuplicates(t *testing.T) {
	a, b := []record.Ply{{Move: 1}, {Move: 2}, {Move: 3}}, []record.Ply{{Move: 1}, {Move: 2}}
	games := []record.Game{{Plies: a}, {Plies: b}, {Plies: a}, {Plies: a}, {Plies: b[:1]},
		{Plies: a, Start: "elsewhere"}}
	if got := duplicates(games); got != 2 {
		t.Errorf("%d duplicates, want 2", got)
	}
	// Equal players without randomness play the same moves in both games of an opening.
	s := play(t, smallMatch(t, "uniform,sims=8", "uniform,sims=8", 12))
	if r := s.Results[0]; r.Duplicates != 6 || s.Repeated != 6 || r.Score != 0.5 {
		t.Errorf("%d duplicates in 6 pairs of games between twins, score %v", r.Duplicates, r.Score)
	}
	if len(s.Results[0].Warnings) != 1 ||
		!strings.Contains(s.Warnings[0].Text, "6 of 12 games repeat an earlier game") {
		t.Errorf("warnings %q", s.Warnings)
	}
}

// golden compares got with a file of testdata, or writes it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// sample returns a result with a value in every field.
func sample() *Result {
	test := result.SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	pairs := result.Pairs{1, 3, 20, 6, 20}
	return &Result{Match: result.Match{
		Rules: "crossings,max_plies=150", A: "net:models/crossings.safetensors,sims=64",
		B:    "rollout,sims=200",
		Seed: 1, Control: engine.Control{Base: time.Minute, Increment: 500 * time.Millisecond},
		Openings: result.OpeningCount{Count: 100, Shortest: 4, Longest: 4}, Planned: 200,
		Total:   result.Tally{Wins: 64, Draws: 9, Losses: 27},
		AsWhite: result.Tally{Wins: 30, Draws: 5, Losses: 15},
		AsBlack: result.Tally{Wins: 34, Draws: 4, Losses: 12}, Score: 0.685,
		Pairs: pairs, Rating: pairs.Interval(), Superiority: pairs.Superiority(),
		Test:       newTest(test, pairs, test.Decide(pairs)),
		Duplicates: 2, ForfeitsB: 1,
		Warnings: []result.Warning{{Kind: Forfeits,
			Text: "rollout,sims=200 lost 1 of 100 games by forfeit, not on the board"}},
		FirstScore: 0.465, MeanPlies: 41.23,
		Reasons: map[string]int{"far-row": 87, "no-moves": 3, "ply-limit": 9, "out-of-time": 1},
		EffortA: result.Effort{Moves: 2000, Seconds: 24.6, Nodes: 128000},
		EffortB: result.Effort{Moves: 2000, Seconds: 0.9},
		Seconds: 25.7,
	}}
}

func TestResultTable(t *testing.T) {
	var out strings.Builder
	if err := sample().WriteTable(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.txt", []byte(out.String()))
	if err := sample().WriteTable(failing{}); err == nil {
		t.Error("WriteTable ignores a writer that fails")
	}
}

func TestResultLine(t *testing.T) {
	if got, want := sample().Line(), "64-9-27, Elo +151 [+88, +213], accepted"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestResultJSON(t *testing.T) {
	data, err := json.MarshalIndent(sample(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "result.json", append(data, '\n'))
	var again Result
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	if again.Total != sample().Total || again.Test.Decision != sample().Test.Decision {
		t.Errorf("read back %+v", again)
	}
}

func TestTableOfOneSidedMatch(t *testing.T) {
	for want, pairs := range map[string]result.Pairs{
		"above +183 (95%), from 10 pairs of games\n":    {4: 10},
		"below -183 (95%), from 10 pairs of games\n":    {0: 10},
		"+0 [-216, +216] (95%), from 1 pair of games\n": {2: 1},
		"anything (95%), from 0 pairs of games\n":       {},
	} {
		r := sample()
		r.Pairs, r.Rating = pairs, pairs.Interval()
		var out strings.Builder
		if err := r.WriteTable(&out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

// TestTablesWithoutGames checks that a player without games has no score, neither 0 nor one half.
func TestTablesWithoutGames(t *testing.T) {
	r := sample()
	r.Total, r.AsWhite, r.AsBlack = result.Tally{}, result.Tally{}, result.Tally{}
	if text := r.scores(); strings.ContainsAny(text, "%█·") {
		t.Errorf("scores without games:\n%s", text)
	}
	s := sampleStandings(t, Gauntlet(5))
	s.Results[2].Total, s.Players[3].Total = result.Tally{}, result.Tally{}
	for _, table := range []string{s.opponents(), s.ranking()} {
		for line := range strings.Lines(table) {
			if strings.Contains(line, "greedy  ") && strings.Contains(line, " 0.0%") {
				t.Errorf("a score without games:\n%s", table)
			}
		}
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.4f, want %.4f within %g", what, got, want, tolerance)
	}
}
