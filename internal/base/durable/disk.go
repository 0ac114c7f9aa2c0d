package durable

import (
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// Disk has the operations that change files. [OS] is the production implementation. Tests use
// implementations that record every operation, lose power or fail.
type Disk interface {
	OpenFile(path string, flag int, mode fs.FileMode) (File, error) // as [os.OpenFile]
	// CreateTemp makes a file as [os.CreateTemp] does, but with the permissions mode, from which the
	// operating system takes the user's umask.
	CreateTemp(folder, pattern string, mode fs.FileMode) (File, error)
	Mkdir(path string, mode fs.FileMode) error // as [os.Mkdir]
	Rename(from, to string) error              // as [os.Rename]
	Remove(path string) error                  // as [os.Remove]
	SyncFolder(path string) error              // makes the names in a folder durable
}

// ErrInUse means that another process has locked a file.
var ErrInUse = errors.New("the file is in use by another process")

// File is an open file of a [Disk], with the methods of [os.File].
type File interface {
	io.ReadWriteSeeker
	io.Closer
	Name() string
	Fd() uintptr
	Stat() (fs.FileInfo, error)
	Chmod(mode fs.FileMode) error
	Truncate(size int64) error
	Sync() error
}

// OS is the disk of the operating system.
type OS struct{}

// OpenFile opens a file as [os.OpenFile] does.
func (OS) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	return orNil(os.OpenFile(path, flag, mode))
}

// CreateTemp makes a temporary file as [Disk] describes.
func (OS) CreateTemp(folder, pattern string, mode fs.FileMode) (File, error) {
	return CreateTemp(OS{}, folder, pattern, mode, rand.Uint32)
}

// CreateTemp makes a temporary file on a disk, as [Disk] describes. number returns random numbers for
// its name.
func CreateTemp(d Disk, folder, pattern string, mode fs.FileMode, number func() uint32) (File, error) {
	before, after, _ := strings.Cut(pattern, "*")
	for tries := 1; ; tries++ {
		path := filepath.Join(folder, before+strconv.FormatUint(uint64(number()), 10)+after)
		file, err := d.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if err == nil || !errors.Is(err, fs.ErrExist) || tries == mostTries {
			return file, err
		}
	}
}

// mostTries is how many names CreateTemp tries.
const mostTries = 10_000

// orNil prevents a nil *os.File from becoming a File that is not nil.
func orNil(file *os.File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Mkdir makes a folder as [os.Mkdir] does.
func (OS) Mkdir(path string, mode fs.FileMode) error { return os.Mkdir(path, mode) }

// Rename renames a file as [os.Rename] does.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove removes a file as [os.Remove] does.
func (OS) Remove(path string) error { return os.Remove(path) }

// SyncFolder flushes the names in a folder to the disk. Windows cannot do that and does not need
// it.
func (OS) SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
