package backend

import (
	"fmt"
	"sync"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/base/process"
)

// BenchmarkGames compares the sources. Many games ask one after the other. The widest network is
// larger than every core's cache.
func BenchmarkGames(b *testing.B) {
	board := game.MustBoard("epaminondas")
	for _, shape := range [][2]int{{4, 32}, {6, 64}, {6, 96}, {10, 128}} {
		n := network(b, shape[0], shape[1])
		for _, games := range []int{2, 16, 64} {
			for name, from := range map[string]source{"direct": direct{n},
				"batched": newBatched(n, batchSize, cores())} {
				b.Run(fmt.Sprintf("14x12-%dx%d/games=%d/%s", shape[0], shape[1], games, name),
					func(b *testing.B) { benchmarkGames(b, from, board, games) })
			}
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
