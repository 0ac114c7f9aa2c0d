package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWritable checks which outputs are refused before the work, and that the check leaves nothing.
func TestWritable(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"old", "input"} {
		if err := os.WriteFile(at(name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"link": at("old"), "alias": at("input")} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Skip(err) // as on Windows without the right to make links
		}
	}
	before := entries(t, dir)
	for path, want := range map[string]string{
		"":                    "",
		at("new"):             "",
		at("old"):             "",
		at("missing/new"):     "there is no folder",
		at("old/new"):         "there is no folder",
		dir:                   "it is a folder",
		at("link"):            "it is a symbolic link",
		os.DevNull:            "it is a device",
		at("input"):           "the command reads this file",
		dir + "/./" + "input": "the command reads this file",
	} {
		err := Writable("--out", path, "", at("none"), at("alias"))
		var usage *UsageError
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", path, err)
		case want != "" && (!errors.As(err, &usage) || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "--out "+path)):
			t.Errorf("%s: %v, want a usage error with %q", path, err, want)
		}
	}
	if after := entries(t, dir); after != before {
		t.Errorf("the folder had %s and has %s", before, after)
	}
}

// TestWritableInAClosedFolder checks that a folder without the right to write is found before the work.
func TestWritableInAClosedFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if trial, err := os.CreateTemp(dir, ""); err == nil {
		trial.Close()
		t.Skip("this user may write everywhere")
	}
	path := filepath.Join(dir, "file")
	err := Writable("--out", path)
	if err == nil || !strings.Contains(err.Error(), path+": cannot write in the folder") ||
		strings.Contains(err.Error(), "trial") {
		t.Errorf("got %v, want the folder and the cause", err)
	}
}

// entries returns the names in a folder.
func entries(t *testing.T, dir string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
