// Package cli is the common part of all commands: it starts and stops them, reads their command
// lines, and shows their progress. A command is a function
//
//	run(ctx, args, stdin, stdout, stderr) error
//
// Its main function is cli.Main(run). Nothing else in the project reads os.Args, handles signals or
// ends the process, so a test can call run and see everything that a user would see.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"epaminondas/internal/base/crew"
)

// Exit codes of every command. Help texts quote them through ExitCodes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130 // 128 + SIGINT, as in shells
	exitUnread      = 141 // 128 + SIGPIPE: nobody reads the output
)

// ExitCodes is the paragraph of a help text about exit codes.
const ExitCodes = "Exit codes: 0 done, 1 failed, 2 the command line is wrong, 130 interrupted."

// ErrHelp means that the command printed help or its version, as the user asked. The command has
// nothing left to do, and it succeeded.
var ErrHelp = errors.New("help was printed")

// ErrInterrupted means that the user or the system stopped a command before it was done. Wrap it to
// say how far the command got.
var ErrInterrupted = errors.New("interrupted")

// UsageError is a mistake in a command line.
type UsageError struct {
	Err error
	// Hint is advice for the user, for example which help to read. May be empty.
	Hint string
}

func (e *UsageError) Error() string {
	if e.Hint == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "\n" + e.Hint
}

func (e *UsageError) Unwrap() error { return e.Err }

// Usagef returns a UsageError with the formatted text. The format may contain %w.
func Usagef(format string, args ...any) error {
	return &UsageError{Err: fmt.Errorf(format, args...)}
}

// Main runs a command and ends the process. A signal to stop cancels the context, and the command
// should then stop within seconds: see [interruptible]. Main prints an error on stderr and turns it
// into the exit code.
func Main(run func(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error) {
	err := run(interruptible(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	report(os.Stderr, filepath.Base(os.Args[0]), err)
	os.Exit(exitCode(err))
}

// exitCode returns the exit code for the error of a command.
func exitCode(err error) int {
	var usage *UsageError
	switch {
	case err == nil, errors.Is(err, ErrHelp):
		return exitOK
	case errors.As(err, &usage):
		return exitUsage
	case interrupted(err):
		return exitInterrupted
	case unread(err):
		return exitUnread
	default:
		return exitFailure
	}
}

// Interrupted reports whether err is only the end of the context. It is false if something else
// failed too, because the user must then see the failure.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) && !crew.Failed(err)
}

// Stopped returns err, or for an interruption [ErrInterrupted] with a text behind it.
func Stopped(err error, format string, args ...any) error {
	if Interrupted(err) {
		return fmt.Errorf("%w%s", ErrInterrupted, fmt.Sprintf(format, args...))
	}
	return err
}

// interrupted is [Interrupted], also for the error of a command. An output without a reader is no
// failure beside the interruption.
func interrupted(err error) (stopped bool) {
	for _, part := range crew.Parts(err) {
		switch {
		case errors.Is(part, ErrInterrupted), errors.Is(part, context.Canceled):
			stopped = true
		case !unread(part):
			return false
		}
	}
	return stopped
}

// report prints err as "name: text". If err already begins with the name, it prints the name once.
func report(w io.Writer, name string, err error) {
	if err == nil || errors.Is(err, ErrHelp) || unread(err) {
		return
	}
	text := err.Error()
	if Interrupted(err) && !errors.Is(err, ErrInterrupted) {
		text = ErrInterrupted.Error()
	}
	fmt.Fprintf(w, "%s: %s\n", name, strings.TrimPrefix(text, name+": "))
}
