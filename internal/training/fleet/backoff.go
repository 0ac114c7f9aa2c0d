package fleet

import (
	"context"
	"math/rand/v2"
	"time"

	"epaminondas/internal/base/crew"
)

// backoff waits longer after each failure. The waits have jitter, so that many workers do not all
// return at the same moment.
type backoff struct {
	source *rand.Rand
	first  time.Duration // 0 for half a second
	most   time.Duration
	tries  int
}

// failed waits after a failure.
func (b *backoff) failed(ctx context.Context) error {
	wait := b.first
	if wait == 0 {
		wait = time.Second / 2
	}
	wait = min(wait<<min(b.tries, 16), b.most)
	b.tries++
	return crew.Sleep(ctx, jittered(b.source, wait))
}

// worked resets the count of failures.
func (b *backoff) worked() { b.tries = 0 }

// jittered returns a random time from 0.5 to 1.5 times the given one.
func jittered(source *rand.Rand, d time.Duration) time.Duration {
	return d/2 + time.Duration(source.Int64N(int64(d)+1))
}
