package solve

import (
	"testing"

	"epaminondas/game"
)

// BenchmarkSolve solves whole boards. Run the largest board with -benchtime 1x.
func BenchmarkSolve(b *testing.B) {
	for _, name := range []string{"epaminondas:3x5x1", "epaminondas:4x4x1",
		"epaminondas:4x5x1", "epaminondas:4x6x1"} {
		b.Run(name, func(b *testing.B) {
			rules, err := game.ParseRules(name)
			if err != nil {
				b.Fatal(err)
			}
			var table *Table
			for b.Loop() {
				if table, err = Solve(b.Context(), rules, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(table.sweeps), "sweeps")
			b.ReportMetric(float64(table.placements)*float64(b.N)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
