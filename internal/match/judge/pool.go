package judge

import (
	"context"
	"errors"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// worker is a goroutine's share of numbered tasks.
type worker struct {
	do  func(i int) error
	end func() error // called after the last task; nil for nothing
}

// spread does the tasks below n in several goroutines. Each goroutine begins with start, which must
// free what it opened if it fails.
func spread(ctx context.Context, n, goroutines int, start func(context.Context) (worker, error)) error {
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(max(goroutines, 1), n) {
		group.Go(func() (err error) {
			w, err := start(ctx)
			if err != nil {
				return err
			}
			if w.end != nil {
				defer func() { err = errors.Join(err, w.end()) }()
			}
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := w.do(i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
