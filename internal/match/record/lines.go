package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// lines reads the lines of a file and knows where it stands.
type lines struct {
	scan   *bufio.Scanner
	most   int   // bytes of a line
	number int   // of the line read last, from 1
	offset int64 // of its end
	whole  bool  // it ends with a newline
}

// newLines reads lines of at most so many bytes.
func newLines(r io.Reader, most int) *lines {
	l := &lines{scan: bufio.NewScanner(r), most: most}
	l.scan.Buffer(nil, most)
	l.scan.Split(splitLine)
	return l
}

// splitLine is a [bufio.SplitFunc] for lines with their newlines.
func splitLine(data []byte, atEOF bool) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// next returns the next line without the white space around it, valid until the
// next call, or io.EOF.
func (l *lines) next() ([]byte, error) {
	if !l.scan.Scan() {
		err := l.scan.Err()
		if err == nil {
			return nil, io.EOF
		}
		l.number++
		l.whole = true // an end of the file that was not seen forgives nothing
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %d bytes", l.most)
		}
		return nil, err
	}
	line := l.scan.Bytes()
	l.number++
	l.offset += int64(len(line))
	l.whole = bytes.HasSuffix(line, []byte("\n"))
	return bytes.TrimSpace(line), nil
}
