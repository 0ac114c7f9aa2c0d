package fleet

import (
	"testing"
	"time"
)

// The messages of a flood pass one after another at the quota's speed. Each comes back only a few
// times, because each waits for a time of its own.
func TestQuotaSpreadsAFlood(t *testing.T) {
	const rate, size, messages = 1 << 20, 1 << 19, 64
	b, now := newBucket(rate), time.Now()
	began := now
	due := make([]time.Time, messages)
	for i := range due {
		due[i] = now
	}
	takes, passed := 0, 0
	for passed < messages {
		next := 0
		for i, at := range due { // the message that comes first
			if !at.IsZero() && (due[next].IsZero() || at.Before(due[next])) {
				next = i
			}
		}
		now = due[next].Add(3 * time.Millisecond) // the hub is a little late
		takes++
		if wait := b.take(size, now); wait > 0 {
			due[next] = now.Add(wait)
		} else {
			due[next] = time.Time{}
			passed++
		}
	}
	if takes > 3*messages {
		t.Errorf("%d messages come %d times", messages, takes)
	}
	least := time.Duration(messages*size/rate-burstSeconds) * time.Second
	if spent := now.Sub(began); spent < least || spent > least+least/10+time.Second {
		t.Errorf("they pass in %v, want about %v", spent, least)
	}
}
