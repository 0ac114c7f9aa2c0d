package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
)

// TestTemperature checks that the engine draws among the best moves only if the temperature is
// above 0.
func TestTemperature(t *testing.T) {
	for _, test := range []struct {
		temperature string
		least, most int
	}{{"0", 1, 1}, {"1", 3, 16}} {
		played := map[string]bool{}
		for seed := range 20 {
			s := start(t, "setoption name Rules value epaminondas:8x8",
				fmt.Sprint("setoption name Seed value ", seed),
				"setoption name Temperature value "+test.temperature)
			move, _ := s.bestMove("go depth 1")
			played[move] = true
		}
		if len(played) < test.least || len(played) > test.most {
			t.Errorf("temperature %s: the engine played %v, want %d to %d different moves",
				test.temperature, played, test.least, test.most)
		}
	}
}

// TestMultiPV asks for the three best moves.
func TestMultiPV(t *testing.T) {
	s := start(t, "setoption name Rules value epaminondas:4x6x1", "setoption name MultiPV value 3")
	moves := map[string]bool{}
	lines := s.ask("go depth 2")
	for _, line := range lines[len(lines)-4 : len(lines)-1] {
		_, pv, _ := strings.Cut(line, " pv ")
		moves[strings.Fields(pv)[0]] = true
		if strings.Contains(line, "visits") {
			t.Errorf("a search without a tree reports visits: %q", line)
		}
	}
	if len(moves) != 3 {
		t.Errorf("the best three moves are %v, in %q", moves, lines)
	}
}

// process returns the engine as a player in a separate process. The program is this test.
func process(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("ugi:'%s' -test.run=^TestProcess$ serve", program)
}

// rounded is the largest difference that rounding to text makes in a value. A record has three
// digits, and UGI has four.
const rounded = 0.0011

// TestBothWays plays the same match with the arena's own player and with this engine.
func TestBothWays(t *testing.T) {
	for _, rules := range []string{"epaminondas:6x8x2,max_plies=40", "crossings,max_plies=30"} {
		inside := match(t, rules, "alphabeta,nodes=400")
		outside := match(t, rules, process(t)+",nodes=400")
		for i := range inside {
			in, out := inside[i], outside[i]
			if in.Outcome != out.Outcome || in.Ending != out.Ending || len(in.Plies) != len(out.Plies) {
				t.Fatalf("%s, game %d: %v (%s) and %v (%s)", rules, i, &in, in.Verdict, &out, out.Verdict)
			}
			for ply := range in.Plies {
				a, b := in.Plies[ply], out.Plies[ply]
				if a.Move != b.Move || a.Nodes != b.Nodes || math.Abs(float64(a.Value-b.Value)) > rounded {
					t.Fatalf("%s, game %d, ply %d: %+v inside and %+v outside", rules, i, ply, a, b)
				}
			}
		}
	}
}

// match plays a player against another, from two openings.
func match(t *testing.T, rules, text string) []record.Game {
	t.Helper()
	b := game.MustBoard(rules)
	openings, err := arena.DrawOpenings(t.Context(), b, 2, 4, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	tournament := arena.Tournament{Board: b, Pairings: arena.Duel(), Openings: openings, Parallel: 2, Seed: 1}
	for _, text := range []string{text, "alphabeta,depth=1"} {
		spec, err := player.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		factory, err := spec.Factory(b)
		if err != nil {
			t.Fatal(err)
		}
		tournament.Players = append(tournament.Players, factory)
	}
	standings, err := tournament.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return standings.Games
}
