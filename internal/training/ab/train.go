package ab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"epaminondas/internal/training/runs"
)

// trainingTask is the name of training in reports of progress.
const trainingTask = "training"

// trainingUnits is the resolution of a side's progress.
const trainingUnits = 1000

// lookEvery is the time between two looks at running sides.
const lookEvery = 2 * time.Second

// train trains all unfinished sides, the two sides of a seed together.
func (e *Experiment) train(ctx context.Context) error {
	working, stop := context.WithCancel(ctx)
	var watching errgroup.Group
	watching.Go(func() error { return e.watch(working) })
	slots := semaphore.NewWeighted(int64(e.Jobs))
	cancellable, cancel := context.WithCancel(ctx)
	defer cancel()
	group, training := errgroup.WithContext(cancellable)
	for seed := 1; seed <= e.Seeds && training.Err() == nil; seed++ {
		var open []Side
		for number := range sideCount {
			side := e.side(seed, number)
			if s, err := look(ctx, side); err != nil {
				stop()
				cancel()
				if failed := group.Wait(); !errors.Is(failed, context.Canceled) {
					err = errors.Join(err, failed)
				}
				return errors.Join(err, watching.Wait())
			} else if !s.finished {
				open = append(open, side)
			}
		}
		together := int64(min(len(open), e.Jobs))
		if together == 0 || slots.Acquire(training, together) != nil {
			continue
		}
		group.Go(func() error {
			defer slots.Release(together)
			return e.trainSides(training, open)
		})
	}
	err := group.Wait()
	stop()
	return errors.Join(err, watching.Wait(), ctx.Err())
}

// trainSides trains the sides of a seed, at the same time if jobs allow it.
func (e *Experiment) trainSides(ctx context.Context, sides []Side) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(e.Jobs)
	for _, side := range sides {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := e.Train(ctx, side); err != nil {
				return fmt.Errorf("ab: train %s from seed %d: %w", side.Name, side.Seed, err)
			}
			s, err := look(ctx, side)
			if err == nil && !s.finished {
				err = fmt.Errorf("ab: train %s from seed %d: the run ended before its budget was spent: see %s",
					side.Name, side.Seed, side.Log)
			}
			return err
		})
	}
	return group.Wait()
}

// state is the progress of a side.
type state struct {
	finished bool
	share    float64 // spent share of its budget
	last     runs.Marker
	metrics  map[string]float64 // of the last checkpoint
}

// look returns the state of a side, or the zero state before its first checkpoint.
func look(ctx context.Context, side Side) (s state, err error) {
	err = runs.Look(ctx, side.Run, func(view *runs.View) error {
		s = state{}
		markers, err := view.Markers(ctx, 0)
		if err != nil || len(markers) == 0 {
			return err
		}
		s.last = markers[len(markers)-1]
		s.finished = s.last.Phase == runs.Final
		s.share = side.spent(s)
		s.metrics, err = view.Metrics(ctx, s.last.Step)
		return err
	})
	if errors.Is(err, runs.ErrNoRun) {
		return state{}, nil
	}
	return s, err
}

// spent returns the spent share of a side's budget.
func (side Side) spent(s state) float64 {
	if s.finished {
		return 1
	}
	return side.budget.Progress(s.last.Step, side.budget.Time(s.last.Elapsed, s.last.Processor.Used))
}

// watch reports the progress of all sides until ctx ends.
func (e *Experiment) watch(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		units := 0
		for seed := 1; seed <= e.Seeds; seed++ {
			for number := range sideCount {
				// the folder may not be ready yet
				if s, err := look(ctx, e.side(seed, number)); err == nil {
					units += int(s.share * trainingUnits)
				}
			}
		}
		if ctx.Err() == nil {
			e.tell(trainingTask, units, sideCount*e.Seeds*trainingUnits)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
