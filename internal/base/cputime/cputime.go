// Package cputime returns the processor time that this process and its threads have used: user and
// system time, summed over all cores. A process that keeps two cores busy for one second uses two
// seconds.
package cputime

import "time"

// Process returns the processor time that all threads of this process have used so far. ok is false
// if the operating system does not report it.
func Process() (used time.Duration, ok bool) { return process() }

// Thread returns the id of the calling thread and the processor time that it has used so far. A
// goroutine can compare two calls if [runtime.LockOSThread] keeps it on its thread between them. ok
// is false if the operating system does not report the time.
func Thread() (id int, used time.Duration, ok bool) { return thread() }
