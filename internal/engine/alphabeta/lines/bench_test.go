package lines

import "testing"

// BenchmarkStep measures learning in positions a second.
func BenchmarkStep(b *testing.B) {
	for _, name := range []string{"epaminondas:8x8", "epaminondas"} {
		b.Run(name, func(b *testing.B) {
			d := material(b, name, 40_000)
			l := newLearner(d, DefaultSettings())
			size := l.settings.Batch
			positions := make([]int, size)
			for n := 0; b.Loop(); n++ {
				for i := range positions {
					positions[i] = (n*size + i*7919) % d.Len()
				}
				l.step(positions, 1)
			}
			b.ReportMetric(float64(b.N*size)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
