package threat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/mcts/threat"
)

// benchmarked has the names of the boards for the benchmarks.
var benchmarked = []string{"epaminondas:8x8,max_plies=150", "epaminondas,max_plies=300",
	"crossings,max_plies=150"}

// played returns the positions of games of the classical engine with the given nodes a move. Each
// game begins with 6 to 8 random plies. The last position of a game is its end.
func played(tb testing.TB, b *game.Board, games, nodes int) (lines [][]game.State) {
	tb.Helper()
	engine, err := alphabeta.New(b, alphabeta.DefaultWeights(b.Rules()), 16)
	if err != nil {
		tb.Fatal(err)
	}
	for g := range games {
		rng := rand.New(rand.NewPCG(1, uint64(g)))
		engine.Reset()
		s := b.Start()
		line := []game.State{s}
		for random := 6 + rng.IntN(3); ; random-- {
			if outcome, _ := s.Outcome(); outcome != game.Ongoing {
				break
			}
			s.Play(chosen(tb, engine, &s, random > 0, nodes, rng))
			line = append(line, s)
		}
		lines = append(lines, line)
	}
	return lines
}

// chosen returns a random move or the engine's move.
func chosen(tb testing.TB, engine *alphabeta.Search, s *game.State, random bool, nodes int,
	rng *rand.Rand) game.Move {
	tb.Helper()
	if random {
		moves := s.AppendMoves(nil)
		return moves[rng.IntN(len(moves))]
	}
	r, err := engine.Run(context.Background(), s, alphabeta.Limit{Nodes: nodes}, 1, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r.Lines[0].Move
}

// perBoard runs a benchmark on the positions of games before their ends: all of them, then the last
// 12 of each game.
func perBoard(b *testing.B, run func(b *testing.B, states []game.State)) {
	for _, name := range benchmarked {
		var all, late []game.State
		for _, line := range played(b, game.MustBoard(name), 20, 200) {
			all = append(all, line[:len(line)-1]...)
			late = append(late, line[max(0, len(line)-13):len(line)-1]...)
		}
		b.Run(name+"/all", func(b *testing.B) { run(b, all) })
		b.Run(name+"/late", func(b *testing.B) { run(b, late) })
	}
}

func BenchmarkPossible(b *testing.B) {
	perBoard(b, func(b *testing.B, states []game.State) {
		i, yes := 0, 0
		for b.Loop() {
			if threat.Possible(&states[i%len(states)]) {
				yes++
			}
			i++
		}
		b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
		b.ReportMetric(100*float64(yes)/float64(i), "%possible")
	})
}

func BenchmarkProve(b *testing.B) {
	for _, budget := range []struct {
		name  string
		nodes int
	}{{"nodes=30", 30}, {"nodes=100", 100}, {"nodes=1000", 1000}, {"nodes=10000", 10000}} {
		b.Run(budget.name, func(b *testing.B) {
			perBoard(b, func(b *testing.B, states []game.State) {
				search := threat.New()
				search.Prove(&states[0], budget.nodes)
				b.ReportAllocs()
				i, nodes, proofs := 0, 0, 0
				for b.Loop() {
					r := search.Prove(&states[i%len(states)], budget.nodes)
					nodes += r.Nodes
					if r.Proof != threat.Unknown {
						proofs++
					}
					i++
				}
				b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "positions/s")
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
				b.ReportMetric(float64(nodes)/float64(i), "nodes/op")
				b.ReportMetric(100*float64(proofs)/float64(i), "%proven")
			})
		})
	}
}
