package ugi

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/process"
	"epaminondas/internal/base/textfile"
)

// Command is the command that starts an engine. A zero duration means its default.
type Command struct {
	Argv []string // the program and its arguments; no shell is involved
	Dir  string   // working directory; "" is the current one
	// Options are set in this order before the first game.
	Options []Setting
	// Startup is how long the engine may take to answer ugi and isready: by default 20 s.
	Startup time.Duration
	// Grace is the time by which a move may be late before the client sends stop. After a second
	// grace the client gives up. The default is 1 s.
	Grace time.Duration
	// Patience is the time before the client sends stop to a search without a limit of time. The
	// default is 1 min.
	Patience time.Duration
}

// Default values of a command.
const (
	defaultStartup  = 20 * time.Second
	defaultGrace    = time.Second
	defaultPatience = time.Minute
)

// Limits on the output of an engine.
const (
	maxAnswer  = 1 << 16  // bytes of a line
	maxOutput  = 16 << 20 // bytes between a command and its answer
	maxErrors  = 64 << 20 // bytes to stderr between a command and its answer
	maxOptions = 1000
)

// Engine is an engine that is ready to play. One goroutine owns it. After an error only Close may
// be called.
type Engine struct {
	command Command
	process *program
	name    string
	options []Option
	heard   int  // bytes since the last command
	failed  bool // because of misconduct
	clock   *process.Clock
}

// Start starts an engine and sets its options. If the engine fails to get ready, the error is a
// [Misconduct]. If the program cannot be started or lacks an option, it is another error.
func Start(ctx context.Context, c Command) (*Engine, error) {
	e := &Engine{command: c.withDefaults()}
	var err error
	if e.process, err = startProcess(c.Argv, c.Dir); err != nil {
		return nil, fmt.Errorf("ugi: start an engine: %w", err)
	}
	e.clock = process.StartClock()
	if err := e.getReady(ctx); err != nil {
		e.clock.Stop()
		e.process.close(0)
		return nil, fmt.Errorf("ugi: start %s: %w", strings.Join(c.Argv, " "), err)
	}
	return e, nil
}

func (c Command) withDefaults() Command {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&c.Startup, defaultStartup}, {&c.Grace, defaultGrace}, {&c.Patience, defaultPatience}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	return c
}

// Name returns the engine's name for itself, or "".
func (e *Engine) Name() string { return e.name }

// Options returns the options that the engine declares, in the engine's order.
func (e *Engine) Options() []Option { return e.options }

// NewGame tells the engine to forget the last game.
func (e *Engine) NewGame(ctx context.Context) error {
	err := e.send("uginewgame")
	if err == nil {
		err = e.ready(ctx, nil)
	}
	return e.noting(err)
}

// noting remembers whether err is misconduct, and returns err.
func (e *Engine) noting(err error) error {
	var m *Misconduct
	e.failed = e.failed || errors.As(err, &m)
	return err
}

// leave is how long an engine has to end after quit.
const leave = 500 * time.Millisecond

// Close tells the engine to quit. If the engine does not end, Close kills it and all processes that
// it started. After misconduct Close kills it at once.
func (e *Engine) Close() error {
	if e.process == nil {
		return nil
	}
	wait := leave
	if e.failed {
		wait = 0
	} else { // if quit fails, close kills the engine
		_ = e.send("stop")
		_ = e.send("quit")
	}
	e.clock.Stop()
	e.process.close(wait)
	e.process = nil
	return nil
}

// getReady runs the handshake.
func (e *Engine) getReady(ctx context.Context) error {
	if err := e.send("ugi"); err != nil {
		return err
	}
	if err := e.await(ctx, e.clock.Now().Add(e.command.Startup), e.introduce); err != nil {
		return e.late(err, "ugi", e.command.Startup)
	}
	if err := e.ready(ctx, nil); err != nil {
		return err
	}
	for _, s := range e.command.Options {
		if err := e.set(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// introduce reads a line of the answer to ugi.
func (e *Engine) introduce(line string) (done bool, err error) {
	line = strings.TrimPrefix(line, textfile.Mark) // some runtimes write one at the start
	if rest, ok := cutWords(line, "id", "name"); ok {
		e.name = printable(rest)
	}
	if o, ok := parseOptionLine(line); ok {
		if len(e.options) == maxOptions {
			return false, misconduct(Garbage, "declares more than %s", noun.Count(maxOptions, "option"))
		}
		e.options = append(e.options, o)
	}
	return strings.TrimSpace(line) == "ugiok", nil
}

// ready waits until the engine has executed all commands. It passes the lines until then to listen,
// unless listen is nil.
func (e *Engine) ready(ctx context.Context, listen func(line string)) error {
	if err := e.send("isready"); err != nil {
		return err
	}
	err := e.await(ctx, e.clock.Now().Add(e.command.Startup), func(line string) (bool, error) {
		if firstWord(line) == "bestmove" {
			return false, misconduct(Garbage, "answers %s without being asked for a move", quote(line))
		}
		if listen != nil {
			listen(line)
		}
		return strings.TrimSpace(line) == "readyok", nil
	})
	return e.late(err, "isready", e.command.Startup)
}
