package fleet

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/replay"
)

// TestDamagedSpool changes a byte of a spool with one file. Only the game around the byte is lost, and
// none if the byte belongs to the head of the file.
func TestDamagedSpool(t *testing.T) {
	o := newOffice(t, mini())
	_, key := o.invite("a")
	dir := t.TempDir()
	s, err := OpenSpool(t.Context(), dir, key, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	id := s.ID()
	var begins []int
	at := len(replay.FileMagic)
	for _, g := range o.local(o.localPlayer(key, id), o.localModel(), 4) {
		if err := s.Append(g); err != nil {
			t.Fatal(err)
		}
		begins = append(begins, at)
		at += len(replay.AppendFrame(nil, g.Record))
	}
	path := s.own.segments[0].path
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil || len(whole) != at {
		t.Fatalf("the file has %d bytes, %v, want %d", len(whole), err, at)
	}
	for damaged, lost := range map[int]uint64{0: 4, begins[0]: 0, begins[1] + 5: 1, begins[2]: 2} {
		content := []byte(string(whole))
		content[damaged] ^= 64
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		q, err := readRow(filepath.Dir(path), id)
		if err != nil || q == nil || q.next() != 4 || q.segments[0].games != 4 {
			t.Fatalf("byte %d: %+v, %v", damaged, q, err)
		}
		for n, e := range q.games {
			if (e.record == nil) != (uint64(n) == lost) {
				t.Errorf("byte %d: game %d has %d bytes", damaged, n, len(e.record))
			}
		}
		if want := []Lost{{Spool: id, From: lost, To: lost + 1}}; lost == 4 && len(q.lost) != 0 ||
			lost < 4 && (len(q.lost) != 1 || q.lost[0] != want[0]) {
			t.Errorf("byte %d: the spool reports %+v", damaged, q.lost)
		}
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plays":                  "plays",
		"a\x1b[2Jb\nc\u202ed":    "a[2Jbcd",
		"a\xffb":                 "a\ufffdb",
		strings.Repeat("ä", 200): strings.Repeat("ä", 100),
	} {
		if got := printable(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
