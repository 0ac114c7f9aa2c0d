package standings_test

import (
	"encoding/json"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
	"epaminondas/internal/page/standings"
)

// randomGame plays random moves from a position. Half of the plies have values.
func randomGame(b *game.Board, number int, players [2]string, start string) record.Game {
	rng := rand.New(rand.NewPCG(9, uint64(number)))
	g := record.Game{Number: number, Rules: b.Rules(), Players: players, Start: start}
	state := b.Start()
	if start != "" {
		state, _ = b.ParseState(start)
	}
	for {
		moves := state.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		p := record.Ply{Move: moves[rng.IntN(len(moves))]}
		if len(g.Plies) >= 2 && rng.IntN(2) == 0 {
			p.Value, p.Judged = 2*rng.Float32()-1, true
			p.Nodes, p.Time = rng.IntN(1<<rng.IntN(18)), time.Duration(rng.Int64N(3e9))
		}
		g.Plies = append(g.Plies, p)
		state.Play(p.Move)
	}
	outcome, reason := state.Outcome()
	g.Outcome, g.Ending = outcome, reason
	g.OpeningPlies = min(2, len(g.Plies))
	return g
}

// ladder returns a tournament of two checkpoints and two other players, with everything that a page
// can show.
func ladder(t testing.TB) *standings.Data {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=40")
	inf := result.Elo(math.Inf(1))
	steps := []int64{1000, 12500}
	d := &standings.Data{
		Title: "A ladder", Rules: b.Rules(), Command: "arena ladder --run x", Date: "1 May",
		Control: "64 simulations", Seed: 7,
		Players: []standings.Player{
			{Name: "random", Wins: 1, Losses: 3},
			{Name: "net:1.safetensors", Label: "step 1k", Step: &steps[0],
				Rating: result.Interval{Estimate: 100.4, Low: 20, High: 180}, Wins: 2, Losses: 2},
			{Name: "net:2.safetensors", Label: "step 12.5k", Step: &steps[1],
				Rating: result.Interval{Estimate: inf, Low: 310,
					High: inf}, Wins: 3, Draws: 1, SecondsPerMove: 0.0123, NodesPerMove: 64},
			{Name: "stranger", Rating: result.Interval{Estimate: 500, Low: -inf, High: inf}},
		},
		Anchor: "random", First: &result.Interval{Estimate: -12, Low: -40, High: 16},
		Cross: [][]standings.Cell{
			{{}, {Wins: 1, Losses: 1, Expected: 0.36}, {Losses: 2, Expected: 0.1}, {}},
			{{Wins: 1, Losses: 1, Expected: 0.64}, {}, {Draws: 1, Losses: 1, Expected: 0.2}, {}},
			{{Wins: 2, Expected: 0.9}, {Wins: 1, Draws: 1, Expected: 0.8}, {}, {}},
			{{}, {}, {}, {}},
		},
		LOS: [][]float64{{0.5, 0.2, 0.0001, 0.5}, {0.8, 0.5, 0.1, 0.5}, {0.9999, 0.9, 0.5, 0.5},
			{0.5, 0.5, 0.5, 0.5}},
		Warnings: []string{"stranger met nobody."},
		SPRT: &standings.Test{SPRT: result.SPRT{Elo1: 20, Alpha: 0.05, Beta: 0.05},
			Path: []float64{0.5, 1.5, 2.5, 3}, Decision: result.Accepted},
	}
	for i, pair := range [][2]int{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}} {
		d.Games = append(d.Games, randomGame(b, i,
			[2]string{d.Players[pair[0]].Name, d.Players[pair[1]].Name}, ""))
	}
	g := &d.Games[5]
	g.Plies, g.Outcome, g.Ending, g.Verdict = g.Plies[:3], game.WhiteWins, game.Crash,
		"the process ended with exit status 2"
	return d
}

func TestMistakes(t *testing.T) {
	for want, spoil := range map[string]func(*standings.Data){
		"rules: game: unusable rules": func(d *standings.Data) { d.Rules.Width = 99 },
		"players is empty":            func(d *standings.Data) { d.Players = nil },
		`name of players[1] is "random"`: func(d *standings.Data) {
			d.Players[1].Name = "random"
		},
		`name of players[3] is ""`:                 func(d *standings.Data) { d.Players[3].Name = "" },
		`anchor is "nobody"`:                       func(d *standings.Data) { d.Anchor = "nobody" },
		"cross and los must be nil or have 4 rows": func(d *standings.Data) { d.LOS = d.LOS[1:] },
		"cross and los must be nil or have 4":      func(d *standings.Data) { d.Cross[2] = nil },
		"sprt: sprt: alpha is 2":                   func(d *standings.Data) { d.SPRT.Alpha = 2 },
		"game 3: its rules are epaminondas":        func(d *standings.Data) { d.Games[2].Rules.MaxPlies++ },
		`game 3: its player "nobody"`: func(d *standings.Data) {
			d.Games[2].Players[1] = "nobody"
		},
		"game 3: its opening has 900 plies": func(d *standings.Data) {
			d.Games[2].OpeningPlies = 900
		},
		"game 3: ply 2: the move from": func(d *standings.Data) {
			d.Games[2].Plies[1] = d.Games[2].Plies[0]
		},
		"game 3: game: unreadable position \"here\"": func(d *standings.Data) { d.Games[2].Start = "here" },
	} {
		d := ladder(t)
		spoil(d)
		if err := standings.Write(io.Discard, d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestJSON writes the same page from data that went through JSON.
func TestJSON(t *testing.T) {
	d := ladder(t)
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back standings.Data
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if got, want := write(t, &back), write(t, d); got != want {
		t.Errorf("the page differs: %s", firstDifference(got, want))
	}
}
