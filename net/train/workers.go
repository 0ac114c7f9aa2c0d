package train

import (
	"sync"
	"sync/atomic"
)

// maxParts is the number of parts a batch is cut into, whatever the number of threads, so that
// sums over parts come out the same to the bit.
const maxParts = 16

// workers shares the samples of a batch between threads.
type workers struct {
	samples int         // of the batch
	parts   int         // of nearly the same size
	scratch [][]float32 // of each thread
}

// part is a share of a batch.
type part struct {
	index       int       // from 0 to workers.parts
	first, last int       // its samples are [first, last)
	scratch     []float32 // as long as was reserved, with anything in it
}

func newWorkers(threads, samples int) *workers {
	parts := min(samples, maxParts)
	return &workers{samples: samples, parts: parts, scratch: make([][]float32, min(threads, parts))}
}

// reserve makes sure that the scratch of a part has n floats at least.
func (w *workers) reserve(n int) {
	for i, scratch := range w.scratch {
		if len(scratch) < n {
			w.scratch[i] = make([]float32, n)
		}
	}
}

// run calls f for every part, several at a time, and waits for the last.
func (w *workers) run(f func(p part)) {
	var next atomic.Int64
	work := func(scratch []float32) {
		for {
			i := int(next.Add(1)) - 1
			if i >= w.parts {
				return
			}
			f(part{index: i, first: i * w.samples / w.parts, last: (i + 1) * w.samples / w.parts, scratch: scratch})
		}
	}
	var wg sync.WaitGroup
	for _, scratch := range w.scratch[1:] {
		wg.Go(func() { work(scratch) })
	}
	work(w.scratch[0])
	wg.Wait()
}

// each calls f for every sample, several at a time, and waits for the last.
func (w *workers) each(f func(sample int)) {
	w.run(func(p part) {
		for i := p.first; i < p.last; i++ {
			f(i)
		}
	})
}

// partial is a sum over a batch that is taken a part at a time.
type partial struct {
	*workers
	size int
	sums []float32 // [parts, size]
}

func (w *workers) newPartial(size int) *partial {
	return &partial{workers: w, size: size, sums: make([]float32, w.parts*size)}
}

// into overwrites dst with the sum over all parts; add must add that of the samples of a part to
// dst, which starts at zero.
func (s *partial) into(dst []float32, add func(dst []float32, p part)) {
	s.run(func(p part) {
		sum := s.sums[p.index*s.size:][:s.size]
		clear(sum)
		add(sum, p)
	})
	clear(dst)
	for i := range s.parts {
		addTo(dst, s.sums[i*s.size:][:s.size])
	}
}
