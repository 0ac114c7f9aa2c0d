package powercut

import (
	"io/fs"
	"math/rand/v2"
	"os"

	"epaminondas/internal/base/durable"
)

// NoSync is the disk of the operating system without flushes. Tests use it to continue from
// thousands of cuts.
type NoSync struct{ durable.OS }

// OpenFile implements [durable.Disk].
func (NoSync) OpenFile(path string, flag int, mode fs.FileMode) (durable.File, error) {
	file, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return idle{file}, nil
}

// CreateTemp implements [durable.Disk].
func (d NoSync) CreateTemp(folder, pattern string, mode fs.FileMode) (durable.File, error) {
	return durable.CreateTemp(d, folder, pattern, mode, rand.Uint32)
}

// SyncFolder implements [durable.Disk].
func (NoSync) SyncFolder(string) error { return nil }

// idle is a file of [NoSync].
type idle struct{ *os.File }

// Sync implements [durable.File].
func (idle) Sync() error { return nil }
