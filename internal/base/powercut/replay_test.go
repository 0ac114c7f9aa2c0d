package powercut

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// survivors returns the different contents that a file has after the cuts at the end of a log, with
// "-" if the file is missing.
func survivors(log *Log, name string, randoms int) map[string]bool {
	replay, random := NewReplay(log), rand.New(rand.NewPCG(1, 1))
	for replay.Next() {
	}
	variants := Corners()
	for range randoms {
		variants = append(variants, Random())
	}
	found := map[string]bool{}
	for _, v := range variants {
		content, there := replay.Survivors(v.Fate, random)[name]
		if !there {
			content = []byte("-")
		}
		found[string(content)] = true
	}
	return found
}

// TestCutsKeepOnlyFlushes checks that only flushed changes are certain, and that the flush of a
// file does not flush its name.
func TestCutsKeepOnlyFlushes(t *testing.T) {
	log := NewLog()
	log.create("f", false)
	file := log.node("f")
	want := func(when string, contents ...string) {
		t.Helper()
		found := survivors(log, "f", 0)
		for _, content := range contents {
			if !found[content] {
				t.Errorf("%s: no cut leaves %q, they leave %v", when, content, found)
			}
		}
		if len(found) != len(contents) {
			t.Errorf("%s: cuts leave %v, want %q", when, found, contents)
		}
	}
	log.write(file, 0, []byte("one"))
	want("written", "-", "", "one", "\x00\x00\x00")
	log.flush(file)
	want("flushed", "-", "one")
	log.flush(log.root)
	want("the folder flushed", "one")
	log.write(file, 3, []byte("two"))
	log.truncate(file, 2)
	want("written again", "one", "on")
	log.remove("f")
	log.flush(log.root)
	want("removed", "-")
}

// TestCutsTearWrites checks that a torn write may miss any of its sectors.
func TestCutsTearWrites(t *testing.T) {
	log := NewLog()
	log.create("f", false)
	log.flush(log.root)
	text := strings.Repeat("a", 3*sector-10)
	log.write(log.node("f"), 10, []byte(text))
	found := survivors(log, "f", 200)
	hole := strings.Repeat("\x00", 10) + text[:sector-10] + strings.Repeat("\x00", sector) + text[:sector]
	if len(found) < 8 || !found[hole] || !found[""] || !found[strings.Repeat("\x00", 10)+text] {
		t.Errorf("%d contents; the one without the second sector: %v", len(found), found[hole])
	}
}

// TestFlushCoversWhatItSaw checks that a flush covers the writes before its start.
func TestFlushCoversWhatItSaw(t *testing.T) {
	log := NewLog()
	log.create("f", false)
	log.flush(log.root)
	began := log.Len()
	log.write(log.node("f"), 0, []byte("x"))
	log.flushUpTo(log.node("f"), began)
	if found := survivors(log, "f", 0); !found[""] {
		t.Errorf("cuts leave %v", found)
	}
}

// TestDiskRecordsEverything checks that the log of a disk leads to the files on the disk.
func TestDiskRecordsEverything(t *testing.T) {
	root := t.TempDir()
	disk := NewDisk(root)
	path := filepath.Join(root, "f")
	for _, flag := range []int{os.O_RDWR | os.O_CREATE, os.O_WRONLY | os.O_APPEND} {
		file, err := disk.OpenFile(path, flag, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"some ", "words "} {
			if _, err := file.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := file.Truncate(8); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !survivors(disk.Log, "f", 0)[string(got)] {
		t.Errorf("the file holds %q, %v, the log says %v", got, err, survivors(disk.Log, "f", 0))
	}
	var names []string
	for cut := range LogOf(Tree{"a": nil, "a/f": []byte("x")}).Cuts(0) {
		for name := range cut.Tree {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if strings.Join(names, " ") != "a a/f" {
		t.Errorf("a log of existing files has %q", names)
	}
}
