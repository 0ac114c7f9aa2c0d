package alphabeta

import (
	"context"
	"math/rand/v2"
	"testing"

	"epaminondas/game"
)

// benchmarked has the names of the rules for the benchmarks.
var benchmarked = []string{"epaminondas,max_plies=300", "epaminondas:8x8,max_plies=150",
	"crossings,max_plies=150"}

func newSearch(t testing.TB, b *game.Board, mib int) *Search {
	t.Helper()
	s, err := New(b, DefaultWeights(b.Rules()), mib)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// BenchmarkSearch measures searches of 20,000 nodes in positions from games of the engine against
// itself. It evaluates by features or by lines.
func BenchmarkSearch(b *testing.B) {
	for _, name := range benchmarked {
		board := game.MustBoard(name)
		features := newSearch(b, board, 16)
		positions := gamePositions(b, features, 40)
		byLines, err := NewLines(learned(b, board), 16)
		if err != nil {
			b.Fatal(err)
		}
		for evaluation, s := range map[string]*Search{"features": features, "lines": byLines} {
			b.Run(name+"/"+evaluation, func(b *testing.B) { measureSearch(b, s, positions) })
		}
	}
}

// measureSearch measures the searches of one evaluation.
func measureSearch(b *testing.B, s *Search, positions []game.State) {
	nodes, depth, runs := 0, 0, 0
	b.ReportAllocs()
	for b.Loop() {
		pos := positions[runs%len(positions)]
		r, err := s.Run(context.Background(), &pos, Limit{Nodes: 20_000}, 1, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
		depth += r.Depth
		runs++
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(depth)/float64(runs), "depth")
}

// gamePositions returns positions of a game of the engine against itself after six random plies.
func gamePositions(t testing.TB, s *Search, plies int) []game.State {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	pos := s.eval.board.Start()
	var positions []game.State
	for ply := range plies {
		moves := pos.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		if ply >= 6 {
			positions = append(positions, pos)
			r, err := s.Run(context.Background(), &pos, Limit{Nodes: 1000}, 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			m = r.Lines[0].Move
		}
		pos.Play(m)
	}
	return positions
}

// BenchmarkEvaluate measures the static evaluation alone.
func BenchmarkEvaluate(b *testing.B) {
	for _, name := range benchmarked {
		b.Run(name, func(b *testing.B) {
			s := newSearch(b, game.MustBoard(name), 1)
			positions := gamePositions(b, s, 40)
			i := 0
			for b.Loop() {
				s.eval.score(&positions[i%len(positions)])
				i++
			}
		})
	}
}
