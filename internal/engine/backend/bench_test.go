package backend

import (
	"fmt"
	"sync"
	"testing"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/internal/base/process"
)

// BenchmarkGames compares the sources. Many games ask one after the other, and the network is
// larger than every core's cache.
func BenchmarkGames(b *testing.B) {
	board, n := gametest.Board(b, "epaminondas"), network(b, 10, 128)
	for _, games := range []int{2, 16, 64} {
		for _, name := range []string{"direct", "batched"} {
			b.Run(fmt.Sprintf("14x12-10x128/games=%d/%s", games, name), func(b *testing.B) {
				var from source = direct{n}
				if name == "batched" {
					from = newBatched(n, batchSize, cores())
				}
				benchmarkGames(b, from, board, games)
			})
		}
	}
}

// benchmarkGames shares b.N evaluations among games.
func benchmarkGames(b *testing.B, from source, board *game.Board, games int) {
	var group sync.WaitGroup
	before, _ := process.Time()
	for g := range games {
		eval, err := from.open(b.Context(), board)
		if err != nil {
			b.Fatal(err)
		}
		group.Go(func() {
			defer eval.Close()
			state := board.Start()
			moves := state.AppendMoves(nil)
			prior := make([]float32, len(moves))
			for range (b.N + g) / games {
				if _, err := eval.Evaluate(&state, moves, prior); err != nil {
					b.Error(err)
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "positions/s")
	if used, ok := process.Time(); ok { // on a busy machine compare this figure
		b.ReportMetric(float64(b.N)/(used-before).Seconds(), "positions/cpu-s")
	}
}
