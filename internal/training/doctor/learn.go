package doctor

import (
	"context"
	"errors"

	"epaminondas/net/train"
)

// Learn is the speed of training with nothing else running.
type Learn struct {
	Rate float64 `json:"positions_per_second"`
	// batch size of the measured steps: the config's, or less if such a step would take too long
	Batch   int `json:"batch"`
	Threads int `json:"threads"`
}

// stepCost is the approximate cost of a position in training, in evaluations.
const stepCost = 5

func (x *examination) learn(ctx context.Context, r *Report) (err error) {
	cfg := x.config.Learn
	each := stepCost / (r.Evaluate.One * float64(min(cfg.Threads, r.Machine.Cores))) // seconds a position
	cfg.BatchSize = max(1, min(cfg.BatchSize, int(x.timeSlice(0.05).Seconds()/each)))
	r.Learn = Learn{Batch: cfg.BatchSize, Threads: cfg.Threads}
	if r.Memory.Trainer, err = x.weighTrainer(); err != nil {
		return err
	}

	batch := make([]train.Sample, cfg.BatchSize)
	for i := range batch {
		batch[i] = x.material.samples[i%len(x.material.samples)]
	}
	trainer, err := train.New(cfg, x.board, x.weights)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, trainer.Close()) }()
	if _, err := trainer.Step(batch, 1); err != nil { // the first step also allocates
		return err
	}
	r.Learn.Rate, err = x.learnRate(ctx, trainer, batch)
	return err
}

// weighTrainer returns the bytes of a trainer with the config's batch. A trainer allocates all its
// buffers before the first step.
func (x *examination) weighTrainer() (int64, error) {
	var trainer *train.Trainer
	bytes, err := heap(func() (err error) {
		trainer, err = train.New(x.config.Learn, x.board, x.weights)
		return err
	})
	if err != nil {
		return 0, err
	}
	return bytes, trainer.Close()
}

// learnRate measures training for a time, with at least one step.
func (x *examination) learnRate(ctx context.Context, trainer *train.Trainer,
	batch []train.Sample) (float64, error) {
	began, n := x.running.Now(), 0
	for n == 0 || x.running.Since(began) < x.timeSlice(0.2) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		if _, err := trainer.Step(batch, 1); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n*len(batch)) / x.running.Since(began).Seconds(), nil
}
