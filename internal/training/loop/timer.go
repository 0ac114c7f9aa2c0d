package loop

import (
	"runtime"
	"time"

	"epaminondas/internal/base/process"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// clocks are the sources of time of a run.
type clocks struct {
	wall func() time.Time
	// processor returns the processor time of this process so far. ok is false if the system does
	// not report it.
	processor func() (used time.Duration, ok bool)
	// pauses sets the function that receives the length of each pause, which wall does not count.
	// It may be nil.
	pauses func(tell func(length time.Duration))
}

// systemClocks returns the clocks of the machine, which run on during pauses of the process.
func systemClocks() clocks { return clocks{wall: time.Now, processor: process.Time} }

// runningClocks returns clocks that stand still while the process does not run.
func runningClocks(c *process.Clock) clocks {
	return clocks{wall: c.Now, processor: process.Time, pauses: c.Tell}
}

// timer counts the time of a run over all its sessions. Goroutines may share it once the session
// has begun.
type timer struct {
	clocks clocks
	cores  int // cores that the run asks for

	began   moment         // of this session
	elapsed time.Duration  // time at work in earlier sessions
	before  runs.Processor // processor time of earlier sessions
	serial  bool
}

// moment is a reading of both clocks.
type moment struct {
	wall time.Time
	used time.Duration // processor time of this process
	told bool          // the system has reported used
}

// newTimer begins the first session of a run.
func newTimer(c config.Config, clocks clocks) *timer {
	t := &timer{clocks: clocks, cores: c.Cores(runtime.GOMAXPROCS(0)), serial: c.Train.Serial}
	t.before.Counted = true
	t.began = t.now()
	return t
}

// now returns the current moment.
func (t *timer) now() moment {
	m := moment{wall: t.clocks.wall()}
	m.used, m.told = t.clocks.processor()
	return m
}

// addEarlier adds the time of earlier sessions.
func (t *timer) addEarlier(from runs.Checkpoint) { t.elapsed, t.before = from.Elapsed, from.Processor }

// session returns the time since the session began.
func (t *timer) session() time.Duration { return t.clocks.wall().Sub(t.began.wall) }

// spent returns the time at work over all sessions, and the processor time. The time at work is 0
// in a serial run, which does not use the clock.
func (t *timer) spent() (elapsed time.Duration, processor runs.Processor) {
	now := t.now()
	if !t.serial {
		elapsed = t.elapsed + now.wall.Sub(t.began.wall)
	}
	processor = t.before
	if processor.Counted {
		used, offered := t.between(t.began, now)
		processor.Used += used
		processor.Offered += offered
	}
	return elapsed, processor
}

// between returns the used processor time between two moments, and the offered time of the
// requested cores. If the system does not report processor time, the used time equals the offered
// time.
func (t *timer) between(from, to moment) (used, offered time.Duration) {
	offered = time.Duration(t.cores) * to.wall.Sub(from.wall)
	if !from.told || !to.told {
		return offered, offered
	}
	return to.used - from.used, offered
}

// coreShare returns the share of the requested cores that the run got between two moments.
func (t *timer) coreShare(from, to moment) float64 {
	used, offered := t.between(from, to)
	if offered <= 0 {
		return 0
	}
	return used.Seconds() / offered.Seconds()
}
