package ugi

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
)

// perftGrain is the depth that perft counts between two checks of the context. It takes a few
// milliseconds on the largest board.
const perftGrain = 2

// perft counts the sequences of depth legal moves from s on. It divides the moves of s among
// threads goroutines. Its error is the error of ctx.
func perft(ctx context.Context, s game.State, depth, threads int) (uint64, error) {
	if depth <= perftGrain {
		return game.Perft(s, depth), ctx.Err()
	}
	moves := s.AppendMoves(nil)
	var next atomic.Int64
	var total atomic.Uint64
	group, ctx := errgroup.WithContext(ctx)
	for range min(threads, len(moves)) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(moves) {
					return nil
				}
				after := s
				after.Play(moves[i])
				n, err := countBelow(ctx, after, depth-1)
				if err != nil {
					return err
				}
				total.Add(n)
			}
		})
	}
	err := group.Wait()
	return total.Load(), err
}

// countBelow is game.Perft with cancellation.
func countBelow(ctx context.Context, s game.State, depth int) (uint64, error) {
	if depth <= perftGrain {
		return game.Perft(s, depth), ctx.Err()
	}
	var count uint64
	for _, m := range s.AppendMoves(nil) {
		next := s
		next.Play(m)
		n, err := countBelow(ctx, next, depth-1)
		if err != nil {
			return 0, err
		}
		count += n
	}
	return count, nil
}
