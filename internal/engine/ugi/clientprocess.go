package ugi

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"sync"
	"time"
)

// program is a running engine with the client's ends of its pipes.
type program struct {
	command               *exec.Cmd
	stdin, stdout, stderr *os.File
	output                *bufio.Reader // reads stdout
	partial               []byte        // the start of a line
	tail                  tail          // of stderr
	heard                 chan struct{} // closed when the tail is complete
	over                  chan struct{} // closed when the process has ended
	started               sync.WaitGroup
}

// linger is the time for which the client still reads the pipes of an ended process. All output of
// the process is in the pipes, but other processes may hold them open.
const linger = 200 * time.Millisecond

// startProcess starts a program in its own process group. So we can kill it together with all
// processes that it starts, and Ctrl-C on a terminal does not reach it.
func startProcess(argv []string, dir string) (*program, error) {
	if len(argv) == 0 {
		return nil, errors.New("the command is empty")
	}
	p := &program{
		command: exec.Command(argv[0], argv[1:]...),
		heard:   make(chan struct{}),
		over:    make(chan struct{}),
	}
	p.command.Dir = dir
	ownGroup(p.command)
	if err := p.start(); err != nil {
		return nil, err
	}
	p.output = bufio.NewReaderSize(p.stdout, maxAnswer)
	p.started.Go(func() {
		defer close(p.heard)
		p.tail.readFrom(p.stderr, p.stopReading)
	})
	p.started.Go(p.wait)
	return p, nil
}

// start makes the pipes and starts the program. It makes them itself, not through exec, because
// they need deadlines.
func (p *program) start() error {
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	pipe := func() (r, w *os.File, err error) {
		if r, w, err = os.Pipe(); err != nil {
			r, w = nil, nil
		}
		return r, w, err
	}
	stdin, ours, err := pipe()
	p.stdin, theirs = ours, append(theirs, stdin)
	var outs [2]*os.File
	for i, end := range []**os.File{&p.stdout, &p.stderr} {
		var e error
		*end, outs[i], e = pipe()
		theirs = append(theirs, outs[i])
		err = errors.Join(err, e)
	}
	if err == nil {
		p.command.Stdin, p.command.Stdout, p.command.Stderr = stdin, outs[0], outs[1]
		err = p.command.Start()
	}
	if err != nil {
		p.closePipes()
	}
	return err
}

func (p *program) closePipes() {
	for _, f := range []*os.File{p.stdin, p.stdout, p.stderr} {
		f.Close()
	}
}

// wait waits for the process to end, kills the processes that it started, and ends all reads.
func (p *program) wait() {
	_ = p.command.Wait() // the process state says how it ended
	killGroup(p.command.Process)
	close(p.over)
	p.endReads(linger)
}

// stopReading ends the reads of the output, because the process has written too much to stderr.
func (p *program) stopReading() { _ = p.stdout.SetReadDeadline(time.Now()) }

// endReads ends all reads after a delay.
func (p *program) endReads(after time.Duration) {
	_ = p.stdout.SetReadDeadline(time.Now().Add(after))
	_ = p.stderr.SetReadDeadline(time.Now().Add(after))
}

// readUntil sets the deadline for reads of the output.
func (p *program) readUntil(t time.Time) {
	_ = p.stdout.SetReadDeadline(t)
	if p.tail.flooded() { // the reader of stderr may already have set another deadline
		p.stopReading()
	}
	if p.isOver() { // wait may already have set another deadline
		p.endReads(linger)
	}
}

func (p *program) isOver() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// closingTime is the longest time of a write, and the longest wait for the end of a process that
// has closed its output. The pipe has room for a whole game, so if a write waits, the engine
// stopped reading long ago.
const closingTime = 500 * time.Millisecond

func (p *program) write(text string) error {
	_ = p.stdin.SetWriteDeadline(time.Now().Add(closingTime))
	_, err := p.stdin.WriteString(text)
	return err
}

// close closes the input and kills the process unless it ends in time. It waits for the process and
// all goroutines.
func (p *program) close(after time.Duration) {
	p.stdin.Close()
	select {
	case <-p.over:
	case <-time.After(after):
		killGroup(p.command.Process)
		<-p.over
	}
	p.endReads(0)
	p.started.Wait()
	p.closePipes()
}

// whyEnded returns the reason why there is no more output.
func (p *program) whyEnded() *Misconduct {
	select {
	case <-p.over:
	case <-time.After(closingTime):
		return misconduct(Garbage, "closes its output but does not exit%s", p.lastStderr())
	}
	<-p.heard
	return misconduct(Crash, "%s%s", describe(p.command.ProcessState), p.lastStderr())
}

// lastStderr returns the last lines of stderr, as the end of a sentence.
func (p *program) lastStderr() string {
	if text := p.tail.last(); text != "" {
		return "; it wrote last: " + quote(text)
	}
	return ""
}
