package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A process is a program that the tool started. It writes to a terminal, because progress is shown
// there at once.
type process struct {
	words   []string
	command *exec.Cmd
	begun   time.Time
	ended   chan struct{} // closed at the end of the process
	most    int64         // most memory of the process so far, in bytes; read it after ended

	mu     sync.Mutex
	output []byte
	fresh  chan struct{} // holds one token if output has grown
}

// start starts a program. It is killed when ctx is done.
func start(ctx context.Context, words []string) (*process, error) {
	own, its, err := terminal()
	if err != nil {
		return nil, fmt.Errorf("open a terminal: %w", err)
	}
	defer its.Close()
	p := &process{words: words, ended: make(chan struct{}), fresh: make(chan struct{}, 1)}
	p.command = exec.CommandContext(ctx, words[0], words[1:]...)
	p.command.Dir = filepath.Dir(filepath.Dir(words[0]))
	p.command.Stdout, p.command.Stderr = its, its
	p.begun = time.Now()
	if err := p.command.Start(); err != nil {
		own.Close()
		return nil, fmt.Errorf("start %s: %w", p, err)
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		p.read(own)
	}()
	gone := make(chan struct{})
	go func() {
		_ = p.command.Wait() // see failed
		close(gone)
	}()
	go func() {
		p.watch(gone)
		<-read
		own.Close()
		close(p.ended)
	}()
	return p, nil
}

// read collects the output until all ends of the terminal are closed.
func (p *process) read(own *os.File) {
	buffer := make([]byte, 4096)
	for {
		n, err := own.Read(buffer)
		p.mu.Lock()
		p.output = append(p.output, buffer[:n]...)
		p.mu.Unlock()
		select {
		case p.fresh <- struct{}{}:
		default:
		}
		if err != nil { // EIO, when the process has ended
			return
		}
	}
}

// terminal opens a pseudoterminal and returns both of its ends.
func terminal() (own, its *os.File, err error) {
	own, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	number, err := unix.IoctlGetInt(int(own.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(own.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		its, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		own.Close()
		return nil, nil, err
	}
	return own, its, nil
}

// prints waits until the output matches, and returns the time since the start.
func (p *process) prints(want *regexp.Regexp, limit time.Duration) (time.Duration, error) {
	timeout := time.After(limit)
	for {
		p.mu.Lock()
		found := want.Match(p.output)
		p.mu.Unlock()
		if found {
			return time.Since(p.begun), nil
		}
		select {
		case <-p.fresh:
		case <-p.ended:
			select {
			case <-p.fresh: // the last output
			default:
				return 0, p.failed()
			}
		case <-timeout:
			return 0, fmt.Errorf("%s has not printed %q within %v:\n%s", p, want, limit, p.text())
		}
	}
}

// wait waits for the end of the process, and returns its time.
func (p *process) wait(limit time.Duration) (time.Duration, error) {
	select {
	case <-p.ended:
	case <-time.After(limit):
		p.kill()
		return 0, fmt.Errorf("%s has not ended within %v:\n%s", p, limit, p.text())
	}
	took := time.Since(p.begun)
	if code := p.command.ProcessState.ExitCode(); code != 0 {
		return took, p.failed()
	}
	return took, nil
}

// interrupted is the exit code of a program after Ctrl-C.
const interrupted = 130

// interrupt ends the process as Ctrl-C does.
func (p *process) interrupt() error {
	if err := p.command.Process.Signal(os.Interrupt); err != nil {
		return fmt.Errorf("interrupt %s: %w", p, err)
	}
	const patience = 5 * time.Minute
	select {
	case <-p.ended:
	case <-time.After(patience):
		return fmt.Errorf("%s has not ended %v after Ctrl-C", p, patience)
	}
	if code := p.command.ProcessState.ExitCode(); code != interrupted && code != 0 {
		return p.failed()
	}
	return nil
}

// kill kills the process, unless it has ended, and waits for its end.
func (p *process) kill() {
	_ = p.command.Process.Kill() // fails if the process has ended
	<-p.ended
}

// memoryPattern matches the line of the most memory that a process had.
var memoryPattern = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// watch records the most memory of the process until it is gone. The usage that the system reports
// at the end is no help, because it counts the tool itself before the program replaced it.
func (p *process) watch(gone <-chan struct{}) {
	status := fmt.Sprintf("/proc/%d/status", p.command.Process.Pid)
	for {
		text, _ := os.ReadFile(status) // fails when the process is gone
		if found := memoryPattern.FindSubmatch(text); found != nil {
			kilobytes, _ := strconv.ParseInt(string(found[1]), 10, 64) // digits only
			p.most = max(p.most, kilobytes<<10)
		}
		select {
		case <-gone:
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// failed returns the error of a process that ended unexpectedly.
func (p *process) failed() error {
	return fmt.Errorf("%s: %v:\n%s", p, p.command.ProcessState, p.text())
}

// text returns the end of the output.
func (p *process) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	const most = 2000
	text := bytes.ReplaceAll(p.output, []byte("\r"), []byte("\n"))
	return string(text[max(0, len(text)-most):])
}

// String returns the command.
func (p *process) String() string {
	return strings.Join(append([]string{filepath.Base(p.words[0])}, p.words[1:]...), " ")
}
