package selfplay

import (
	"testing"

	"epaminondas/mcts"
)

// TestSearchesDoNotAllocate checks that a worker with its memory allocates only the record of a
// game, for any number of moves and simulations, and also against an older model.
func TestSearchesDoNotAllocate(t *testing.T) {
	for _, share := range []float64{0, 1} {
		searchesDoNotAllocate(t, share)
	}
}

// searchesDoNotAllocate plays a share of the games against an older model.
func searchesDoNotAllocate(t *testing.T, share float64) {
	p := player(t, "crossings,max_plies=100")
	p.Config.OlderShare = share
	p.Config.RandomPlies, p.Config.ScatterShare, p.Config.CachePositions = 0, 0, 64
	n := network(t, 1, 8)
	ready := job{player: Player{Name: "net", Evaluators: source(func() mcts.Evaluator {
		return n.NewEvaluator(p.Board)
	})}}
	older := ready.player
	older.Name = "older"
	ready.player.Older = &older
	w := worker{actor: p}
	searches, full := 0, 0
	play := func() {
		g, err := w.play(t.Context(), ready)
		if err != nil {
			t.Fatal(err)
		}
		searches, full = len(g.Searches), g.Positions()
	}
	for play(); searches < 60 && ready.number < 1000; play() { // the cache's places grow, too
		ready.number++
	}
	play()
	// The record of a full search needs two slices. The other allocations are the record and its
	// growing lists.
	record := 2*full + 50
	allocated := testing.AllocsPerRun(5, play)
	if int(allocated) > record {
		t.Errorf("%v allocations in a game of %d searches, %d of them full: want at most %d", allocated,
			searches, full, record)
	}
	t.Logf("%v allocations, %d searches, %d full", allocated, searches, full)
	if searches < 60 {
		t.Errorf("only %d searches: too few to be told from the record", searches)
	}
}
