package client

import (
	"context"
	"errors"
	"os"
	"time"
)

// send writes a command. That the engine has ended is noticed where its answer is
// awaited.
func (e *Engine) send(command string) error {
	e.heard = 0
	if err := e.process.write(command + "\n"); errors.Is(err, os.ErrDeadlineExceeded) {
		return misconduct(Silence, "does not read what it is told")
	}
	return nil
}

// errLate says that no answer came in time.
var errLate = errors.New("no answer in time")

// await gives the engine's lines to take until it is done or fails. Its errors are
// those of take and of ctx, errLate, or the Misconduct that ended the engine's output.
func (e *Engine) await(ctx context.Context, until time.Time, take func(line string) (done bool, err error)) error {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return errLate
		case line, ok := <-e.process.lines:
			if !ok {
				return e.process.fate()
			}
			if e.heard += len(line) + 1; e.heard > maxOutput {
				return misconduct(Garbage, "writes more than %d MiB for one answer", maxOutput>>20)
			}
			if done, err := take(line); done || err != nil {
				return err
			}
		}
	}
}

// late makes a Misconduct of errLate.
func (e *Engine) late(err error, command string, after time.Duration) error {
	if errors.Is(err, errLate) {
		return misconduct(Silence, "does not answer %s within %v%s", command, after, e.process.lastWords())
	}
	return err
}
