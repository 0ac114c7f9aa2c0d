package ugi

import (
	"context"
	"errors"
	"os"
	"time"

	"epaminondas/internal/base/noun"
)

// send writes a command. If the engine has ended, the wait for its answer reports that.
func (e *Engine) send(command string) error {
	e.heard = 0
	e.process.tail.restart()
	if err := e.process.write(command + "\n"); errors.Is(err, os.ErrDeadlineExceeded) {
		return misconduct(Silence, "does not read its input")
	}
	return nil
}

// errLate says that no answer came in time.
var errLate = errors.New("no answer in time")

// await passes the engine's lines to take until take is done or fails. It returns the error of take
// or ctx, errLate, or a Misconduct. A time in which this process does not run does not count, because
// the engine is probably suspended with it.
func (e *Engine) await(ctx context.Context, until time.Time,
	take func(line string) (done bool, err error)) error {
	wait := func() { e.process.readUntil(time.Now().Add(until.Sub(e.clock.Now()))) }
	wait()
	defer context.AfterFunc(ctx, func() { e.process.endReads(0) })()
	for {
		line, err := e.process.readLine()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errLongAnswer):
			return misconduct(Garbage, "writes a line of more than %s", noun.Count(maxAnswer, "byte"))
		case err != nil && e.process.tail.flooded():
			return misconduct(Garbage, "writes more than %d MiB to stderr for one answer", maxErrors>>20)
		case errors.Is(err, os.ErrDeadlineExceeded) && !e.process.isOver():
			if !e.clock.Now().Before(until) {
				return errLate
			}
			wait() // again, after a pause
			continue
		case err != nil:
			return e.process.whyEnded()
		}
		if e.heard += len(line) + 1; e.heard > maxOutput {
			return misconduct(Garbage, "writes more than %d MiB for one answer", maxOutput>>20)
		}
		if done, err := take(line); done || err != nil {
			return err
		}
		if e.clock.Now().After(until) { // the engine may write faster than the reader checks the deadline
			return errLate
		}
	}
}

// late turns errLate into a Misconduct.
func (e *Engine) late(err error, command string, after time.Duration) error {
	if errors.Is(err, errLate) {
		return misconduct(Silence, "does not answer %s within %v%s", command, after, e.process.lastStderr())
	}
	return err
}
