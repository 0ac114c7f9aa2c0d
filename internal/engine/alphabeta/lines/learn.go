package lines

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Settings say how [Learn] learns.
type Settings struct {
	Epochs int     // passes over the positions
	Batch  int     // positions in a step
	Rate   float64 // learning rate of AdamW at the start; it falls to nothing
	Decay  float64 // how strongly AdamW shrinks the rows that a step uses
	Scale  int     // of the scores: see Weights
	Seed   uint64
}

// DefaultSettings suit a million positions.
func DefaultSettings() Settings {
	return Settings{Epochs: 5, Batch: 1024, Rate: 4e-3, Decay: 0.2, Scale: 70, Seed: 1}
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

// holdOut is the distance of the positions that are held out.
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
	var order []int
	for i := range d.Len() {
		if i%holdOut != holdOut-1 {
			order = append(order, i)
		}
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

// learner learns the tables and the output in float32.
type learner struct {
	data     *Data
	settings Settings
	rows     parameters // [rows, Lanes]
	start    parameters // [Lanes]
	output   parameters // [Lanes + 1], the bias last
	touched  []uint32   // rows with a gradient
	marked   []bool     // of each row: it is touched
	seen     []uint8    // of each row: how often a step used it, up to leastSeen
	buffer   []uint32
	steps    int
}

// parameters are numbers with the state of AdamW.
type parameters struct{ x, grad, mean, square []float32 }

func newParameters(n int) parameters {
	return parameters{make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)}
}

func newLearner(d *Data, s Settings) *learner {
	rows := d.geometry.rows
	l := &learner{data: d, settings: s, rows: newParameters(rows * Lanes), start: newParameters(Lanes),
		output: newParameters(Lanes + 1), marked: make([]bool, rows), seen: make([]uint8, rows)}
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	// The sums begin inside their range.
	spread := 0.15 / math.Sqrt(float64(len(d.geometry.windows)))
	for i := range l.rows.x {
		l.rows.x[i] = float32(spread * rng.NormFloat64())
	}
	for i := range Lanes {
		l.start.x[i] = 0.25 + 0.5*rng.Float32()
		l.output.x[i] = float32(rng.NormFloat64() * 0.5)
	}
	return l
}

// step takes a step of AdamW on some positions. rate is a share of the learning rate.
func (l *learner) step(positions []int, rate float64) {
	for _, i := range positions {
		l.buffer = l.data.rows(l.buffer[:0], i)
		l.add(l.buffer, l.data.values[i], 1/float32(len(positions)))
	}
	l.steps++
	update := newAdam(l.settings, rate, l.steps)
	for _, row := range l.touched {
		at := int(row) * Lanes
		update.apply(&l.rows, at, at+Lanes, float32(l.settings.Decay))
		l.marked[row] = false
	}
	l.touched = l.touched[:0]
	update.apply(&l.start, 0, Lanes, 0)
	update.apply(&l.output, 0, Lanes+1, 0)
}

// predict sets sums to those of a position, clipped, and returns the predicted value.
func (l *learner) predict(rows []uint32, sums, clipped *[Lanes]float32) float32 {
	copy(sums[:], l.start.x)
	for _, row := range rows {
		x := (*[Lanes]float32)(l.rows.x[int(row)*Lanes:])
		for i := range sums {
			sums[i] += x[i]
		}
	}
	z := l.output.x[Lanes]
	for i, s := range sums {
		clipped[i] = min(max(s, 0), 1)
		z += clipped[i] * l.output.x[i]
	}
	return float32(math.Tanh(float64(z)))
}

// add adds the gradient of the squared error of a position, times share.
func (l *learner) add(rows []uint32, value, share float32) {
	var sums, clipped, grad [Lanes]float32
	v := l.predict(rows, &sums, &clipped)
	dz := 2 * share * (v - value) * (1 - v*v)
	l.output.grad[Lanes] += dz
	for i := range grad {
		l.output.grad[i] += dz * clipped[i]
		if sums[i] > 0 && sums[i] < 1 {
			grad[i] = dz * l.output.x[i]
			l.start.grad[i] += grad[i]
		}
	}
	for _, row := range rows {
		if !l.marked[row] {
			l.marked[row] = true
			l.seen[row] = min(l.seen[row]+1, leastSeen)
			l.touched = append(l.touched, row)
		}
		g := (*[Lanes]float32)(l.rows.grad[int(row)*Lanes:])
		for i := range g {
			g[i] += grad[i]
		}
	}
}

// adam has the factors of a step of AdamW (Loshchilov and Hutter, arXiv:1711.05101). Rows that a step
// does not use keep their state.
type adam struct{ rate, meanShare, squareShare float32 }

const (
	beta1   = 0.9
	beta2   = 0.99
	epsilon = 1e-8
)

func newAdam(s Settings, rate float64, step int) adam {
	correction := math.Sqrt(1-math.Pow(beta2, float64(step))) / (1 - math.Pow(beta1, float64(step)))
	return adam{float32(s.Rate * rate * correction), 1 - beta1, 1 - beta2}
}

// apply updates the numbers from index from to to, and clears their gradients.
func (a adam) apply(p *parameters, from, to int, decay float32) {
	for i := from; i < to; i++ {
		g := p.grad[i]
		p.grad[i] = 0
		p.mean[i] += a.meanShare * (g - p.mean[i])
		p.square[i] += a.squareShare * (g*g - p.square[i])
		p.x[i] -= a.rate * (p.mean[i]/(float32(math.Sqrt(float64(p.square[i])))+epsilon) + decay*p.x[i])
	}
}

// leastSeen is the number of steps that teach a row enough. A row of fewer steps has mostly the noise with
// which it began.
const leastSeen = 16

// weights returns the learned numbers as integers. Rows of few steps are zero.
func (l *learner) weights() (*Weights, error) {
	w := &Weights{Scale: int32(l.settings.Scale)}
	for c, class := range l.data.geometry.classes {
		from := l.data.geometry.starts[c] * Lanes
		table := make([]int16, class.patterns()*Lanes)
		for i := range table {
			if l.seen[(from+i)/Lanes] < leastSeen {
				continue
			}
			x := math.Round(float64(l.rows.x[from+i]) * Clip)
			if math.Abs(x) > math.MaxInt16 || math.IsNaN(x) {
				return nil, errors.New("lines: the learned numbers are too large: learn with a lower rate")
			}
			table[i] = int16(x)
		}
		w.Tables = append(w.Tables, table)
	}
	unit := 2 * float64(l.settings.Scale) * Unit // of the output in tanh's argument
	for i := range Lanes {
		w.Start[i] = int32(math.Round(float64(l.start.x[i]) * Clip))
		w.Output[i] = int32(math.Round(float64(l.output.x[i]) * unit / Clip))
	}
	w.Bias = int32(math.Round(float64(l.output.x[Lanes]) * unit))
	return w, w.check(l.data.geometry)
}

// measure returns how well weights predict the positions that are held out.
func measure(d *Data, w *Weights) (r Report, err error) {
	e, err := New(d.geometry.board, w)
	if err != nil {
		return r, err
	}
	var sum, squares float64
	var p Patterns
	for i := holdOut - 1; i < d.Len(); i += holdOut {
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
