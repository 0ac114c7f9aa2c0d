package lines

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net/kernel"
)

// Settings say how [Learn] learns.
type Settings struct {
	Epochs int     // passes over the positions
	Batch  int     // positions in a step
	Rate   float64 // learning rate of AdamW at the start; it falls to nothing
	Decay  float64 // how strongly AdamW shrinks the shared rows that a step uses; for own rows, see ownDecay
	Scale  int     // of the scores: see Weights
	Seed   uint64
}

// DefaultSettings suit a million positions.
func DefaultSettings() Settings {
	return Settings{Epochs: 5, Batch: 1024, Rate: 4e-3, Decay: 1, Scale: 70, Seed: 1}
}

// Validate returns an error for the first invalid setting.
func (s Settings) Validate() error {
	switch {
	case s.Epochs < 1 || s.Epochs > 1000:
		return fmt.Errorf("lines: epochs is %d, want 1 to 1000", s.Epochs)
	case s.Batch < 1 || s.Batch > 1<<20:
		return fmt.Errorf("lines: batch is %d, want 1 to %d", s.Batch, 1<<20)
	case !(s.Rate > 0 && s.Rate <= 1):
		return fmt.Errorf("lines: rate is %g, want above 0 and at most 1", s.Rate)
	case !(s.Decay >= 0 && s.Decay <= 1):
		return fmt.Errorf("lines: decay is %g, want 0 to 1", s.Decay)
	case s.Scale < 1 || s.Scale > 1000:
		return fmt.Errorf("lines: scale is %d, want 1 to 1000", s.Scale)
	}
	return nil
}

// ErrTooFew says that there are too few positions to learn from.
var ErrTooFew = errors.New("there are too few positions to learn from")

// Report says how well an evaluation predicts positions that it did not learn from.
type Report struct {
	Positions, Held int
	// Error is the mean squared error of the predicted values, and Variance the variance of the true
	// ones, so that 1 - Error/Variance is the share that the evaluation explains.
	Error, Variance float64
}

// holdOut is the part of the positions that is held out: the last twentieth. Positions of one search are
// alike, and neighbours in the list.
const holdOut = 20

// LeastPositions is the least number of positions to learn from.
const LeastPositions = 1000

// Learn learns weights from positions. The same data and settings give the same weights. It calls progress,
// unless that is nil, with the share of the work that is done.
func Learn(ctx context.Context, d *Data, s Settings, progress func(share float64)) (*Weights, Report, error) {
	var report Report
	if err := s.Validate(); err != nil {
		return nil, report, err
	}
	if d.Len() < LeastPositions {
		return nil, report, fmt.Errorf("lines: %w: %s, want at least %d", ErrTooFew,
			noun.Count(d.Len(), "position"), LeastPositions)
	}
	l := newLearner(d, s)
	order := make([]int, d.learned())
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(s.Seed, 2))
	steps := s.Epochs * ((len(order) + s.Batch - 1) / s.Batch)
	step := 0
	for range s.Epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for at := 0; at < len(order); at += s.Batch {
			if err := ctx.Err(); err != nil {
				return nil, report, err
			}
			l.step(order[at:min(at+s.Batch, len(order))], 1-float64(step)/float64(steps))
			if step++; progress != nil {
				progress(float64(step) / float64(steps))
			}
		}
	}
	w, err := l.weights()
	if err != nil {
		return nil, report, err
	}
	report, err = measure(d, w)
	report.Positions = len(order)
	return w, report, err
}

// learner learns the rows and the output, in float32.
type learner struct {
	geometry *geometry
	data     *Data
	settings Settings
	shares   [Lanes / laneShare]share
	bias     parameters // [1]
	batch    batch
	steps    int
}

// batch has the positions of a step. Its rows are in the order of the windows. So the work goes from window
// to window, whose table stays in the cache for all positions.
type batch struct {
	size   int
	rows   []uint32  // [2 x windows, size]
	values []float32 // [size]
	grads  []float32 // [size], of the loss by the argument of tanh
}

// laneShare is the number of lanes that one goroutine learns. A row of them fills a line of the cache.
const laneShare = 16

// lanes are numbers of a share.
type lanes [laneShare]float32

// share has the numbers of laneShare lanes. It needs nothing from the others but the prediction.
type share struct {
	rows    parameters // [rows, laneShare]
	start   parameters // [laneShare]
	output  parameters // [laneShare]
	touched []uint32   // rows with a gradient
	marked  []bool     // of each row: it is touched
	seen    []uint8    // of each row: how many steps used it, up to enoughSteps
	sums    []lanes    // of each position of the batch
	grads   []lanes    // of the loss by the sums
	parts   []float32  // of each position: what this share adds to the argument of tanh
}

// parameters are numbers with the state of AdamW.
type parameters struct{ x, grad, mean, square []float32 }

