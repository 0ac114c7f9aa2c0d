package arena

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"epaminondas/internal/base/process"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// errEnough stops the games in progress after the decision of the test.
var errEnough = errors.New("the test has decided")

// session is a running tournament.
type session struct {
	t     *Tournament
	score *score
	pool  *playerPool
	cores *semaphore.Weighted // free cores; nil for no limit
	next  atomic.Int64        // index of the next remaining game
	time  *process.Clock      // measures thinking
}

// play plays the remaining games.
func (s *session) play(ctx context.Context) error {
	left := s.score.left()
	playing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var workers errgroup.Group
	for range min(s.t.Parallel, len(left)) {
		workers.Go(func() error {
			if err := s.work(playing, left, stop); err != nil {
				stop(err)
				return context.Cause(playing) // the first failure of any worker
			}
			return nil
		})
	}
	err := workers.Wait()
	if errors.Is(err, errEnough) {
		err = nil
	}
	return errors.Join(err, s.pool.close())
}

// work plays the remaining games one after another.
func (s *session) work(ctx context.Context, left []int, stop context.CancelCauseFunc) error {
	for {
		i := int(s.next.Add(1) - 1)
		if i >= len(left) {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g, err := s.game(ctx, s.t.fixture(left[i]))
		if err != nil {
			return fmt.Errorf("arena: game %d: %w", left[i]+1, err)
		}
		decision, err := s.score.add(g)
		if err != nil {
			return err
		}
		if decision != result.Undecided {
			stop(errEnough)
		}
	}
}

// game plays one game to its end.
func (s *session) game(ctx context.Context, f fixture) (*record.Game, error) {
	b := newReferee(s, f)
	err := b.play(ctx)
	return b.game, errors.Join(err, b.returnPlayers())
}

// withCores waits until n cores are free and calls do, which keeps them busy.
func (s *session) withCores(ctx context.Context, n int, do func() error) error {
	if s.cores != nil {
		if err := s.cores.Acquire(ctx, int64(n)); err != nil {
			return err
		}
		defer s.cores.Release(int64(n))
	}
	return do()
}
