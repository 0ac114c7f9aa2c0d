package train

import (
	"sync/atomic"
	"testing"

	"epaminondas/game"
)

// TestShare checks that every task runs once, that no thread runs two tasks at a time, and that the
// parts cover the batch.
func TestShare(t *testing.T) {
	for _, threads := range []int{1, 2, 7} {
		w := newWorkers(threads, 50)
		busy := make([]atomic.Bool, threads)
		for tasks := range 20 {
			done := make([]atomic.Int64, tasks)
			w.distribute(tasks, func(task, thread int) {
				if busy[thread].Swap(true) {
					t.Errorf("thread %d does two tasks at a time", thread)
				}
				done[task].Add(1)
				busy[thread].Store(false)
			})
			for i := range done {
				if n := done[i].Load(); n != 1 {
					t.Errorf("%d threads: task %d of %d was done %d times", threads, i, tasks, n)
				}
			}
		}
		samples := make([]atomic.Int64, 50)
		w.run(func(p part) {
			if n := p.last - p.first; n < 1 || n > w.most() {
				t.Errorf("part %d has %d samples, at most %d", p.index, n, w.most())
			}
			for i := p.first; i < p.last; i++ {
				samples[i].Add(1)
			}
		})
		for i := range samples {
			if n := samples[i].Load(); n != 1 {
				t.Errorf("sample %d is in %d parts", i, n)
			}
		}
	}
}

// TestOpsDoNotAllocate checks that filling the batch, all operations and the solver of a step
// allocate nothing.
func TestOpsDoNotAllocate(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	cfg := smallConfig(20)
	cfg.Threads = 2
	tr := newTrainer(t, cfg, board, newWeights(t, small, 1))
	samples := randomSamples(t, board, cfg.BatchSize, 2)
	steps(t, tr, board, 1)
	check := func(name string, f func()) {
		t.Helper()
		if n := testing.AllocsPerRun(20, f); n >= 1 { // a goroutine may be new
			t.Errorf("%s: %v allocations a run", name, n)
		}
	}
	check("fill", func() {
		if err := tr.batch.fill(samples); err != nil {
			t.Fatal(err)
		}
	})
	for _, n := range tr.graph.AllNodes() {
		if o, ok := n.Op().(*op); ok {
			check(o.name, func() { o.do(o.out, o.in) })
		}
	}
	check("average", func() { tr.updateAverage(1) })
}