func newParameters(n int) parameters {
	return parameters{make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

func newLearner(d *Data, s Settings) *learner {
	g := d.geometry
	l := &learner{geometry: g, data: d, settings: s, bias: newParameters(1)}
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	// The sums begin inside their range. Only own rows begin with noise, so that the lanes differ.
	spread := 0.15 / math.Sqrt(float64(len(g.windows)))
	for k := range l.shares {
		sh := &l.shares[k]
		*sh = share{rows: newParameters(g.allRows * laneShare), start: newParameters(laneShare),
			output: newParameters(laneShare), marked: make([]bool, g.allRows), seen: make([]uint8, g.allRows)}
		for i := range g.rows * laneShare {
			sh.rows.x[i] = float32(spread * rng.NormFloat64())
		}
		for i := range laneShare {
			sh.start.x[i] = 0.25 + 0.5*rng.Float32()
			sh.output.x[i] = float32(rng.NormFloat64() * 0.5)
		}
	}
	return l
}

// step takes a step of AdamW on some positions. rate is a share of the learning rate.
func (l *learner) step(positions []int, rate float64) {
	l.predict(positions)
	l.grade(1 / float32(len(positions)))
	l.steps++
	steps := newUpdates(l.settings, rate, l.steps)
	l.each(func(sh *share) {
		sh.add(&l.batch)
		sh.update(&steps, l.geometry.rows)
	})
	l.bias.update(&steps.plain, 0, 1)
}

// each calls f for all shares at once, and waits.
func (l *learner) each(f func(sh *share)) {
	var wait sync.WaitGroup
	for k := range l.shares {
		wait.Go(func() { f(&l.shares[k]) })
	}
	wait.Wait()
}

// predict fills the batch with positions, and computes the sums and parts of all shares.
func (l *learner) predict(positions []int) {
	l.batch.fill(l.data, positions)
	l.each(func(sh *share) { sh.predict(&l.batch) })
}

// fill sets a batch to positions of the data.
func (b *batch) fill(d *Data, positions []int) {
	g := d.geometry
	windows := g.windows
	b.size = len(positions)
	b.rows = slices.Grow(b.rows[:0], 2*len(windows)*b.size)[:2*len(windows)*b.size]
	b.values, b.grads = b.values[:0], slices.Grow(b.grads[:0], b.size)[:b.size]
	for n, i := range positions {
		at := n
		for w, pattern := range d.patternsOf(i) {
			b.rows[at] = uint32(g.first[w]) + uint32(pattern)
			b.rows[at+b.size] = uint32(g.shared[g.classes[windows[w].class].kind]) + uint32(pattern)
			at += 2 * b.size
		}
		b.values = append(b.values, d.values[i])
	}
}

// grade sets the gradients of the squared errors, times weight, and adds to the bias's gradient.
func (l *learner) grade(weight float32) {
	for n := range l.batch.grads {
		v := l.value(n)
		grad := 2 * weight * (v - l.batch.values[n]) * (1 - v*v)
		l.batch.grads[n] = grad
		l.bias.grad[0] += grad
	}
}

// value returns the predicted value of position n of the batch.
func (l *learner) value(n int) float32 {
	z := l.bias.x[0]
	for k := range l.shares {
		z += l.shares[k].parts[n]
	}
	return float32(math.Tanh(float64(z)))
}

// predict sets the sums and the parts.
func (sh *share) predict(b *batch) {
	sh.sums, sh.parts = sh.sums[:0], sh.parts[:0]
	for range b.size {
		sh.sums = append(sh.sums, lanes(sh.start.x))
	}
	for at := 0; at < len(b.rows); at += b.size {
		for n, row := range b.rows[at:][:b.size] {
			sum, x := &sh.sums[n], (*lanes)(sh.rows.x[int(row)*laneShare:])
			for i := range sum {
				sum[i] += x[i]
			}
		}
	}
	for n := range sh.sums {
		var part float32
		for i, s := range sh.sums[n] {
			part += min(max(s, 0), 1) * sh.output.x[i]
		}
		sh.parts = append(sh.parts, part)
	}
}

// add adds the gradients of a batch.
func (sh *share) add(b *batch) {
	sh.grads = sh.grads[:0]
	for n, part := range b.grads {
		var grads lanes
		for i, s := range sh.sums[n] {
			sh.output.grad[i] += part * min(max(s, 0), 1)
			if s > 0 && s < 1 {
				grads[i] = part * sh.output.x[i]
				sh.start.grad[i] += grads[i]
			}
		}
		sh.grads = append(sh.grads, grads)
	}
	for at := 0; at < len(b.rows); at += b.size {
		for n, row := range b.rows[at:][:b.size] {
			if !sh.marked[row] {
				sh.marked[row] = true
				sh.seen[row] = min(sh.seen[row], enoughSteps-1) + 1
				sh.touched = append(sh.touched, row)
			}
			sum, grads := (*lanes)(sh.rows.grad[int(row)*laneShare:]), &sh.grads[n]
			for i := range sum {
				sum[i] += grads[i]
			}
		}
	}
}

// update takes a step of AdamW with numbers that have a gradient, and clears it.
func (p *parameters) update(a *kernel.AdamW, from, to int) {
	a.Update(p.x[from:to], p.grad[from:to], p.mean[from:to], p.square[from:to])
	clear(p.grad[from:to])
}

// ownDecay is how many times as fast own rows shrink as shared ones. So they keep only what shared ones
// cannot say.
const ownDecay = 5

// updates are the steps of AdamW: for own rows, for shared ones, and for numbers without decay. Rows that a
// step does not use keep their state.
type updates struct{ own, shared, plain kernel.AdamW }

func newUpdates(s Settings, rate float64, step int) updates {
	rate *= s.Rate
	plain := kernel.AdamW{Beta1: 0.9, Beta2: 0.99, Scale: 1, Keep: 1, Epsilon: 1e-8}
	mean, square := 1-math.Pow(plain.Beta1, float64(step)), 1-math.Pow(plain.Beta2, float64(step))
	plain.Rate, plain.Correction = rate/mean, 1/square
	// The decay begins gently. Otherwise it removes the noise, by which lanes differ, before they learn.
	decay := rate * s.Decay * math.Sqrt(square) / mean
	own, shared := plain, plain
	own.Keep, shared.Keep = 1-decay*ownDecay, 1-decay
	return updates{own, shared, plain}
}

// update takes the step of a share. own is the number of own rows.
func (sh *share) update(u *updates, own int) {
	for _, row := range sh.touched {
		at, update := int(row)*laneShare, &u.shared
		if int(row) < own {
			update = &u.own
		}
		sh.rows.update(update, at, at+laneShare)
		sh.marked[row] = false
	}
	sh.touched = sh.touched[:0]
	sh.start.update(&u.plain, 0, laneShare)
	sh.output.update(&u.plain, 0, laneShare)
}

// An own row counts if one of stepsOfUse steps used it, or enoughSteps. A rarer one has the noise with which
// it began, and what holds for a few positions alone.
const (
	stepsOfUse  = 30
	enoughSteps = 250
)

// weights returns the learned numbers as integers.
func (l *learner) weights() (*Weights, error) {
	w := &Weights{Scale: int32(l.settings.Scale)}
	if err := l.setTables(w); err != nil {
		return nil, err
	}
	unit := 2 * float64(l.settings.Scale) * Unit // of the output in tanh's argument
	for lane := range Lanes {
		sh, i := &l.shares[lane/laneShare], lane%laneShare
		w.Start[lane] = int32(math.Round(float64(sh.start.x[i]) * Clip))
		w.Output[lane] = int32(math.Round(float64(sh.output.x[i]) * unit / Clip))
	}
	w.Bias = int32(math.Round(float64(l.bias.x[0]) * unit))
	return w, w.check(l.geometry)
}

// setTables sets the tables. The sum of the rows of a pattern is rounded, so its own row has the rest. Where
// a kind has one class only, the shared row has all.
func (l *learner) setTables(w *Weights) error {
	g := l.geometry
	for k, squares := range g.kinds {
		w.Shared = append(w.Shared, make([]int16, powers[squares]*Lanes))
		for i := range w.Shared[k] {
			if err := l.round(&w.Shared[k][i], l.number(g.shared[k]+i/Lanes, i%Lanes), 0); err != nil {
				return err
			}
		}
	}
	classes, enough := g.classesOf(), uint8(max(1, min(enoughSteps, l.steps/stepsOfUse)))
	for c, class := range g.classes {
		own, shared := make([]int16, class.patterns()*Lanes), w.Shared[class.kind]
		w.Own = append(w.Own, own)
		for i := range own {
			row, lane := g.starts[c]+i/Lanes, i%Lanes
			if l.shares[lane/laneShare].seen[row] < enough {
				continue
			}
			sum := l.number(row, lane) + l.number(g.shared[class.kind]+i/Lanes, lane)
			to, from := &own[i], shared[i]
			if classes[class.kind] == 1 {
				to, from = &shared[i], 0
			}
			if err := l.round(to, sum, from); err != nil {
				return err
			}
		}
	}
	return nil
}

// number returns a number of a row.
func (l *learner) number(row, lane int) float64 {
	return float64(l.shares[lane/laneShare].rows.x[row*laneShare+lane%laneShare])
}

// round sets to to x as an integer, less from.
func (l *learner) round(to *int16, x float64, from int16) error {
	rounded := math.Round(x*Clip) - float64(from)
	if math.Abs(rounded) > math.MaxInt16 || math.IsNaN(x) {
		return errors.New("lines: the learned numbers are too large: learn with a lower rate")
	}
	*to = int16(rounded)
	return nil
}

// learned returns the number of positions to learn from. The others are held out.
func (d *Data) learned() int { return d.Len() - d.Len()/holdOut }

// measure returns how well weights predict the positions that are held out.
func measure(d *Data, w *Weights) (r Report, err error) {
	e, err := New(d.geometry.board, w)
	if err != nil {
		return r, err
	}
	var sum, squares float64
	var p Patterns
	for i := d.learned(); i < d.Len(); i++ {
		d.set(&p, i)
		v := float64(d.values[i])
		predicted := math.Tanh(float64(e.Score(&p, game.White)) / (2 * float64(w.Scale)))
		r.Error += (predicted - v) * (predicted - v)
		sum, squares = sum+v, squares+v*v
		r.Held++
	}
	n := float64(r.Held)
	r.Error /= n
	r.Variance = squares/n - sum/n*sum/n
	return r, nil
}
