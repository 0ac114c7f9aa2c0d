package textfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

const sample = "lr = 0.1 # à\n"

// wide encodes a text in units of 2 or 4 bytes.
func wide(order binary.AppendByteOrder, size int, text string) []byte {
	var out []byte
	if size == 4 {
		for _, r := range text {
			out = order.AppendUint32(out, uint32(r))
		}
		return out
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, unit)
	}
	return out
}

func TestSkipsTheMark(t *testing.T) {
	for _, text := range []string{"", "a", "ab", "abc", "abcd", sample, "\xff", "a\x00", "\x00",
		"\x00\x00\x00\x00"} {
		for _, marks := range []string{"", Mark, Mark + Mark} {
			if got, err := Text([]byte(marks + text)); err != nil || string(got) != text {
				t.Errorf("%q gives %q, %v", marks+text, got, err)
			}
		}
		for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.DataErrReader} {
			got, err := io.ReadAll(NewReader(wrap(strings.NewReader(Mark + text))))
			if err != nil || string(got) != text {
				t.Errorf("a reader of %q gives %q, %v", Mark+text, got, err)
			}
		}
	}
}

func TestNamesOtherEncodings(t *testing.T) {
	for size, name := range map[int]string{2: "UTF-16", 4: "UTF-32"} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			for _, mark := range []string{"", Mark} {
				text := wide(order, size, mark+sample)
				path := filepath.Join(t.TempDir(), "config.toml")
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
				_, direct := Text(text)
				_, read := io.ReadAll(NewReader(bytes.NewReader(text)))
				_, file := Read(path)
				for _, err := range []error{direct, read, file} {
					var wrong *EncodingError
					if !errors.As(err, &wrong) || wrong.Encoding != name ||
						!strings.Contains(err.Error(), "UTF-8") {
						t.Errorf("%s, %v, mark %q: got %v", name, order, mark, err)
					}
				}
				if !strings.HasPrefix(file.Error(), path) {
					t.Errorf("%v does not name the file", file)
				}
			}
		}
	}
	if _, err := Read("missing"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file gives %v", err)
	}
	broken := errors.New("broken")
	if _, err := io.ReadAll(NewReader(iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("a broken reader gives %v", err)
	}
}
