package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A fault is a broken promise of the programs. Any other error is a failure of the attack itself.
type fault struct{ text string }

func (f fault) Error() string { return f.text }

func faultf(format string, args ...any) error { return fault{fmt.Sprintf(format, args...)} }

// A process is a program that the attack started.
type process struct {
	words          []string
	command        *exec.Cmd
	stdout, stderr transcript
	ended          chan struct{}
}

// start starts a program. It is killed when ctx is done.
func start(ctx context.Context, words []string) (*process, error) {
	p := &process{words: words, ended: make(chan struct{})}
	p.command = exec.CommandContext(ctx, words[0], words[1:]...)
	p.command.Stdout, p.command.Stderr = &p.stdout, &p.stderr
	p.command.WaitDelay = 5 * time.Second // for its pipes
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", p, err)
	}
	go func() {
		_ = p.command.Wait() // see code
		close(p.ended)
	}()
	return p, nil
}

// finish runs a program to its end. The error is a fault if it hangs or panics.
func finish(ctx context.Context, words []string, limit time.Duration) (*process, error) {
	p, err := start(ctx, words)
	if err != nil {
		return nil, err
	}
	select {
	case <-p.ended:
	case <-time.After(limit):
		p.kill()
		return p, faultf("%s has not ended after %v", p, limit)
	}
	if ctx.Err() != nil {
		return p, ctx.Err()
	}
	return p, p.sane()
}

// succeed runs a program to its end. The error is a fault if its exit code is not 0.
func succeed(ctx context.Context, words []string, limit time.Duration) (*process, error) {
	p, err := finish(ctx, words, limit)
	if err == nil && p.code() != 0 {
		err = p.failed()
	}
	return p, err
}

// kill kills the process without warning, unless it has ended, and waits for its end. It reports
// whether the process was alive.
func (p *process) kill() bool {
	alive := p.alive()
	_ = p.command.Process.Kill() // fails if the process has ended
	<-p.ended
	return alive
}

// alive reports whether the process still runs.
func (p *process) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// code returns the exit code of a process that has ended, -1 if it was killed.
func (p *process) code() int { return p.command.ProcessState.ExitCode() }

// crash matches the output of a crashed Go program.
var crash = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |SIG[A-Z]+: |goroutine \d+ \[)`)

// sane returns a fault if the process has crashed.
func (p *process) sane() error {
	if crash.MatchString(p.stderr.text()) {
		return faultf("%s crashed:\n%s", p, p.stderr.text())
	}
	return nil
}

// failed returns the fault of a process that ended with an unexpected error.
func (p *process) failed() error {
	return faultf("%s ended with exit code %d:\n%s", p, p.code(), p.stderr.text())
}

// String returns the command as text for a shell.
func (p *process) String() string { return shell(p.words) }

// shell returns a command as text for a shell, without the folder of the program.
func shell(words []string) string {
	list := []string{filepath.Base(words[0])}
	for _, word := range words[1:] {
		if strings.ContainsAny(word, " []*?") {
			word = "'" + word + "'"
		}
		list = append(list, word)
	}
	return strings.Join(list, " ")
}

// A transcript is the output of a process so far.
type transcript struct {
	mu    sync.Mutex
	bytes []byte
	count int // lines
}

// Write implements io.Writer.
func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes = append(t.bytes, p...)
	t.count += strings.Count(string(p), "\n")
	return len(p), nil
}

// lines returns the number of written lines.
func (t *transcript) lines() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.count
}

// text returns the output.
func (t *transcript) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.bytes)
}
