package cli

import (
	"errors"
	"os"
	"path/filepath"
)

// Writable checks before a command begins its work whether the command can later write the file
// that a flag names. If not, it returns a usage error. The folder of the file must exist and be
// writable. If the file exists, it must be a regular file. It must not be one of inputs, which are
// the files that the command reads. An empty path names no file and is no error.
func Writable(flag, path string, inputs ...string) error {
	if path == "" {
		return nil
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return Usagef("%s %s: there is no folder %s", flag, path, folder)
	}
	switch info, err := os.Lstat(path); {
	case err != nil: // it is new, or the trial below fails
	case info.IsDir():
		return Usagef("%s %s: it is a folder, want a file", flag, path)
	case info.Mode()&os.ModeSymlink != 0:
		return Usagef("%s %s: it is a symbolic link, which would be replaced: name the file itself", flag, path)
	case !info.Mode().IsRegular():
		return Usagef("%s %s: it is a device or a pipe, which would be replaced: want a regular file", flag, path)
	}
	for _, input := range inputs {
		if SameFile(path, input) {
			return Usagef("%s %s: the command reads this file and would overwrite it: give another file",
				flag, path)
		}
	}
	trial, err := os.CreateTemp(folder, ".trial.*.tmp")
	if err == nil {
		err = errors.Join(trial.Close(), os.Remove(trial.Name()))
	}
	if err != nil {
		var cause *os.PathError // it names the path of the trial
		if errors.As(err, &cause) {
			err = cause.Err
		}
		return Usagef("%s %s: cannot write in the folder %s: %w", flag, path, folder, err)
	}
	return nil
}

// SameFile reports whether two paths lead to one file.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}
