package durable_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/powercut"
)

// contents are successive contents of a file, some shorter and some longer than a sector.
var contents = []string{"first", strings.Repeat("second ", 300), "", strings.Repeat("fourth ", 90)}

// TestWriteFileSurvivesCuts checks that after a power cut the file has the content that was
// acknowledged last or the content of the interrupted write.
func TestWriteFileSurvivesCuts(t *testing.T) {
	root := t.TempDir()
	disk := powercut.NewDisk(root)
	files, path := durable.Files{Disk: disk}, filepath.Join("a", "b", "file")
	if err := files.MkdirAll(filepath.Join(root, "a", "b")); err != nil {
		t.Fatal(err)
	}
	for _, content := range contents {
		if err := files.WriteBytes(filepath.Join(root, path), []byte(content)); err != nil {
			t.Fatal(err)
		}
		disk.Log.Note(content)
	}
	cuts := 0
	for cut := range disk.Log.Cuts(4) {
		cuts++
		got, there := cut.Tree[filepath.ToSlash(path)]
		done := len(cut.Notes)
		kept := done > 0 && there && string(got) == contents[done-1]
		next := done < len(contents) && there && string(got) == contents[done]
		if !kept && !next && (done > 0 || there) {
			t.Fatalf("%v: %d contents were acknowledged, and the file holds %.20q, %v", cut, done, got, there)
		}
	}
	if cuts < 20 {
		t.Errorf("%d cuts", cuts)
	}
}

// TestRenameAndRemoveSurviveCuts checks that a power cut does not undo an acknowledged rename or
// removal.
func TestRenameAndRemoveSurviveCuts(t *testing.T) {
	root := t.TempDir()
	disk := powercut.NewDisk(root)
	files := durable.Files{Disk: disk}
	path := func(name string) string { return filepath.Join(root, name) }
	for _, name := range []string{"a", "b"} {
		if err := files.WriteBytes(path(name), []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.Rename(path("a"), path("c")); err != nil {
		t.Fatal(err)
	}
	disk.Log.Note("renamed")
	if err := files.Remove(path("b"), path("c")); err != nil {
		t.Fatal(err)
	}
	disk.Log.Note("removed")
	for cut := range disk.Log.Cuts(4) {
		_, a := cut.Tree["a"]
		if len(cut.Notes) > 0 && a || len(cut.Notes) > 1 && len(cut.Tree) > 0 {
			t.Fatalf("%v: %q were acknowledged, and %d files exist", cut, cut.Notes, len(cut.Tree))
		}
	}
}

// TestWriteFileFails checks that a failed operation leaves a whole file and no other file, and that
// the error names the file and the cause.
func TestWriteFileFails(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EIO} {
		faults := powercut.Faults(func(at int) bool {
			root := t.TempDir()
			disk := powercut.NewDisk(root)
			files, path := durable.Files{Disk: disk}, filepath.Join(root, "folder", "file")
			write := func(content string) error {
				return errors.Join(files.MkdirAll(filepath.Dir(path)),
					files.WriteBytes(path, []byte(content)))
			}
			if err := errors.Join(write("old"), os.Chmod(path, 0o444)); err != nil {
				t.Fatal(err)
			}
			disk.Fail(at, cause)
			err := write("new")
			failed := disk.Failed()
			disk.Fail(0, nil)
			checkFailure(t, fmt.Sprintf("operation %d", at), failed, err, cause, filepath.Dir(path))
			got, gone := os.ReadFile(path)
			if gone != nil || string(got) != "new" && (err == nil || string(got) != "old") {
				t.Errorf("operation %d: content %q, %v after error %v", at, got, gone, err)
			}
			entries, _ := os.ReadDir(filepath.Dir(path))
			if len(entries) != 1 {
				t.Errorf("operation %d: the folder holds %v", at, entries)
			}
			if err := write("newest"); err != nil {
				t.Errorf("operation %d: once the disk is sound: %v", at, err)
			}
			return failed
		})
		if faults != 7 { // create, chmod, write, sync, close, rename, sync of the folder
			t.Errorf("%d operations can fail, want 7", faults)
		}
	}
}

// checkFailure checks that an error is returned if and only if an operation failed, and that it
// names the file and the cause.
func checkFailure(t *testing.T, what string, failed bool, err, cause error, name string) {
	t.Helper()
	switch {
	case !failed && err != nil:
		t.Errorf("%s: error %v on a sound disk", what, err)
	case failed && (!errors.Is(err, cause) || !strings.Contains(err.Error(), name)):
		t.Errorf("%s: error %v, want one that names %s and says %v", what, err, name, cause)
	}
}
