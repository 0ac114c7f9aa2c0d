package train

import (
	"sync"
	"sync/atomic"
)

// maxParts is the number of parts of a batch. It does not depend on the number of threads, so sums
// over parts are the same to the bit.
const maxParts = 16

// workers shares the samples of a batch, and other work, between threads. The threads start when
// the caller begins a task and end with the task. No thread runs between two tasks. Only one
// goroutine calls its methods.
type workers struct {
	samples int         // number of samples in the batch
	parts   int         // number of parts, which have nearly the same size
	scratch [][]float32 // scratch memory of each thread

	// The current task.
	do    func(task, thread int)
	tasks int64
	next  atomic.Int64
	busy  sync.WaitGroup
	help  []func() // the threads' functions; made once, because starting a method would allocate

	onPart  func(p part)
	runPart func(task, thread int)
}

// part is a share of a batch.
type part struct {
	index       int       // from 0 to workers.parts-1
	first, last int       // its samples are [first, last)
	thread      int       // thread that runs it, from 0 to workers.threads()-1
	scratch     []float32 // of the reserved length, with undefined content
}

func newWorkers(threads, samples int) *workers {
	parts := min(samples, maxParts)
	w := &workers{samples: samples, parts: parts, scratch: make([][]float32, min(threads, parts))}
	for thread := 1; thread < w.threads(); thread++ {
		w.help = append(w.help, func() {
			w.work(thread)
			w.busy.Done()
		})
	}
	w.runPart = func(task, thread int) { w.onPart(w.part(task, thread)) }
	return w
}

func (w *workers) threads() int { return len(w.scratch) }

// part returns a share of the batch.
func (w *workers) part(index, thread int) part {
	return part{
		index: index, first: index * w.samples / w.parts, last: (index + 1) * w.samples / w.parts,
		thread: thread, scratch: w.scratch[thread],
	}
}

// most returns the greatest number of samples of a part.
func (w *workers) most() int { return (w.samples + w.parts - 1) / w.parts }

// reserve makes the scratch of a part at least n floats long.
func (w *workers) reserve(n int) {
	for i, scratch := range w.scratch {
		if len(scratch) < n {
			w.scratch[i] = make([]float32, n)
		}
	}
}

// distribute calls do for each task from 0 on, several at a time, and waits for all of them.
func (w *workers) distribute(tasks int, do func(task, thread int)) {
	w.do, w.tasks = do, int64(tasks)
	w.next.Store(0)
	help := w.help[:max(0, min(len(w.help), tasks-1))]
	w.busy.Add(len(help))
	for _, f := range help {
		go f()
	}
	w.work(0)
	w.busy.Wait()
}

// work runs tasks until none is left.
func (w *workers) work(thread int) {
	for task := w.next.Add(1) - 1; task < w.tasks; task = w.next.Add(1) - 1 {
		w.do(int(task), thread)
	}
}

// run calls f for every part, several at a time, and waits for all of them.
func (w *workers) run(f func(p part)) {
	w.onPart = f
	w.distribute(w.parts, w.runPart)
}
