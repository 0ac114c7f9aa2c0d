package process

import (
	"runtime"
	"testing"
	"time"
)

// thisThread returns the processor time of the calling thread.
func thisThread() (time.Duration, bool) {
	_, used, ok := ThreadTime()
	return used, ok
}

// burn keeps a core busy until the clock has advanced by d. It reports whether that happened within
// a minute.
func burn(read func() (time.Duration, bool), d time.Duration) bool {
	from, _ := read()
	for began := time.Now(); time.Since(began) < time.Minute; {
		if now, _ := read(); now-from >= d {
			return true
		}
	}
	return false
}

func TestClocksCountWorkAndNotSleep(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, read := range map[string]func() (time.Duration, bool){"process": Time,
		"thread": thisThread} {
		before, ok := read()
		if !ok {
			t.Logf("%s does not report the time of a %s", runtime.GOOS, name)
			continue
		}
		time.Sleep(200 * time.Millisecond)
		if slept, _ := read(); slept-before > 100*time.Millisecond {
			t.Errorf("the %s counts %v in 200ms of sleep", name, slept-before)
		}
		if !burn(read, 50*time.Millisecond) {
			t.Errorf("the %s does not count work", name)
		}
	}
}

func TestProcessCountsAllThreads(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if _, ok := thisThread(); !ok {
		t.Skip(runtime.GOOS + " does not report the time of a thread")
	}
	process, _ := Time()
	own, _ := thisThread()
	done := make(chan bool)
	go func() {
		runtime.LockOSThread() // never unlocked, so the thread ends with the goroutine
		done <- burn(thisThread, 50*time.Millisecond)
	}()
	if !<-done {
		t.Fatal("the other thread makes no progress")
	}
	processNow, _ := Time()
	ownNow, _ := thisThread()
	if others := processNow - process - (ownNow - own); others < 45*time.Millisecond {
		t.Errorf("another thread worked for 50ms, the process counts %v besides this thread", others)
	}
}
