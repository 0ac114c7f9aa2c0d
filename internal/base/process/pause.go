package process

import (
	"sync"
	"time"
)

// LeastPause is the length above which the clock leaves out a pause. Shorter pauses count as
// running time, because a busy machine may cause them too.
const LeastPause = 5 * time.Second

// often is the time between two looks at the clock.
const often = 100 * time.Millisecond

// busyShare is the share of one core that a process uses at least while it runs. A process that uses
// less, and did not even look at the clock, was not running.
const busyShare = 0.5

// Clock is a clock that stands still in pauses of the process. The user may suspend it with Ctrl-Z, a
// container may be frozen, and a machine may sleep. Such a pause must not spend the budget of a run or the
// time of a player. The clock looks at the time at short intervals, so a long time without a look
// is a pause. It does not change if somebody sets the clock of the system, because Go measures with
// a monotonic clock. Several goroutines may use it.
type Clock struct {
	now       func() time.Time
	processor func() (used time.Duration, ok bool)
	stop      chan struct{}
	stopped   sync.WaitGroup

	mu     sync.Mutex
	last   time.Time     // time of the last look
	used   time.Duration // processor time at the last look
	paused time.Duration // sum of the pauses
	untold []time.Duration
	tell   func(length time.Duration)
}

// StartClock returns a clock that runs until Stop.
func StartClock() *Clock {
	c := newClock(time.Now, Time)
	c.stop = make(chan struct{})
	c.stopped.Go(c.watch)
	return c
}

// newClock returns a clock with other sources of time, which looks at them only when it is asked.
func newClock(now func() time.Time, processor func() (time.Duration, bool)) *Clock {
	c := &Clock{now: now, processor: processor, last: now()}
	c.used, _ = processor()
	return c
}

// watch looks at the time until Stop.
func (c *Clock) watch() {
	ticker := time.NewTicker(often)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			c.Now()
			c.tellPauses()
		case <-c.stop:
			return
		}
	}
}

// Stop ends the looks. The clock must not be used after it.
func (c *Clock) Stop() {
	close(c.stop)
	c.stopped.Wait()
}

// Now returns the time without the pauses since StartClock. The difference of two results is the time in
// which the process ran.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	used, counted := c.processor()
	gap := now.Sub(c.last)
	ran := counted && (used-c.used).Seconds() >= busyShare*gap.Seconds()
	if gap > LeastPause && !ran {
		c.paused += gap
		c.untold = append(c.untold, gap)
	}
	c.last, c.used = now, used
	return now.Add(-c.paused)
}

// Since returns the time without pauses since an earlier result of Now.
func (c *Clock) Since(began time.Time) time.Duration { return c.Now().Sub(began) }

// Tell makes the clock call tell with the length of each pause soon after the pause ends. It also
// reports the pauses so far. It calls tell in a goroutine of its own.
func (c *Clock) Tell(tell func(length time.Duration)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tell = tell
}

func (c *Clock) tellPauses() {
	c.mu.Lock()
	tell, list := c.tell, c.untold
	if tell != nil {
		c.untold = nil
	}
	c.mu.Unlock()
	if tell == nil {
		return
	}
	for _, length := range list {
		tell(length)
	}
}
