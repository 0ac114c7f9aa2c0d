package powercut

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"epaminondas/internal/base/durable"
)

// Disk is a [durable.Disk] in a real folder. It records each change in a log, and a test can make
// one operation fail. One goroutine uses it at a time.
type Disk struct {
	Log *Log

	folder  string
	done    int // operations so far
	at      int // the operation that fails, from 1; 0 if none fails
	failure error
	random  *rand.Rand // for the names of temporary files
}

// NewDisk returns the disk of an empty folder.
func NewDisk(folder string) *Disk {
	return &Disk{Log: NewLog(), folder: folder, random: rand.New(rand.NewPCG(1, 2))}
}

// Fail makes operation number at fail once, counted from now on; 1 is the next operation. A write
// that fails writes half of its bytes.
func (d *Disk) Fail(at int, err error) { d.done, d.at, d.failure = 0, at, err }

// Failed reports whether the operation of [Disk.Fail] has failed.
func (d *Disk) Failed() bool { return d.at > 0 && d.done >= d.at }

// step counts an operation. It returns an error if this is the operation that should fail.
func (d *Disk) step(what, path string) error {
	d.done++
	if d.at > 0 && d.done == d.at {
		return &fs.PathError{Op: what, Path: path, Err: d.failure}
	}
	return nil
}

// name returns the name of a path in the log.
func (d *Disk) name(path string) string {
	name, err := filepath.Rel(d.folder, path)
	if err != nil {
		panic(fmt.Sprintf("powercut: %s is not in %s: %v", path, d.folder, err))
	}
	return filepath.ToSlash(name)
}

// OpenFile implements [durable.Disk].
func (d *Disk) OpenFile(path string, flag int, mode fs.FileMode) (durable.File, error) {
	if err := d.step("open", path); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	if !d.Log.Has(d.name(path)) {
		d.Log.create(d.name(path), false)
	}
	return &recorded{file: file, disk: d, node: d.Log.node(d.name(path)), appends: flag&os.O_APPEND != 0}, nil
}

// CreateTemp implements [durable.Disk].
func (d *Disk) CreateTemp(folder, pattern string, mode fs.FileMode) (durable.File, error) {
	return durable.CreateTemp(d, folder, pattern, mode, d.random.Uint32)
}

// Mkdir implements [durable.Disk].
func (d *Disk) Mkdir(path string, mode fs.FileMode) error {
	return d.change("mkdir", path, func() error { return os.Mkdir(path, mode) },
		func() { d.Log.create(d.name(path), true) })
}

// Rename implements [durable.Disk].
func (d *Disk) Rename(from, to string) error {
	return d.change("rename", from, func() error { return os.Rename(from, to) },
		func() { d.Log.rename(d.name(from), d.name(to)) })
}

// Remove implements [durable.Disk].
func (d *Disk) Remove(path string) error {
	return d.change("remove", path, func() error { return os.Remove(path) },
		func() { d.Log.remove(d.name(path)) })
}

// SyncFolder implements [durable.Disk].
func (d *Disk) SyncFolder(path string) error {
	return d.change("sync", path, func() error { return nil },
		func() { d.Log.flush(d.Log.node(d.name(path))) })
}

// change runs an operation and records it, unless the operation fails.
func (d *Disk) change(what, path string, do func() error, record func()) error {
	if err := d.step(what, path); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	record()
	return nil
}

// recorded is an open file of a [Disk]. It does not embed the real file, because the other methods
// of the real file would bypass the log.
type recorded struct {
	file    *os.File
	disk    *Disk
	node    *node
	appends bool
}

// Name implements [durable.File].
func (f *recorded) Name() string { return f.file.Name() }

// Fd implements [durable.File].
func (f *recorded) Fd() uintptr { return f.file.Fd() }

// Stat implements [durable.File].
func (f *recorded) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// Read implements [durable.File].
func (f *recorded) Read(b []byte) (int, error) { return f.file.Read(b) }

// Seek implements [durable.File].
func (f *recorded) Seek(offset int64, whence int) (int64, error) { return f.file.Seek(offset, whence) }

// Write implements [durable.File].
func (f *recorded) Write(b []byte) (int, error) {
	failed := f.disk.step("write", f.Name())
	if failed != nil {
		b = b[:len(b)/2]
	}
	whence := io.SeekCurrent
	if f.appends {
		whence = io.SeekEnd
	}
	offset, err := f.Seek(0, whence)
	if err != nil {
		return 0, err
	}
	n, err := f.file.Write(b)
	f.disk.Log.write(f.node, offset, append([]byte{}, b[:n]...))
	return n, errors.Join(failed, err)
}

// Truncate implements [durable.File].
func (f *recorded) Truncate(size int64) error {
	return f.disk.change("truncate", f.Name(), func() error { return f.file.Truncate(size) },
		func() { f.disk.Log.truncate(f.node, size) })
}

// Sync implements [durable.File]. It does not wait for the real disk.
func (f *recorded) Sync() error {
	return f.disk.change("sync", f.Name(), func() error { return nil }, func() { f.disk.Log.flush(f.node) })
}

// Chmod implements [durable.File].
func (f *recorded) Chmod(mode fs.FileMode) error {
	return f.disk.change("chmod", f.Name(), func() error { return f.file.Chmod(mode) }, func() {})
}

// Close implements [durable.File]. It closes the file even if it returns an error.
func (f *recorded) Close() error {
	return errors.Join(f.disk.step("close", f.Name()), f.file.Close())
}
