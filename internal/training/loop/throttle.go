package loop

import (
	"context"
	"runtime"
	"time"

	"epaminondas/internal/base/cputime"
)

// throttle keeps the gate's work within a share of what the process does. Where the system tells
// the processor time of threads, it counts that: neither other programs nor goroutines of ours that
// have the cores then count as work. Elsewhere it counts the time that passes.
//
// One goroutine works at a time. Each keeps its thread from its first call to its end.
type throttle struct {
	most   float64 // share of the total, more than 0
	meters meters

	busy   time.Duration // in the account
	spent  time.Duration // total when the account was opened
	thread int           // of the last call
	since  time.Duration // on the worker's meter, when the work last went on
}

// meters are what a share is read from.
type meters struct {
	// worker returns the thread that it is called on, and the time that counts as its work.
	worker func() (thread int, used time.Duration)
	// total returns the time of which the work is a share.
	total func() time.Duration
	cores int // that total may fill at once
}

// systemMeters returns the meters of this machine.
func systemMeters() meters {
	cores := runtime.GOMAXPROCS(0)
	_, _, threads := cputime.Thread()
	if _, processes := cputime.Process(); threads && processes {
		return meters{
			worker: func() (int, time.Duration) {
				thread, used, _ := cputime.Thread()
				return thread, used
			},
			total: func() time.Duration {
				used, _ := cputime.Process()
				return used
			},
			cores: cores,
		}
	}
	began := time.Now()
	return meters{
		worker: func() (int, time.Duration) { return 0, time.Since(began) },
		total:  func() time.Duration { return time.Duration(cores) * time.Since(began) },
		cores:  cores,
	}
}

// newThrottle opens an account.
func newThrottle(most float64, m meters) *throttle {
	return &throttle{most: most, meters: m, spent: m.total()}
}

// resume says that work begins on this thread, after a pause that does not count.
func (s *throttle) resume() { s.thread, s.since = s.meters.worker() }

// wait is called from time to time by the worker, and returns when it may go on.
func (s *throttle) wait(ctx context.Context) {
	thread, used := s.meters.worker()
	if thread != s.thread { // another goroutine goes on with the work
		runtime.LockOSThread() // until it ends: the time of a thread is its own
		s.resume()
		return
	}
	s.busy += max(0, used-s.since)
	for early := s.early(); early > 0 && sleep(ctx, early); early = s.early() {
	}
	s.resume()
}

// shortest and longest bound a pause.
const (
	shortest = time.Millisecond
	longest  = time.Second
)

// early returns how long to wait at least until the work is within its share, 0 if it is.
func (s *throttle) early() time.Duration {
	due := time.Duration(float64(s.busy)/s.most) - (s.meters.total() - s.spent)
	if due <= 0 {
		return 0
	}
	return min(max(due/time.Duration(s.meters.cores), shortest), longest)
}
