package game_test

import (
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// benchmarked has the names of the boards for the benchmarks.
var benchmarked = []string{"epaminondas", "epaminondas:8x8", "epaminondas:4x6x1", "crossings"}

// perBoard runs a benchmark on every board, with the positions of random games on it.
func perBoard(b *testing.B, run func(b *testing.B, states []game.State)) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var states []game.State
			for len(states) < 2000 {
				played := randomGame(board(b, name), 200, rng)
				states = append(states, played[:len(played)-1]...)
			}
			run(b, states)
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	perBoard(b, func(b *testing.B, states []game.State) {
		nodes := uint64(0)
		for b.Loop() {
			nodes += game.Perft(states[0], 3)
		}
		b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	})
}

func BenchmarkAppendMoves(b *testing.B) {
	perBoard(b, func(b *testing.B, states []game.State) {
		var buffer [512]game.Move
		i, moves := 0, 0
		for b.Loop() {
			moves += len(states[i%len(states)].AppendMoves(buffer[:0]))
			i++
		}
		b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
		b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
	})
}

// BenchmarkReach measures [game.Board.Reach] for both sides.
func BenchmarkReach(b *testing.B) {
	perBoard(b, func(b *testing.B, states []game.State) {
		i, taken := 0, 0
		for b.Loop() {
			s := &states[i%len(states)]
			for _, c := range []game.Colour{game.White, game.Black} {
				r := reachOf(s, c)
				taken += r.Taken.Count()
			}
			i++
		}
		b.ReportMetric(float64(taken)/float64(i), "taken")
		b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
	})
}

func BenchmarkOutcome(b *testing.B) {
	perBoard(b, func(b *testing.B, states []game.State) {
		i := 0
		for b.Loop() {
			states[i%len(states)].Outcome()
			i++
		}
		b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
	})
}

// BenchmarkMove measures operations on a single move: to play it, or to compute its effect without
// playing it.
func BenchmarkMove(b *testing.B) {
	for name, use := range map[string]func(s *game.State, m game.Move){
		"play":      func(s *game.State, m game.Move) { next := *s; next.Play(m) },
		"leadafter": func(s *game.State, m game.Move) { s.LeadAfter(m) },
		"legal":     func(s *game.State, m game.Move) { s.Legal(m) },
	} {
		b.Run(name, func(b *testing.B) {
			perBoard(b, func(b *testing.B, states []game.State) {
				rng := rand.New(rand.NewPCG(3, 4))
				chosen := make([]game.Move, len(states))
				for i := range states {
					moves := states[i].AppendMoves(nil)
					chosen[i] = moves[rng.IntN(len(moves))]
				}
				i := 0
				for b.Loop() {
					use(&states[i%len(states)], chosen[i%len(states)])
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "moves/s")
			})
		})
	}
}
