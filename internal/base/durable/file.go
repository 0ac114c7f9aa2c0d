// Package durable changes files so that the changes survive a power cut: once a function returns
// nil, its change is on the disk. A file has its old content or its new content, never a part of
// it. New files and folders have the permissions that the user's umask leaves.
package durable

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Files makes durable changes on a disk.
type Files struct{ Disk Disk }

// WriteFile is [Files.WriteFile] on the disk of the operating system.
func WriteFile(path string, write func(io.Writer) error) error {
	return Files{OS{}}.WriteFile(path, write)
}

// The permissions of files and folders, from which the operating system takes the user's umask.
const (
	fileMode   fs.FileMode = 0o666
	folderMode fs.FileMode = 0o777
	secretMode fs.FileMode = 0o600
)

// WriteBytes is [Files.WriteBytes] on the disk of the operating system.
func WriteBytes(path string, content []byte) error { return Files{OS{}}.WriteBytes(path, content) }

// WriteSecret is [WriteBytes] for a file that only its owner may read.
func WriteSecret(path string, content []byte) error {
	return Files{OS{}}.write(path, secretMode, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// MkdirAll is [Files.MkdirAll] on the disk of the operating system.
func MkdirAll(path string) error { return Files{OS{}}.MkdirAll(path) }

// Rename is [Files.Rename] on the disk of the operating system.
func Rename(from, to string) error { return Files{OS{}}.Rename(from, to) }

// Remove is [Files.Remove] on the disk of the operating system.
func Remove(paths ...string) error { return Files{OS{}}.Remove(paths...) }

// SyncFolder makes the names in a folder durable.
func SyncFolder(path string) error { return OS{}.SyncFolder(path) }

// WriteFile replaces the content of the file at path by the output of write. It writes a temporary
// file beside the file, flushes it to the disk and renames it. After an error the file is whole: it
// has its old content, or the new content if only the last flush of the folder failed.
func (f Files) WriteFile(path string, write func(io.Writer) error) error {
	return f.write(path, fileMode, write)
}

// write is WriteFile for a new file with the permissions mode. A file that exists keeps its own
// permissions, as far as mode allows them.
func (f Files) write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	folder, base := filepath.Split(filepath.Clean(path))
	folder = filepath.Clean(folder) // "" is "."
	temp, err := f.Disk.CreateTemp(folder, "."+base+".*.tmp", mode)
	if err != nil {
		return err
	}
	err = errors.Join(f.fill(temp, path, mode, write), temp.Close())
	if err == nil {
		err = f.Disk.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, f.Disk.Remove(temp.Name()))
	}
	return f.Disk.SyncFolder(folder)
}

// fill writes and flushes the content of a temporary file that will replace the file at path.
func (f Files) fill(temp File, path string, mode fs.FileMode, write func(io.Writer) error) error {
	if err := keepMode(temp, path, mode); err != nil {
		return err
	}
	if err := write(temp); err != nil {
		return err
	}
	return temp.Sync()
}

// keepMode gives a temporary file the permissions of the file at path, as far as mode allows them.
func keepMode(temp File, path string, mode fs.FileMode) error {
	old, err := os.Stat(path)
	if err != nil || !old.Mode().IsRegular() {
		return nil // a new file, or one that the rename will refuse
	}
	now, err := temp.Stat()
	if err != nil {
		return err
	}
	if keep := old.Mode().Perm() & mode; keep != now.Mode().Perm() {
		return temp.Chmod(keep)
	}
	return nil
}

// WriteBytes is [Files.WriteFile] for content that is in memory.
func (f Files) WriteBytes(path string, content []byte) error {
	return f.WriteFile(path, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(content))
		return err
	})
}

// MkdirAll makes a folder and the missing folders above it. It leaves an existing folder unchanged.
func (f Files) MkdirAll(path string) error {
	path = filepath.Clean(path)
	if isFolder(path) {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := f.MkdirAll(parent); err != nil {
			return err
		}
	}
	if err := f.Disk.Mkdir(path, folderMode); err != nil {
		if errors.Is(err, fs.ErrExist) && isFolder(path) { // another process was faster
			return nil
		}
		return err
	}
	return f.Disk.SyncFolder(parent)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Rename renames a file within its folder.
func (f Files) Rename(from, to string) error {
	if err := f.Disk.Rename(from, to); err != nil {
		return err
	}
	return f.Disk.SyncFolder(filepath.Dir(to))
}

// Remove removes files.
func (f Files) Remove(paths ...string) error {
	folders := map[string]bool{}
	for _, path := range paths {
		if err := f.Disk.Remove(path); err != nil {
			return err
		}
		folders[filepath.Dir(path)] = true
	}
	for folder := range folders {
		if err := f.Disk.SyncFolder(folder); err != nil {
			return err
		}
	}
	return nil
}
