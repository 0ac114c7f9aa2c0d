package fleet

import "time"

// bucket is a token bucket: it limits the bytes a second, but allows bursts of a few seconds.
type bucket struct {
	rate   float64 // bytes a second
	burst  float64
	level  float64 // bytes that may pass now
	filled time.Time
	booked time.Time // when the last message that waits may pass
}

// burstSeconds is the number of seconds for which a worker can save its quota.
const burstSeconds = 5

func newBucket(rate int64) bucket {
	burst := max(float64(rate)*burstSeconds, MaxBatch)
	return bucket{rate: float64(rate), burst: burst, level: burst}
}

// take returns 0 if the bytes may pass now. Otherwise it returns the time that they must wait. Each
// waiting message gets a later time than the one before, so a flood does not come back all at once.
func (b *bucket) take(bytes int64, now time.Time) time.Duration {
	if !b.filled.IsZero() && now.After(b.filled) {
		b.level = min(b.burst, b.level+b.rate*now.Sub(b.filled).Seconds())
	}
	b.filled = now
	missing := float64(bytes) - b.level
	if missing <= 0 {
		b.level -= float64(bytes)
		return 0
	}
	if now.After(b.booked) {
		b.booked = now.Add(b.time(missing))
	} else {
		b.booked = b.booked.Add(b.time(float64(bytes)))
	}
	return max(10*time.Millisecond, b.booked.Sub(now))
}

// time returns how long a number of bytes takes to pass at the limit.
func (b *bucket) time(bytes float64) time.Duration {
	return time.Duration(bytes / b.rate * float64(time.Second))
}
