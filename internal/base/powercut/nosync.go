package powercut

import (
	"io/fs"
	"os"

	"epaminondas/internal/base/durable"
)

// NoSync is the disk of the operating system without flushes. Tests go on from thousands of cuts
// with it.
type NoSync struct{ durable.OS }

// OpenFile is part of [durable.Disk].
func (NoSync) OpenFile(path string, flag int, mode fs.FileMode) (durable.File, error) {
	file, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return idle{file}, nil
}

// CreateTemp is part of [durable.Disk].
func (NoSync) CreateTemp(folder, pattern string) (durable.File, error) {
	file, err := os.CreateTemp(folder, pattern)
	if err != nil {
		return nil, err
	}
	return idle{file}, nil
}

// SyncFolder is part of [durable.Disk].
func (NoSync) SyncFolder(string) error { return nil }

// idle is a file of [NoSync].
type idle struct{ *os.File }

// Sync is part of [durable.File].
func (idle) Sync() error { return nil }
