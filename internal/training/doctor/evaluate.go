package doctor

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"
)

// Evaluate is the number of positions a second that the network evaluates, including the encoder
// and the heads.
type Evaluate struct {
	One     float64 `json:"one"` // in one goroutine
	All     float64 `json:"all"` // in as many goroutines as workers, together
	Workers int     `json:"workers"`
}

// turns is how often one goroutine and all goroutines are measured in turn. The best result counts,
// because other programs can only slow a measurement down.
const turns = 3

func (x *examination) evaluate(ctx context.Context, r *Report) error {
	e := &r.Evaluate
	e.Workers = x.config.Selfplay.WorkerCount()
	for range turns {
		one, err := x.evaluations(ctx, 1)
		if err != nil {
			return err
		}
		all, err := x.evaluations(ctx, e.Workers)
		if err != nil {
			return err
		}
		e.One, e.All = max(e.One, one), max(e.All, all)
	}
	return nil
}

// evaluations returns the total rate of several goroutines.
func (x *examination) evaluations(ctx context.Context, goroutines int) (float64, error) {
	rates := make([]float64, goroutines)
	group, ctx := errgroup.WithContext(ctx)
	for i := range rates {
		group.Go(func() (err error) {
			rates[i], err = x.evaluationRate(ctx)
			return err
		})
	}
	err := group.Wait()
	total := 0.0
	for _, rate := range rates {
		total += rate
	}
	return total, err
}

// evaluationRate returns the rate of one goroutine.
func (x *examination) evaluationRate(ctx context.Context) (rate float64, err error) {
	evaluator, err := x.network.Open(ctx, x.board)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, evaluator.Close()) }()
	prior := make([]float32, 0)
	began, n := x.running.Now(), 0
	for n == 0 || x.running.Since(began) < x.timeSlice(0.03) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		s := &x.material.samples[n%len(x.material.samples)]
		prior = append(prior[:0], s.Policy...)
		if _, err := evaluator.Evaluate(&s.State, s.Moves, prior); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / x.running.Since(began).Seconds(), nil
}
