package main

import (
	"io/fs"
	"os"
	"path/filepath"
)

// copyFile copies a file.
func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

// copyFolder copies a folder into a new one.
func copyFolder(from, to string) error { return os.CopyFS(to, os.DirFS(from)) }

// digests returns the SHA-256 of every file below a folder, by its path from there. Only the paths
// for which take is true are read; a nil take reads all.
func digests(dir string, take func(path string) bool) (map[string]string, error) {
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || take != nil && !take(name) {
			return err
		}
		found[name], err = digest(path)
		return err
	})
	return found, err
}

// difference names a file that differs between two results of digests, "" if there is none.
func difference(a, b map[string]string) string {
	for name, sum := range a {
		if b[name] != sum {
			return name
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			return name
		}
	}
	return ""
}

// appendTo appends bytes to a file.
func appendTo(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err := file.Write(content); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
