//go:build linux

package powercut

import (
	"regexp"
	"strings"
	"testing"
)

// hexed writes the texts of a trace as strace -xx does.
func hexed(trace string) string {
	return regexp.MustCompile(`"[^"]*"|</[^>]*>`).ReplaceAllStringFunc(trace, func(text string) string {
		var out strings.Builder
		for _, b := range []byte(text[1 : len(text)-1]) {
			out.WriteString(`\x` + string("0123456789abcdef"[b>>4]) + string("0123456789abcdef"[b&15]))
		}
		return text[:1] + out.String() + text[len(text)-1:]
	})
}

// TestTracer reads a trace with calls of several threads, calls that fail, and calls outside the
// folder.
func TestTracer(t *testing.T) {
	trace := hexed(`7  mkdirat(AT_FDCWD</x>, "/r/a", 0755) = 0
7  mkdirat(AT_FDCWD</x>, "/r/b", 0755) = -1 ENOSPC (No space left on device)
7  openat(AT_FDCWD</x>, "/r/a/f", O_RDWR|O_CREAT, 0644) = 5</r/a/f>
7  write(5</r/a/f>, "onexx", 5) = 3
8  openat(AT_FDCWD</x>, "/elsewhere/f", O_RDWR|O_CREAT, 0644) = 6</elsewhere/f>
7  pwrite64(5</r/a/f>, "two", 3, 3 <unfinished ...>
8  fsync(5</r/a/f> <unfinished ...>
7  <... pwrite64 resumed>) = 3
8  <... fsync resumed>) = 0
7  write(5</r/a/f>, "!", 1) = 1
7  write(1<pipe:[1]>, "kept games 3", 12) = 12
7  renameat(AT_FDCWD</x>, "/r/a/f", AT_FDCWD</x>, "/r/a/g") = 0
7  ftruncate(5</r/a/g>, 5) = 0
7  unlinkat(AT_FDCWD</x>, "/r/a/g", 0) = 0
7  openat(AT_FDCWD</x>, "/r/a/h", O_WRONLY|O_CREAT|O_SYNC, 0644) = 9</r/a/h>
7  write(9</r/a/h>, "synced", 6) = 6
7  unlinkat(8</r/a>, "h", 0) = 0
9  +++ exited with 0 +++
`)
	log := NewLog()
	if err := (&tracer{log: log, root: "/r"}).read(strings.NewReader(trace)); err != nil {
		t.Fatal(err)
	}
	want := []op{
		{kind: link, name: "a"}, {kind: link, name: "f"}, {kind: write, data: []byte("one")},
		{kind: write, offset: 3, data: []byte("two")},
		{kind: flush, offset: 3}, {kind: write, offset: 3, data: []byte("!")},
		{kind: note, text: "kept games 3"},
		{kind: link, name: "g", old: "f"}, {kind: truncate, offset: 5}, {kind: unlink, name: "g"},
		{kind: link, name: "h"}, {kind: write, data: []byte("synced")}, {kind: flush, offset: 12},
		{kind: unlink, name: "h"},
	}
	if len(log.ops) != len(want) {
		t.Fatalf("%d operations, want %d", len(log.ops), len(want))
	}
	for i, w := range want {
		o := log.ops[i]
		if o.kind != w.kind || o.name != w.name || o.old != w.old || o.offset != w.offset ||
			string(o.data) != string(w.data) || o.text != w.text {
			t.Errorf("operation %d is %+v, want %+v", i, o, w)
		}
	}
	if a := promised([]string{"kept games 3\nkept step 5\n",
		"kept games 2\nkept report 1\n"}); a != (acknowledged{5, 3, true}) {
		t.Errorf("the notes promise %+v", a)
	}
}
