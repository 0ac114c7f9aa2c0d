package ugi

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"sync"
)

// errLongAnswer says that a line exceeds maxAnswer.
var errLongAnswer = errors.New("the line is too long")

// readLine returns the next line of the output, without its end. After an error, the next call
// continues with the part that it has read. At the end of the output, the part counts as a line.
func (p *program) readLine() (string, error) {
	for {
		part, err := p.output.ReadSlice('\n')
		if len(p.partial)+len(part) > maxAnswer {
			return "", errLongAnswer
		}
		p.partial = append(p.partial, part...)
		switch {
		case err == nil || errors.Is(err, io.EOF) && len(p.partial) > 0:
			line := strings.TrimRight(string(p.partial), "\r\n")
			p.partial = p.partial[:0]
			return line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return "", err
		}
	}
}

// tailSize is the number of bytes of stderr that a tail keeps.
const tailSize = 4096

// tail keeps the end of a process's stderr.
type tail struct {
	mu   sync.Mutex
	kept []byte // at most twice tailSize
	read int    // bytes since the last command
}

// readFrom reads until the end or the first error. It calls flood once when a command has produced
// more than maxErrors bytes.
func (t *tail) readFrom(r io.Reader, flood func()) {
	buffer := make([]byte, tailSize)
	for {
		n, err := r.Read(buffer)
		if t.add(buffer[:n]) {
			flood()
		}
		if err != nil {
			return
		}
	}
}

// add appends text. It reports whether this text is the first to exceed maxErrors.
func (t *tail) add(text []byte) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.kept)+len(text) > 2*tailSize {
		t.kept = append(t.kept[:0], t.kept[max(0, len(t.kept)-tailSize):]...)
	}
	t.kept = append(t.kept, text...)
	before := t.read
	t.read += len(text)
	return before <= maxErrors && t.read > maxErrors
}

// restart starts the count for a new command.
func (t *tail) restart() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read = 0
}

// flooded reports whether the last command has produced too many bytes.
func (t *tail) flooded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read > maxErrors
}

// lastLines is the number of lines of stderr in an error.
const lastLines = 2

// last returns the last lines that are not empty, separated by bars.
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
