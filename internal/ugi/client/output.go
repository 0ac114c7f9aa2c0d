package client

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
)

// errLongLine says that a line exceeds maxLine.
var errLongLine = errors.New("the line is too long")

// readLines passes the output on line by line, without the ends. It goes on when
// nobody listens any more, so that the process does not hang in a write when it is to
// end.
func (p *process) readLines() {
	defer close(p.lines)
	r := bufio.NewReaderSize(p.stdout, maxLine)
	for {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			p.cause = errLongLine
			return
		}
		if len(line) > 0 {
			select {
			case p.lines <- strings.TrimRight(string(line), "\r\n"):
			case <-p.unheard:
			}
		}
		if err != nil {
			return
		}
	}
}

// tailSize is how much of stderr is kept, in bytes.
const tailSize = 4096

// tail keeps the end of what a process writes.
type tail struct {
	mu   sync.Mutex
	kept []byte // at most twice tailSize
}

// readFrom reads to the end, or to the first error.
func (t *tail) readFrom(r io.Reader) {
	buffer := make([]byte, tailSize)
	for {
		n, err := r.Read(buffer)
		t.add(buffer[:n])
		if err != nil {
			return
		}
	}
}

func (t *tail) add(text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept)+len(text) > 2*tailSize {
		t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-tailSize):]...)
	}
	t.kept = append(t.kept, text...)
}

// lastLines is how many lines of stderr are told.
const lastLines = 2

// last returns the last lines that are not empty, between bars.
func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(string(t.kept)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines[max(0, len(lines)-lastLines):], " | ")
}
