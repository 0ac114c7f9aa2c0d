// Package durable writes files that survive a crash: after it, a file has either its old content or the new
// one, never half of it.
package durable

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// WriteFile makes what write writes the content of the file at path: written to a temporary file beside it, flushed to
// the disk, then renamed. If it fails, whatever was there is untouched.
func WriteFile(path string, write func(io.Writer) error) error {
	folder, base := filepath.Split(filepath.Clean(path))
	temp, err := os.CreateTemp(folder, "."+base+".*.tmp")
	if err != nil {
		return err
	}
	err = errors.Join(write(temp), temp.Chmod(0o644), temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return syncFolder(folder)
}

// WriteBytes is [WriteFile] for content that is in memory.
func WriteBytes(path string, content []byte) error {
	return WriteFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(content))
		return err
	})
}

// syncFolder makes a rename in a folder last through a power failure.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" { // which cannot, and need not
		return nil
	}
	folder, err := os.Open(filepath.Clean(path)) // "" is "."
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
