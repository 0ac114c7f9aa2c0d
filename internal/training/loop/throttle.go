package loop

import (
	"context"
	"runtime"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/process"
)

// throttle keeps the gate's work within a share of the process's work. If the system reports the
// processor time of threads, throttle counts that time. It excludes the time in which other
// programs or goroutines use the cores. Otherwise it counts elapsed time.
//
// One goroutine works at a time. Each goroutine stays on its thread from its first call to its end.
type throttle struct {
	most   float64 // allowed share of the total, more than 0
	meters meters

	busy   time.Duration // counted work
	spent  time.Duration // total when the throttle was made
	thread int           // thread of the last call
	since  time.Duration // value of the worker's meter when the work last resumed
}

// meters are the two measurements that give the gate's share.
type meters struct {
	// worker returns the current thread, and the time that counts as its work.
	worker func() (thread int, used time.Duration)
	// total returns the whole time of the process.
	total func() time.Duration
	cores int // number of cores that can add time to total at once
}

// systemMeters returns the meters of this machine. If the system does not report the processor time
// of threads, they measure elapsed time with the clock now.
func systemMeters(now func() time.Time) meters {
	cores := runtime.GOMAXPROCS(0)
	_, _, threads := process.ThreadTime()
	if _, processes := process.Time(); threads && processes {
		return meters{
			worker: func() (int, time.Duration) {
				thread, used, _ := process.ThreadTime()
				return thread, used
			},
			total: func() time.Duration {
				used, _ := process.Time()
				return used
			},
			cores: cores,
		}
	}
	began := now()
	return meters{
		worker: func() (int, time.Duration) { return 0, now().Sub(began) },
		total:  func() time.Duration { return time.Duration(cores) * now().Sub(began) },
		cores:  cores,
	}
}

// newThrottle returns a throttle that starts to count now.
func newThrottle(most float64, m meters) *throttle {
	return &throttle{most: most, meters: m, spent: m.total()}
}

// resume restarts the count on this thread, so that the pause before it does not count.
func (s *throttle) resume() { s.thread, s.since = s.meters.worker() }

// wait pauses the worker until its work is within the share. The worker calls it from time to time.
func (s *throttle) wait(ctx context.Context) {
	thread, used := s.meters.worker()
	if thread != s.thread { // another goroutine continues the work
		runtime.LockOSThread() // until the goroutine ends, so that the thread's time is its own
		s.resume()
		return
	}
	s.busy += max(0, used-s.since)
	for early := s.early(); early > 0 && crew.Sleep(ctx, early) == nil; early = s.early() {
	}
	s.resume()
}

// shortest and longest are the bounds of a pause.
const (
	shortest = time.Millisecond
	longest  = time.Second
)

// early returns the shortest time until the work can be within its share, or 0 if it already is.
func (s *throttle) early() time.Duration {
	due := time.Duration(float64(s.busy)/s.most) - (s.meters.total() - s.spent)
	if due <= 0 {
		return 0
	}
	return min(max(due/time.Duration(s.meters.cores), shortest), longest)
}
