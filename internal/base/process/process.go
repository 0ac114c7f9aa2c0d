// Package process asks the operating system about this process and lowers its priority. It reports
// the processor time of the process and the pauses in which it did not run.
package process

import "time"

// Time returns the processor time that all threads of this process have used so far: user and system
// time, summed over all cores. ok is false if the operating system does not report it.
func Time() (used time.Duration, ok bool) { return process() }

// ThreadTime returns the id of the calling thread and the processor time that it has used so far. A
// goroutine can compare two calls if [runtime.LockOSThread] keeps it on its thread between them. ok
// is false if the operating system does not report the time.
func ThreadTime() (id int, used time.Duration, ok bool) { return thread() }
