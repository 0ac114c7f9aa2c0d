package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"time"
)

// errEnded means that a process ended before the kill.
var errEnded = errors.New("the process ended by itself")

// An aim is the moment of a kill: after a time, after some printed lines, or after a number of
// changes of a file or folder.
type aim struct {
	path  string // of the file or folder that changes
	lines bool
	count int
	delay time.Duration // further wait before the kill
}

// Limits of the moments.
const (
	longestWait  = 1500 * time.Millisecond // of an aim at a time
	longestDelay = 20 * time.Millisecond   // after a line or a change
	mostChanges  = 8
	mostLines    = 5
	lookEvery    = 300 * time.Microsecond
)

// drawEarlyAim draws a moment for a program that prints little and ends soon: a time or a change of
// watched files.
func drawEarlyAim(rng *rand.Rand, watched []string) aim {
	if rng.IntN(3) == 0 {
		return aim{delay: time.Duration(rng.Int64N(int64(longestWait / 5)))}
	}
	return aim{path: watched[rng.IntN(len(watched))], count: 1 + rng.IntN(mostChanges),
		delay: shortDelay(rng)}
}

// drawAim draws a moment. Times, printed lines and changes of watched files are equally likely.
func drawAim(rng *rand.Rand, watched []string) aim {
	switch rng.IntN(3) {
	case 0:
		return aim{delay: time.Duration(rng.Int64N(int64(longestWait)))}
	case 1:
		return aim{lines: true, count: 1 + rng.IntN(mostLines), delay: shortDelay(rng)}
	}
	return aim{path: watched[rng.IntN(len(watched))], count: 1 + rng.IntN(mostChanges),
		delay: shortDelay(rng)}
}

// shortDelay returns 0 in half of the cases.
func shortDelay(rng *rand.Rand) time.Duration {
	return max(0, time.Duration(rng.Int64N(int64(2*longestDelay)))-longestDelay)
}

// wait waits until the moment in the life of p. The error is errEnded if p ends first, and a fault
// if the moment does not come within limit.
func (a aim) wait(ctx context.Context, p *process, limit time.Duration) error {
	began, last := time.Now(), look(a.path)
	for seen := 0; seen < a.count; time.Sleep(lookEvery) {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !p.alive():
			return errEnded
		case time.Since(began) > limit:
			return faultf("%s has not done anything new for %v; it has written:\n%s", p, limit,
				p.stderr.text())
		}
		if a.lines {
			seen = p.stdout.lines() + p.stderr.lines()
		} else if now := look(a.path); now != last {
			seen, last, began = seen+1, now, time.Now()
		}
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-p.ended:
		return errEnded
	case <-time.After(a.delay):
		return nil
	}
}

// A sight is the visible state of a file or a folder. The zero value means that it is missing.
type sight struct {
	size int64
	time time.Time
}

func look(path string) sight {
	if path == "" {
		return sight{}
	}
	info, err := os.Stat(path)
	if err != nil {
		return sight{}
	}
	return sight{info.Size(), info.ModTime()}
}
