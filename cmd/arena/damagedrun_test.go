package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// TestOpeningsFromADamagedRun has a run in which every second game is damaged, and one is deleted.
func TestOpeningsFromADamagedRun(t *testing.T) {
	dir := newRun(t, 1)
	run, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	b, rng := game.MustBoard("epaminondas:4x6x1,max_plies=60"), rand.New(rand.NewPCG(1, 0))
	for number := range uint64(20) {
		s := b.Start()
		g := &replay.Game{Rules: b.Rules().Name(), Number: number, Model: "random", Start: s.String(),
			Reason: game.Stopped}
		for range 3 {
			legal := s.AppendMoves(nil)
			g.Moves = append(g.Moves, legal[rng.IntN(len(legal))])
			s.Play(g.Moves[len(g.Moves)-1])
		}
		if _, err := run.Games.Append(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	run.Close()
	db, err := sql.Open("sqlite", filepath.Join(dir, "run.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE games SET record = x'00' WHERE id % 2 = 0`); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`DELETE FROM games WHERE id = 6`); err != nil {
		t.Fatal(err)
	}
	if _, _, err := call(t.Context(), "match", "random", "greedy", "--rules", "epaminondas:4x6x1",
		"--openings-from", dir, "--opening-plies", "3", "--games", "20", "--out", t.TempDir()); err != nil {
		t.Error(err)
	}
}

// TestArenaOnlyReadsARun checks that a run on a read-only disk, or of another user, is good enough. The
// time of a folder changes if a file in it is made or removed, even for a moment.
func TestArenaOnlyReadsARun(t *testing.T) {
	dir := newRun(t, 2)
	before, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for i, args := range [][]string{
		{"ladder", "--run", dir, "random"},
		{"match", "random", "random", "--rules", "epaminondas:4x6x1", "--openings-from", dir},
	} {
		_, _, err := call(t.Context(), append(args, "--games", "2", "--each", "sims=2", "--out",
			filepath.Join(out, fmt.Sprint(i)))...)
		if err != nil && !strings.Contains(err.Error(), "openings") { // the run has no games
			t.Error(err)
		}
		after, err := os.Stat(dir)
		if err != nil || !after.ModTime().Equal(before.ModTime()) {
			t.Errorf("%s writes into the folder of the run, %v", args[0], err)
		}
	}
}
