package fleet

import "time"

// bucket is a token bucket. It limits bytes a second and allows bursts of a few seconds.
type bucket struct {
	rate   float64 // bytes a second
	burst  float64
	level  float64 // bytes that may pass now
	filled time.Time
}

// burstSeconds is the number of seconds for which a worker can save its quota.
const burstSeconds = 5

func newBucket(rate int64) bucket {
	burst := max(float64(rate)*burstSeconds, MaxBatch)
	return bucket{rate: float64(rate), burst: burst, level: burst}
}

// take returns 0 if the bytes may pass now. Otherwise it returns the time that they must wait.
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
