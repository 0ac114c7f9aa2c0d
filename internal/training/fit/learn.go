package fit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/await"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/learning/heldout"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Budget is the budget of a candidate. It ends at the first bound that is reached; 0 is no bound.
type Budget struct {
	Steps     int64
	Processor time.Duration // for training steps: user and system time, over all cores
}

// schedule returns the learning rate over the budget.
func (b Budget) schedule(config runs.Train) learning.Schedule {
	config.Steps, config.Duration, config.Clock = b.Steps, runs.Duration(b.Processor), runs.ProcessorClock
	return learning.NewSchedule(config)
}

// student is a trainer with its sampler and its budget.
type student struct {
	trainer  *train.Trainer
	sampler  *replay.Sampler
	targets  learning.Targets
	schedule learning.Schedule
	now      func() time.Duration // processor time of the process
	spent    time.Duration        // processor time of the steps

	drawn []replay.Sample
	batch []train.Sample
}

// newStudent returns a trainer with new random weights. Like in a run, weights and samples come
// from the config's seed.
func newStudent(board *game.Board, c runs.Config, b Budget, sampler *replay.Sampler,
	now func() time.Duration) (*student, error) {
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(c.Seed, learning.WeightStream)))
	if err != nil {
		return nil, err
	}
	trainer, err := train.New(c.Learn, board, weights)
	if err != nil {
		return nil, err
	}
	return &student{
		trainer: trainer, sampler: sampler, targets: learning.NewTargets(c.Target, board.Rules()),
		schedule: b.schedule(c.Train), now: now,
		drawn: make([]replay.Sample, c.Learn.BatchSize), batch: make([]train.Sample, c.Learn.BatchSize),
	}, nil
}

// progress returns the spent share of the budget.
func (s *student) progress() float64 { return s.schedule.Progress(s.trainer.Steps(), s.spent) }

// step learns from one batch.
func (s *student) step() error {
	rate, began := s.schedule.Rate(s.progress()), s.now()
	defer func() { s.spent += s.now() - began }()
	if err := s.sampler.Draw(s.drawn); err != nil {
		return err
	}
	for i := range s.drawn {
		s.batch[i] = s.targets.Sample(&s.drawn[i])
	}
	_, err := s.trainer.Step(s.batch, rate)
	return err
}

// learn spends the budget. After an error that wraps [await.ErrLeft] nobody may use s again.
func (s *student) learn(ctx context.Context, progress func(share float64)) error {
	for s.progress() < 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err := await.Done(ctx, await.Grace, func() (struct{}, error) { return struct{}{}, s.step() })
		if err != nil {
			return err
		}
		progress(s.progress())
	}
	return nil
}

// close frees the trainer, unless a step was left behind.
func (s *student) close(err error) error {
	if errors.Is(err, await.ErrLeft) {
		return err
	}
	return errors.Join(err, s.trainer.Close())
}

// newSampler returns a sampler with all given games, and how many could not be used.
func newSampler(ctx context.Context, board *game.Board, c runs.Config, a *heldout.Archive,
	games []replay.Entry, progress func(done, total int)) (s *replay.Sampler, damaged int, err error) {
	// The games are already those of the window, so the sampler must not drop any.
	all := replay.WindowConfig{Min: max(heldout.Positions(games), 1), Growth: 1, Exponent: 1,
		GameWeight: c.Replay.GameWeight}
	s, err = replay.NewSampler(board, all, 1, rand.NewPCG(c.Seed, learning.SamplerStream))
	if err != nil {
		return nil, 0, err
	}
	damaged, reason, err := a.Each(ctx, games, func(done int, id int64, g replay.Encoded) error {
		progress(done, len(games))
		return s.Add(id, g.Game)
	})
	if err == nil && s.Window() == 0 {
		err = fmt.Errorf("fit: no game of %s can be learned: %w", a.Dir, errors.Join(reason,
			errors.New("the window has no fully searched position")))
	}
	return s, damaged, err
}
