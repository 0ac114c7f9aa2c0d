package mcts

import (
	"context"
	"slices"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/mcts/threat"
)

// crossing is a position in which White wins by two crossings, one after the other. Black can
// answer only the first.
const crossing = "...../w...w/...../...../.b.../..... w"

// TestThreatsProveTheRoot checks that the threat search of the root finds a proof that no single
// simulation finds.
func TestThreatsProveTheRoot(t *testing.T) {
	s, err := game.MustBoard("epaminondas:5x6x1").ParseState(crossing)
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{RootGumbel, RootPUCT} {
		cfg := Play()
		cfg.Root, cfg.ThreatNodes, cfg.RootThreatNodes = root, 0, 0
		if r := mustRun(t, newSearch(t, cfg, &hashed{}, 1), &s, Limit{Simulations: 1}); r.Proof != Unknown {
			t.Errorf("%s: %v without a threat search, want unknown", root, r.Proof)
		}
		cfg.RootThreatNodes = 1000
		search := newSearch(t, cfg, &hashed{}, 1)
		r := mustRun(t, search, &s, Limit{Simulations: 1})
		if move := s.FormatMove(r.Moves[r.Best], game.RearNotation); r.Proof != Win || r.Value != 1 ||
			r.Policy[r.Best] != 1 || move != "a5-a6" {
			t.Errorf("%s: %v, value %v, move %s with %v, want the win by a5-a6", root, r.Proof, r.Value,
				move, r.Policy[r.Best])
		}
		if r := mustRun(t, search, &s, Limit{Simulations: 1}); r.Proof != Win {
			t.Errorf("%s: %v when asked again", root, r.Proof)
		}
	}
}

// TestThreatsProveLeaves uses a position one ply before a forced win. It is proven lost when the
// search has expanded the winning reply to each move.
func TestThreatsProveLeaves(t *testing.T) {
	s, err := game.MustBoard("epaminondas:5x6x1").ParseState("...../w...w/...../...../.b.../..... b")
	if err != nil {
		t.Fatal(err)
	}
	simulations := func(nodes int) int {
		cfg := Play()
		cfg.ThreatNodes, cfg.RootThreatNodes = nodes, 0
		r := mustRun(t, newSearch(t, cfg, &hashed{}, 1), &s, Limit{Simulations: 5000})
		if r.Proof == Unknown {
			t.Fatalf("unknown with threat_nodes %d", nodes)
		}
		return r.Simulations
	}
	if with, without := simulations(100), simulations(0); with >= without {
		t.Errorf("%d simulations with threats, %d without: want fewer", with, without)
	}
}

// TestLossByThreats checks that a lost root plays the move that delays the end most.
func TestLossByThreats(t *testing.T) {
	board := game.MustBoard("epaminondas:5x6x1")
	found := 0
	for n := range uint64(400) {
		for _, s := range randomGame(board, newRand(n), 200) {
			want := threat.New().Prove(&s, 1000)
			if want.Proof != threat.Loss || want.Plies < 4 {
				continue
			}
			found++
			search := newSearch(t, Play(), &hashed{}, 1)
			for range 2 { // a search that continues gives the same answer
				r := mustRun(t, search, &s, Limit{Simulations: 1})
				open := slices.ContainsFunc(r.Proven, func(p Proof) bool { return p != Loss })
				if r.Proof != Loss || r.Value != -1 || r.Moves[r.Best] != want.Move || open {
					t.Fatalf("%v: %v, move %v, want the loss with %v", &s, r.Proof, r.Moves[r.Best],
						want.Move)
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d positions lost by long threats", found)
	}
}

// TestSearchAgreesWithSolvedBoard compares every proof of a search with threats with the exact
// value.
func TestSearchAgreesWithSolvedBoard(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	table, err := solve.Solve(context.Background(), board.Rules(), nil)
	if err != nil {
		t.Fatal(err)
	}
	search, proofs := newSearch(t, Play(), &hashed{}, 1), map[Proof]int{}
	for n := range uint64(200) {
		for _, s := range randomGame(board, newRand(n), 60) {
			r, err := search.Run(context.Background(), &s, Limit{Simulations: 20})
			if err != nil {
				t.Fatal(err)
			}
			value, err := table.Value(&s)
			if err != nil {
				t.Fatal(err)
			}
			proofs[r.Proof]++
			if r.Proof == Win && value != solve.Win || r.Proof == Loss && value != solve.Loss {
				t.Fatalf("%v: %v, value %v", &s, r.Proof, value)
			}
			if value == solve.Win && r.Proof == Win && table.Throws(&s, r.Moves[r.Best]) {
				t.Fatalf("%v: the proven move %v throws the win away", &s, r.Moves[r.Best])
			}
		}
	}
	if proofs[Win] < 100 || proofs[Loss] < 20 {
		t.Errorf("proofs %v, want more", proofs)
	}
}
