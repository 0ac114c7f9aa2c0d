package loop

import (
	"context"
	"runtime"
	"testing"
	"time"
)

// bench simulates a process on two cores. One thread at a time works for the gate.
type bench struct {
	thread    int
	worked    map[int]time.Duration
	total     time.Duration
	totalStep time.Duration // each reading of the total adds this time to the total
}

func (b *bench) meters() meters {
	b.worked = map[int]time.Duration{}
	return meters{
		worker: func() (int, time.Duration) { return b.thread, b.worked[b.thread] },
		total: func() time.Duration {
			b.total += b.totalStep
			return b.total
		},
		cores: 2,
	}
}

// The gate's work resumes when the process has used enough processor time, on any thread.
func TestThrottleKeepsWithinItsShare(t *testing.T) {
	b := &bench{}
	s := newThrottle(0.25, b.meters())
	b.totalStep = time.Millisecond // work of the other threads while the worker sleeps
	for thread := 1; thread <= 3; thread++ {
		b.thread = thread
		b.worked[thread] = time.Hour // earlier work of the thread, not for the gate
		done := make(chan bool)
		go func() { // each match has a goroutine of its own, which stays on its thread
			defer close(done)
			s.wait(t.Context())
			for range 4 {
				b.worked[thread] += 2 * time.Millisecond
				s.wait(t.Context())
			}
		}()
		<-done
		if want := time.Duration(thread) * 4 * 2 * time.Millisecond; s.busy != want || b.total < 4*want {
			t.Errorf("%v of work, want %v; the process did %v", s.busy, want, b.total)
		}
	}
	if b.total > 110*time.Millisecond {
		t.Errorf("24ms of work wait until the process has done %v", b.total)
	}
}

func TestThrottleStopsWaitingWhenTheRunDoes(t *testing.T) {
	b := &bench{}
	s := newThrottle(0.25, b.meters()) // the other threads do nothing
	ctx, cancel := context.WithCancel(t.Context())
	s.resume()
	b.worked[0] += time.Hour
	time.AfterFunc(50*time.Millisecond, cancel)
	began := time.Now()
	s.wait(ctx)
	if took := time.Since(began); took < 40*time.Millisecond || took > time.Minute {
		t.Errorf("it waits for %v", took)
	}
}

// On this machine, a goroutine that always has work gets its share of the process's time.
func TestThrottleOfThisProcess(t *testing.T) {
	if runtime.NumCPU() < 2 {
		t.Skip("needs a second core")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	m := systemMeters(time.Now)
	began := m.total()
	go func() { // the rest of the run, until the process has worked for two seconds
		for m.total()-began < 2*time.Second {
		}
		cancel()
	}()
	s := newThrottle(0.2, m)
	done := make(chan bool)
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			for until := time.Now().Add(2 * time.Millisecond); time.Now().Before(until); {
			}
			s.wait(ctx)
		}
	}()
	<-done
	if got := s.busy.Seconds() / (m.total() - began).Seconds(); got > 0.3 || got < 0.05 {
		t.Errorf("the share is %.2f, want about 0.2", got)
	}
}

// If the system does not report the time of threads, the throttle counts all time between resume
// and wait, and no time before resume.
func TestThrottleWithoutThreads(t *testing.T) {
	b := &bench{totalStep: time.Second}
	s := newThrottle(0.5, b.meters())
	for range 3 {
		b.worked[0] += time.Hour // between two matches
		s.resume()
		b.worked[0] += time.Millisecond
		s.wait(t.Context())
	}
	if s.busy != 3*time.Millisecond {
		t.Errorf("three matches of 1ms count %v", s.busy)
	}
}
