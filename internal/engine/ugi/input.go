package ugi

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"epaminondas/internal/base/noun"
)

// maxLine is the longest command line in bytes. It is ten times the length of a position with ten
// thousand moves.
const maxLine = 1 << 20

// maxKept is how much readLine keeps of a longer line, in bytes: enough for the command.
const maxKept = 64

// errLongLine means that readLine dropped the rest of a line. It can still read later lines.
var errLongLine = fmt.Errorf("line is longer than %s", noun.Count(maxLine, "byte"))

// input is the result of one attempt to read a line.
type input struct {
	line  string
	err   error // errLongLine, io.EOF or the error of the reader
	first bool  // the line begins the input
}

// readLine returns the next line without its end. The last line need not have an end. readLine
// holds little more than maxLine bytes, even if the line is longer.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > maxLine {
			long, line = true, line[:maxKept]
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return string(line), errLongLine
		case errors.Is(err, io.EOF) && len(line) > 0:
			return string(line), nil
		case err != nil:
			return "", err
		}
		return string(line), nil
	}
}

// A lineReader reads lines in its own goroutine, each only on request. After quit it reads nothing,
// so it does not hang in a read that never returns.
type lineReader struct {
	ask   chan struct{}
	lines chan input
	asked bool // a line was requested and has not arrived yet
}

func newLineReader(r io.Reader) *lineReader {
	l := &lineReader{ask: make(chan struct{}, 1), lines: make(chan input, 1)}
	go func() {
		defer close(l.lines)
		buffered := bufio.NewReader(r)
		first := true
		for range l.ask {
			line, err := readLine(buffered)
			l.lines <- input{line, err, first}
			first = false
		}
	}()
	return l
}

// next returns the channel on which the next line arrives. The receiver of the line calls received.
func (l *lineReader) next() <-chan input {
	if !l.asked {
		l.asked = true
		l.ask <- struct{}{}
	}
	return l.lines
}

func (l *lineReader) received() { l.asked = false }

// close ends the goroutine and waits for it, unless the goroutine is blocked in a read. Nothing can
// interrupt the read; it ends when the reader is closed.
func (l *lineReader) close() {
	close(l.ask)
	if !l.asked {
		<-l.lines
	}
}
