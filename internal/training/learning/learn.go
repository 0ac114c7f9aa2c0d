package learning

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// student is a trainer with its sampler and its budget.
type student struct {
	trainer  *train.Trainer
	sampler  *replay.Sampler
	targets  Targets
	config   config.Train
	schedule Schedule             // of the current budget
	now      func() time.Duration // processor time of the process
	spent    time.Duration        // processor time of the steps

	drawn []replay.Sample
	batch []train.Sample
}

// newStudent returns a trainer with new random weights. Like in a run, weights and samples come
// from the config's seed.
func newStudent(board *game.Board, c config.Config, sampler *replay.Sampler,
	now func() time.Duration) (*student, error) {
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(c.Seed, WeightStream)))
	if err != nil {
		return nil, err
	}
	trainer, err := train.New(c.Learn, board, weights)
	if err != nil {
		return nil, err
	}
	return &student{
		trainer: trainer, sampler: sampler, targets: NewTargets(c.Target, board.Rules()),
		config: c.Train, now: now,
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

// learn spends a budget. It calls keep once, before the cooldown, because a larger budget continues
// from there. After an error that wraps [crew.ErrLeft], s must not be used again.
func (s *student) learn(ctx context.Context, b Budget, keep func() error,
	progress func(share float64)) error {
	s.schedule = b.schedule(s.config)
	kept := false
	for s.progress() < 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !kept && s.schedule.Phase(s.progress()) != runs.Constant {
			kept = true
			if err := keep(); err != nil {
				return err
			}
		}
		_, err := crew.Await(ctx, crew.Grace, func() (struct{}, error) { return struct{}{}, s.step() })
		if err != nil {
			return err
		}
		progress(s.progress())
	}
	if !kept { // there is no cooldown, or a step was longer
		return keep()
	}
	return nil
}

// close frees the trainer, unless a training step may still run.
func (s *student) close(err error) error {
	if errors.Is(err, crew.ErrLeft) {
		return err
	}
	return errors.Join(err, s.trainer.Close())
}

// state is the state of a student before the cooldown of a budget.
type state struct {
	path    string // file of the trainer's state
	sampler replay.SamplerState
	spent   time.Duration
}

// keep stores the state of a student, with the trainer's state in a file.
func (s *student) keep(path string) (state, error) {
	sampler, err := s.sampler.State()
	if err == nil {
		err = s.trainer.SaveState(path)
	}
	return state{path, sampler, s.spent}, err
}

// restore returns to an earlier state.
func (s *student) restore(from state) error {
	if err := s.trainer.LoadState(from.path); err != nil {
		return err
	}
	s.spent = from.spent
	return s.sampler.Rewind(from.sampler)
}
