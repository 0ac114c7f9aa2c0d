package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// lines reads the lines of a file and counts lines and bytes.
type lines struct {
	scan   *bufio.Scanner
	most   int   // bytes of the longest line
	number int   // number of the last line, from 1
	offset int64 // offset after the last line
	whole  bool  // whether the last line ends with a newline
}

// newLines returns a reader of lines of at most most bytes.
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

// next returns the next line without white space around it, or io.EOF. The line is valid until the
// next call.
func (l *lines) next() ([]byte, error) {
	if !l.scan.Scan() {
		err := l.scan.Err()
		if err == nil {
			return nil, io.EOF
		}
		l.number++
		l.whole = true // reading stopped before the end of the file, so a missing newline means nothing
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("the line is longer than %s", noun.Count(l.most, "byte"))
		}
		return nil, err
	}
	line := l.scan.Bytes()
	l.number++
	l.offset += int64(len(line))
	l.whole = bytes.HasSuffix(line, []byte("\n"))
	if l.number == 1 { // removes a byte order mark only now, because the offset counts it
		text, err := textfile.Text(line)
		if err != nil {
			return nil, err
		}
		line = text
	}
	return bytes.TrimSpace(line), nil
}
