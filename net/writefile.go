package net

import (
	"os"
	"path/filepath"
	"runtime"
)

// writeFile makes data the content of the file at path: written beside it, flushed to the disk,
// then renamed, so that neither a crash nor a reader ever sees half of it.
func writeFile(path string, data []byte) (err error) {
	dir, base := filepath.Split(filepath.Clean(path))
	temp, err := os.CreateTemp(dir, "."+base+".*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	if _, err = temp.Write(data); err != nil {
		return err
	}
	if err = temp.Chmod(0o644); err != nil {
		return err
	}
	if err = temp.Sync(); err != nil {
		return err
	}
	if err = temp.Close(); err != nil {
		return err
	}
	if err = os.Rename(temp.Name(), path); err != nil {
		return err
	}
	return syncFolder(dir)
}

// syncFolder makes a rename in a folder last through a power failure.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" { // which cannot, and need not
		return nil
	}
	folder, err := os.Open(filepath.Clean(dir)) // "" is "."
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
