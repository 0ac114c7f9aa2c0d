package process

import (
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestClockStandsStillInPauses(t *testing.T) {
	now, used := time.Unix(0, 0), time.Duration(0)
	counted := true
	c := newClock(func() time.Time { return now }, func() (time.Duration, bool) { return used, counted })
	began := c.Now()
	want := time.Duration(0)
	for _, test := range []struct {
		passes, works time.Duration
		uncounted     bool
		counts        bool
	}{
		{passes: time.Second, counts: true},
		{passes: 5 * time.Second, counts: true},
		{passes: time.Minute},                                            // suspended
		{passes: time.Minute, works: 200 * time.Millisecond},             // and before that it worked
		{passes: time.Minute, works: 2 * time.Minute, counts: true},      // only the looks were late
		{passes: 10 * time.Second, works: 6 * time.Second, counts: true}, // likewise
		{passes: time.Hour, works: time.Hour, uncounted: true},           // the system does not tell
		{passes: time.Second, works: 2 * time.Second, counts: true},      // it works
	} {
		now, used, counted = now.Add(test.passes), used+test.works, !test.uncounted
		if test.counts {
			want += test.passes
		}
		if got := c.Since(began); got != want {
			t.Errorf("after %+v the clock shows %v, want %v", test, got, want)
		}
	}
	var told []time.Duration
	c.Tell(func(length time.Duration) { told = append(told, length) })
	c.tellPauses()
	c.tellPauses()
	if want := []time.Duration{time.Minute, time.Minute, time.Hour}; !slices.Equal(told, want) {
		t.Errorf("it tells pauses of %v, want %v", told, want)
	}
}

func TestClockRuns(t *testing.T) {
	c := StartClock()
	defer c.Stop()
	began, plain := c.Now(), time.Now()
	time.Sleep(3 * often)
	if got, want := c.Since(began), time.Since(plain); (got - want).Abs() > time.Second {
		t.Errorf("the clock shows %v after %v", got, want)
	}
}

// A context with a timeout lasts longer by the length of a pause.
func TestTimeout(t *testing.T) {
	began := time.Now()
	var skipped atomic.Int64
	c := newClock(func() time.Time { return time.Now().Add(time.Duration(skipped.Load())) },
		func() (time.Duration, bool) { return 0, true })
	ctx, cancel := c.Timeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	skipped.Store(int64(time.Hour))
	<-ctx.Done()
	if after := time.Since(began); after < 200*time.Millisecond || t.Context().Err() != nil {
		t.Errorf("it ends after %v", after)
	}
}
