// Package textfile reads text in UTF-8 from any editor. Some editors begin a text with a byte-order
// mark, which the package skips. Others save UTF-16 or UTF-32, and then the error names the
// encoding, not a byte that nobody sees.
package textfile

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// Mark is the byte-order mark in UTF-8.
const Mark = "\ufeff"

// EncodingError says that a text is not in UTF-8.
type EncodingError struct {
	Encoding string // such as "UTF-16"
}

// Error implements error.
func (e *EncodingError) Error() string {
	return fmt.Sprintf("the text is in %s: save it as UTF-8", e.Encoding)
}

// encodingOf returns the name of another encoding than UTF-8, or "". It looks for a mark, or for the
// zeros of characters below U+0100, which no text has in UTF-8.
func encodingOf(text []byte) string {
	begins := func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) }
	zeros := "" // pattern of the first four bytes: 0 for a zero, x for another byte
	for _, b := range text[:min(4, len(text))] {
		zeros += string("0x"[min(b, 1)])
	}
	switch {
	case begins("\xff\xfe\x00\x00"), begins("\x00\x00\xfe\xff"), zeros == "x000", zeros == "000x":
		return "UTF-32"
	case begins("\xff\xfe"), begins("\xfe\xff"), zeros == "x0x0", zeros == "0x0x":
		return "UTF-16"
	}
	return ""
}

// Text returns a text without its byte-order mark. It returns an [EncodingError] for a text in
// UTF-16 or UTF-32.
func Text(text []byte) ([]byte, error) {
	if name := encodingOf(text); name != "" {
		return nil, &EncodingError{name}
	}
	for bytes.HasPrefix(text, []byte(Mark)) { // a joined file may have several
		text = text[len(Mark):]
	}
	return text, nil
}

// Read reads a file of text as [os.ReadFile] and [Text] do. An error names the file.
func Read(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if text, err = Text(text); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, nil
}

// NewReader returns a reader of a file of text, without its byte-order mark. A read returns an
// [EncodingError] for a text in UTF-16 or UTF-32. It is not for a dialogue, because its first read
// waits for several bytes.
func NewReader(r io.Reader) io.Reader { return &reader{from: r} }

// reader checks the beginning before the first read.
type reader struct {
	from io.Reader
	rest io.Reader // nil before the first read
	err  error
}

func (r *reader) Read(p []byte) (int, error) {
	if r.rest == nil {
		begin := make([]byte, 4)
		n, err := io.ReadFull(r.from, begin)
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = nil
		}
		text, wrong := Text(begin[:n])
		if r.err = err; r.err == nil {
			r.err = wrong
		}
		r.rest = io.MultiReader(bytes.NewReader(text), r.from)
	}
	if r.err != nil {
		return 0, r.err
	}
	return r.rest.Read(p)
}
