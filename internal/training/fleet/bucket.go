package fleet

import "time"

// bucket lets bytes through at a rate, with bursts of a few seconds.
type bucket struct {
	rate   float64 // bytes a second
	burst  float64
	level  float64 // bytes that may go now
	filled time.Time
}

// burstSeconds is how long a worker may save its quota up.
const burstSeconds = 5

func newBucket(rate int64) bucket {
	burst := max(float64(rate)*burstSeconds, MaxBatch)
	return bucket{rate: float64(rate), burst: burst, level: burst}
}

// take lets bytes through and returns 0, or how long they have to wait.
func (b *bucket) take(bytes int64, now time.Time) time.Duration {
	if !b.filled.IsZero() && now.After(b.filled) {
		b.level = min(b.burst, b.level+b.rate*now.Sub(b.filled).Seconds())
	}
	b.filled = now
	if missing := float64(bytes) - b.level; missing > 0 {
		return max(10*time.Millisecond, time.Duration(missing/b.rate*float64(time.Second)))
	}
	b.level -= float64(bytes)
	return 0
}
