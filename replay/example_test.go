package replay_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/replay"
)

// A game goes into the store, and a sample for the trainer comes out.
func Example() {
	rules, _ := game.ParseRules("epaminondas:4x6x1")
	board, _ := game.NewBoard(rules)
	start := board.Start()
	move, _ := start.ParseMove("b1-b2", game.RearNotation)
	played := &replay.Game{
		Rules: rules.Name(), Seed: 1, Model: "by hand", Start: start.String(), Reason: game.Stopped,
		Moves: []game.Move{move},
		Searches: []replay.SearchRecord{{Value: 0.25, Weight: 1, Moves: []game.Move{move},
			Policy: []float32{1}}},
	}

	folder, _ := os.MkdirTemp("", "run")
	defer os.RemoveAll(folder)
	ctx := context.Background()
	store, err := replay.Open(filepath.Join(folder, "run.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	id, err := store.Append(ctx, played)
	fmt.Println("game", id, err)

	window := replay.WindowConfig{Min: 1, Growth: 1, Exponent: 1}
	sampler, _ := replay.NewSampler(board, window, 4, rand.NewPCG(1, 1))
	added, err := sampler.Follow(ctx, store)
	fmt.Println(added, "game,", sampler.Ready(1), "batches of one sample,", err)
	batch := make([]replay.Sample, 1)
	err = sampler.Draw(batch)
	fmt.Println("value", batch[0].RootValue, "of", batch[0].State.String(), err)
	// Output:
	// game 1 <nil>
	// 1 game, 4 batches of one sample, <nil>
	// value 0.25 of bbbb/..../..../..../..../wwww w <nil>
}
