package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestArchivesRepeat writes each kind of archive twice.
func TestArchivesRepeat(t *testing.T) {
	files := []file{{"play", []byte("program"), true},
		{"docs/a.md", bytes.Repeat([]byte("text "), 1000), false}}
	at := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for name, write := range map[string]func(*os.File, string, []file, time.Time) error{
		"tar": writeTar, "zip": writeZip} {
		var all [2][]byte
		for i := range all {
			path := filepath.Join(t.TempDir(), name)
			f, err := os.Create(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := write(f, "folder", files, at); err != nil {
				t.Fatal(err)
			}
			f.Close()
			if all[i], err = os.ReadFile(path); err != nil {
				t.Fatal(err)
			}
		}
		if len(all[0]) < 100 || !bytes.Equal(all[0], all[1]) {
			t.Errorf("%s: %d and %d bytes, want the same ones", name, len(all[0]), len(all[1]))
		}
	}
}

func TestParse(t *testing.T) {
	if o, err := parse(nil, io.Discard); err != nil || len(o.only) != 6 {
		t.Errorf("%+v, %v", o, err)
	}
	for want, args := range map[string][]string{
		"--only plan9/amd64": {"--only", "linux/amd64,plan9/amd64"},
		`"x": want flags`:    {"x"},
	} {
		if _, err := parse(args, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
