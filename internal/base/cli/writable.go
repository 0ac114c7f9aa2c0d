package cli

import (
	"os"
	"path/filepath"
)

// Writable returns a usage error before the work if a file that a flag names cannot be written after
// it: its folder is missing, or it is a folder itself. An empty path is no file, and no error.
func Writable(flag, path string) error {
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Usagef("%s %s: there is no folder %s", flag, path, folder)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return Usagef("%s %s: it is a folder, want a file", flag, path)
	}
	return nil
}
