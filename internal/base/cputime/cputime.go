// Package cputime tells how much processor time this process and its threads have used: user and
// system time, summed over all cores. A process that keeps two cores busy for a second uses two
// seconds.
package cputime

import "time"

// Process returns the processor time that all threads of this process have used so far. ok is false
// where the operating system does not tell.
func Process() (used time.Duration, ok bool) { return process() }

// Thread returns the calling thread and the processor time that it has used so far. Two calls of a
// goroutine compare if it holds its thread in between, by [runtime.LockOSThread]. ok is false where
// the operating system does not tell.
func Thread() (id int, used time.Duration, ok bool) { return thread() }
