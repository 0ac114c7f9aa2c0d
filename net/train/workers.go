package train

import (
	"sync"
	"sync/atomic"
)

// maxChunks is the number of parts a batch is cut into, whatever the number of threads, so that
// sums over parts come out the same to the bit.
const maxChunks = 16

// workers shares the samples of a batch between threads.
type workers struct {
	threads int
	batch   int // samples
	chunks  int // parts, of nearly the same size
}

func newWorkers(threads, batch int) *workers {
	return &workers{threads: threads, batch: batch, chunks: min(batch, maxChunks)}
}

// chunk returns the samples [from, to) of part c.
func (w *workers) chunk(c int) (from, to int) {
	return c * w.batch / w.chunks, (c + 1) * w.batch / w.chunks
}

// run calls f for every chunk of samples [from, to), several at a time, and waits for the last.
func (w *workers) run(f func(c, from, to int)) {
	var next atomic.Int64
	work := func() {
		for {
			c := int(next.Add(1)) - 1
			if c >= w.chunks {
				return
			}
			from, to := w.chunk(c)
			f(c, from, to)
		}
	}
	var wg sync.WaitGroup
	for range min(w.threads, w.chunks) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// each calls f for every sample, several at a time, and waits for the last.
func (w *workers) each(f func(sample int)) {
	w.run(func(_, from, to int) {
		for i := from; i < to; i++ {
			f(i)
		}
	})
}

// partial is a sum over a batch that is taken a chunk at a time.
type partial struct {
	*workers
	size int
	sums []float32 // [chunks, size]
}

func (w *workers) newPartial(size int) *partial {
	return &partial{workers: w, size: size, sums: make([]float32, w.chunks*size)}
}

// into overwrites dst with the sum over all chunks; add must add that of the samples [from, to)
// to part, which starts at zero.
func (p *partial) into(dst []float32, add func(part []float32, from, to int)) {
	p.run(func(c, from, to int) {
		part := p.sums[c*p.size:][:p.size]
		clear(part)
		add(part, from, to)
	})
	copy(dst, p.sums[:p.size])
	for c := 1; c < p.chunks; c++ {
		for i, v := range p.sums[c*p.size:][:p.size] {
			dst[i] += v
		}
	}
}
