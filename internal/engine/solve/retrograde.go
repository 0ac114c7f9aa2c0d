package solve

import (
	"context"
	"math/bits"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// front is a layer while it is being solved.
type front struct {
	*layer
	// partner is the layer with the colours exchanged. Moves without a capture lead from one to the
	// other.
	partner   *front
	cells     cells  // by index
	now, next bitmap // decided in the last sweep and in this one, by ownIndex
}

// chunk is the number of placements that a goroutine handles at a time. It is a multiple of 64, so
// that no two chunks share a word of cells or of a bitmap. It is small so that a goroutine stops
// soon after a cancellation.
const chunk = 1 << 14

// solver fills a table.
type solver struct {
	table *Table
	meter *meter
	found atomic.Int64 // decided in this sweep
}

// solveTable fills t layer by layer.
func solveTable(ctx context.Context, t *Table, m *meter) error {
	s := &solver{table: t, meter: m}
	most := len(t.layers) - 1
	for stones := range 2*most + 1 {
		for own := max(0, stones-most); own <= stones-own; own++ {
			if err := s.solvePair(ctx, own, stones-own); err != nil {
				return err
			}
		}
	}
	return nil
}

// solvePair solves two layers: a stones against b, and b against a. All layers with fewer stones
// must be solved.
func (s *solver) solvePair(ctx context.Context, a, b int) error {
	fronts := newFronts(&s.table.layers[a][b], &s.table.layers[b][a])
	if err := s.each(ctx, fronts, (*worker).open); err != nil {
		return err
	}
	for sweep := 0; s.found.Swap(0) > 0; sweep++ {
		s.table.sweeps = max(s.table.sweeps, sweep)
		if err := s.each(ctx, fronts, (*worker).propagate); err != nil {
			return err
		}
		for _, f := range fronts {
			f.now, f.next = f.next, f.now
			clear(f.next)
		}
	}
	return s.each(ctx, fronts, (*worker).close)
}

// newFronts returns the fronts of two layers that lead to each other, or of one layer that leads to
// itself.
func newFronts(a, b *layer) []*front {
	first := newFront(a)
	if a == b {
		first.partner = first
		return []*front{first}
	}
	second := newFront(b)
	first.partner, second.partner = second, first
	return []*front{first, second}
}

func newFront(l *layer) *front {
	return &front{layer: l, cells: newCells(l.size), now: newBitmap(l.size), next: newBitmap(l.size)}
}

// each calls work on all cores, for every chunk of the fronts: placements from to to-1.
func (s *solver) each(ctx context.Context, fronts []*front,
	work func(w *worker, f *front, from, to int)) error {
	for _, f := range fronts {
		group, ctx := errgroup.WithContext(ctx)
		var taken atomic.Int64
		for range min(runtime.GOMAXPROCS(0), (f.size+chunk-1)/chunk) {
			group.Go(func() error {
				w := &worker{solver: s}
				next := func() int { return int(taken.Add(chunk)) - chunk }
				for from := next(); from < f.size; from = next() {
					if err := ctx.Err(); err != nil {
						return err
					}
					work(w, f, from, min(from+chunk, f.size))
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return err
		}
	}
	return nil
}

// worker is one goroutine of a solver and its scratch memory.
type worker struct {
	*solver
	captures []placement
	before   []uint32
}

// open decides the cells of a part of a layer that do not depend on the layer itself.
func (w *worker) open(f *front, from, to int) {
	decided := 0
	for i := from; i < to; i++ {
		p := f.placement(i)
		c := w.judge(p)
		f.cells.init(i, c)
		if c.decided() {
			f.now.set(f.ownIndex(p))
			decided++
		}
	}
	w.found.Add(int64(decided))
	w.meter.add(to - from)
}

// judge returns the first content of the cell of p. It takes account of the far rows, of a lack of
// moves, and of captures.
func (w *worker) judge(p placement) cell {
	g := w.table.grid
	if g.finished(p) {
		return cellWon
	}
	var open int // moves that are not known to lose
	w.captures, open = g.appendCaptures(w.captures[:0], p)
	for _, after := range w.captures {
		switch w.table.value(g.turned(after)) {
		case Loss:
			return cellWon
		case Draw:
			open++ // no loss is found for this move, so a position that can draw is never lost
		}
	}
	return cell(open)
}

// propagate looks at the placements of a part of a layer that the last sweep decided. It updates
// the placements of the partner from which a move leads to them.
func (w *worker) propagate(f *front, from, to int) {
	g, partner := w.table.grid, f.partner
	found, done := 0, 0
	for word := from / 64; word*64 < to; word++ {
		for set := f.now[word]; set != 0; set &= set - 1 {
			p := f.ownPlacement(word*64 + bits.TrailingZeros64(set))
			lost := f.cells.load(f.index(p)).lost()
			p = g.turned(p)
			row := partner.byEnemy.row(p.enemy)
			w.before = g.appendUnmoves(w.before[:0], p)
			for _, own := range w.before {
				i := row + partner.byEnemy.column(own, p.enemy)
				if lost && partner.cells.win(i) || !lost && partner.cells.countDown(i) {
					partner.next.set(partner.ownIndex(placement{own, p.enemy}))
					found++
				}
			}
			done++
		}
	}
	w.found.Add(int64(found))
	w.meter.add(done)
}

// close writes the values of a part of a layer into the table.
func (w *worker) close(f *front, from, to int) {
	drawn := 0
	values := w.table.values[f.first/valuesPerByte:]
	for i := from; i < to; i++ {
		code := f.cells.load(i).code()
		values[i/valuesPerByte] |= code << (i % valuesPerByte * 2)
		if code == codeDraw {
			drawn++
		}
	}
	w.meter.add(drawn) // propagate never counts draws
}
