package loop

import (
	"os"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// TestStartsRepeatToTheBit plays half of the games from archives and half against older
// checkpoints, with interruptions at any moment and without. Each game must follow from its seed,
// its number and its checkpoint.
func TestStartsRepeatToTheBit(t *testing.T) {
	config := cycling()
	config.Selfplay.ArchiveShare, config.Selfplay.OlderShare, config.Gate.Games = 0.5, 0.5, 0
	straight, moments := t.TempDir(), t.TempDir()
	finish(t, straight, config)
	for i := range 16 {
		interrupted(t, moments, config, func(cancel func()) *silent {
			time.AfterFunc(time.Duration(1+i*i)*time.Millisecond, cancel)
			return &silent{}
		})
	}
	finish(t, moments, config)
	same(t, straight, moments)
	from, against := verified(t, straight)
	if all := len(games(t, straight)); min(from, against) < all/5 || max(from, against) > all*3/4 {
		t.Errorf("%d of %d games begin from an archive and %d are against an older checkpoint, want about half",
			from, all, against)
	}
}

// verified verifies every game of a run. It returns the numbers of games from archives and against
// older checkpoints.
func verified(t *testing.T, dir string) (from, against int) {
	t.Helper()
	r, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	board, err := r.Config.Board()
	if err != nil {
		t.Fatal(err)
	}
	players := runs.Players{Run: r, Board: board, Tell: func(text string) { t.Error(text) }}
	player := selfplay.Actor{Board: board, Config: r.Config.Selfplay, Search: r.Config.Search,
		Seed: r.Config.Seed}
	for _, g := range games(t, dir) {
		checkpoint, err := net.LoadCheckpoint(runs.CheckpointPath(dir, g.Model))
		if err != nil {
			t.Fatal(err)
		}
		model, err := players.Player(t.Context(), runs.Checkpoint{File: g.Model},
			checkpoint.Weights)
		if err != nil {
			t.Fatal(err)
		}
		if err := player.Verify(g, model); err != nil {
			t.Errorf("%v: %v", g, err)
		}
		if strings.Count(g.Start, " ") == 2 { // only a position of an archive has a ply
			from++
		}
		if g.Opponent != "" {
			against++
		}
	}
	return from, against
}

// A run continues if somebody has changed its archives and removed its older checkpoints. It says so,
// and plays without them.
func TestDamagedStarts(t *testing.T) {
	config := cycling()
	config.Selfplay.ArchiveShare, config.Selfplay.OlderShare = 0.5, 1
	dir := begun(t, config)
	change(t, dir, `UPDATE archives SET positions = 'x' || positions`)
	last := newest(t, dir, config).weights
	for name := range weights(t, dir) {
		if path := runs.CheckpointPath(dir, name); path != last && !strings.Contains(name, "-0000000.") {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	observer := &silent{}
	if _, err := work(t, t.Context(), dir, config, observer); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the archive has changed", "have no older opponent"} {
		if !said(observer, want) {
			t.Errorf("the notices are %q, want %q", observer.notices, want)
		}
	}
}
