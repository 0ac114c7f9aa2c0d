package process

import (
	"context"
	"time"
)

// Timeout returns a context that ends when the clock has run for the given time from now on. Its
// error is then [context.Canceled].
func (c *Clock) Timeout(parent context.Context, after time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	until := c.Now().Add(after)
	go func() {
		for left := after; left > 0; left = until.Sub(c.Now()) {
			select {
			case <-time.After(left):
			case <-ctx.Done():
				return
			}
		}
		cancel()
	}()
	return ctx, cancel
}
