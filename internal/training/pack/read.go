package pack

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/runs"
)

// A pack may have this many times as many bytes unpacked, plus some for tiny runs. Games and weights
// hardly get smaller, so more bytes are an attack on the disk.
const (
	mostRatio = 100
	mostExtra = 64 << 20
)

const (
	taskSeal   = "digest of the pack"
	taskUnpack = "files unpacked"
)

// ErrTaken means that a run cannot be unpacked into a folder, because the folder is not empty.
var ErrTaken = errors.New("the folder is not empty")

// Unpack unpacks the run in a file into dir. The folder dir must be empty or not exist, else the error
// wraps [ErrTaken]. Unpack calls check with the unpacked run before dir gets it. The run is then open
// for reading in a temporary folder. After any error, dir is as it was.
func Unpack(ctx context.Context, file, dir string, check func(ctx context.Context, r *runs.Run) error,
	progress Progress) (*Manifest, error) {
	m, err := unpack(ctx, file, dir, check, progress)
	if err != nil {
		return nil, fmt.Errorf("pack: unpack %s: %w", file, err)
	}
	return m, nil
}

func unpack(ctx context.Context, packed, dir string, check func(ctx context.Context, r *runs.Run) error,
	progress Progress) (m *Manifest, err error) {
	if err := checkEmpty(dir); err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	file, err := os.Open(packed)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w, but a folder or a device", ErrForeign)
	}
	size, err := checkSeal(ctx, file, info.Size(), progress.bytesOf(taskSeal))
	if err != nil {
		return nil, err
	}
	parent, err := existing(filepath.Dir(filepath.Clean(dir)))
	if err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(parent, "."+filepath.Base(dir)+".*.tmp")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	made := filepath.Join(work, "run")
	in := io.NewSectionReader(file, 0, size)
	if m, err = extract(ctx, in, made, mostExtra+mostRatio*size, progress.bytesOf(taskUnpack)); err != nil {
		return nil, err
	}
	if err := m.verify(ctx, made, check); err != nil {
		return nil, err
	}
	return m, move(made, dir)
}

// checkEmpty returns an error if a folder exists and is not empty.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%w: %s has %s, such as %s", ErrTaken, dir,
			noun.Count(len(entries), "file or folder", "files and folders"), entries[0].Name())
	}
	return nil
}

// existing returns the path of a folder, or of the nearest folder above it that exists.
func existing(dir string) (string, error) {
	for {
		info, err := os.Stat(dir)
		switch {
		case err == nil && !info.IsDir():
			return "", fmt.Errorf("%s is a file, want a folder", dir)
		case err == nil:
			return dir, nil
		case !errors.Is(err, os.ErrNotExist) || filepath.Dir(dir) == dir:
			return "", err
		}
		dir = filepath.Dir(dir)
	}
}

// move gives a folder its final name, which may be the name of an empty folder.
func move(from, to string) error {
	to = filepath.Clean(to)
	if err := durable.MkdirAll(filepath.Dir(to)); err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) { // Windows renames over no folder
		return err
	}
	return durable.Rename(from, to)
}

// extract unpacks an archive into a new folder, and flushes it to the disk. The files may have at most
// the given number of bytes together.
func extract(ctx context.Context, packed io.Reader, dir string, most int64,
	progress func(done, total int64)) (*Manifest, error) {
	content, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return nil, err
	}
	defer content.Close()
	archive := tar.NewReader(content)
	m, err := readManifest(archive, most)
	if err != nil {
		return nil, err
	}
	if err := durable.MkdirAll(filepath.Dir(runs.CheckpointPath(dir, "x"))); err != nil {
		return nil, err
	}
	total, done := m.Size(), int64(0)
	for _, f := range m.Files {
		if err := next(archive, f.Name, f.Size); err != nil {
			return nil, err
		}
		in := &watched{ctx: ctx, in: archive, tell: func(n int64) { progress(done+n, total) }}
		if err := f.save(in, filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
			return nil, err
		}
		done += f.Size
	}
	if err := atEnd(archive, content); err != nil {
		return nil, err
	}
	return m, errors.Join(durable.SyncFolder(filepath.Dir(runs.CheckpointPath(dir, "x"))),
		durable.SyncFolder(dir))
}

// readManifest reads the first entry of an archive.
func readManifest(archive *tar.Reader, most int64) (*Manifest, error) {
	h, err := archive.Next()
	if err != nil || h.Name != manifestName {
		return nil, fmt.Errorf("%w: it does not begin with %s", ErrForeign, manifestName)
	}
	if err := plain(h); err != nil {
		return nil, err
	}
	if h.Size > mostManifest {
		return nil, fmt.Errorf("the manifest has %s, want at most %d", noun.Count(h.Size, "byte"),
			mostManifest)
	}
	text, err := io.ReadAll(archive)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return decode(text, most)
}

// next goes to the next entry of an archive. It must be a plain file with the given name and size.
func next(archive *tar.Reader, name string, size int64) error {
	h, err := archive.Next()
	if err != nil {
		return fmt.Errorf("%w: find %s: %w", ErrDamaged, name, err)
	}
	if h.Name != name || h.Size != size {
		return fmt.Errorf("the archive has %q with %s, but the manifest says %s with %d", h.Name,
			noun.Count(h.Size, "byte"), name, size)
	}
	return plain(h)
}

// plain returns an error if an entry is not a file with all its bytes.
func plain(h *tar.Header) error {
	if h.Typeflag != tar.TypeReg || len(h.PAXRecords) > 0 {
		return fmt.Errorf("the entry %q of the archive is not a plain file", h.Name)
	}
	return nil
}

// atEnd returns an error if anything follows the last file of an archive.
func atEnd(archive *tar.Reader, content io.Reader) error {
	switch h, err := archive.Next(); {
	case err == nil:
		return fmt.Errorf("the archive also has %q, which the manifest does not name", h.Name)
	case err != io.EOF:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	switch n, err := io.CopyN(io.Discard, content, 1); {
	case n > 0:
		return errors.New("there are bytes behind the archive")
	case err != io.EOF:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// save writes a file and flushes it. It returns an error if the content is not what the manifest says.
// The reader has at most as many bytes as the manifest says.
func (f File) save(in io.Reader, path string) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(file, sum), in)
	var disk *os.PathError
	switch {
	case errors.As(err, &disk) || errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return fmt.Errorf("%w: read %s: %w", ErrDamaged, f.Name, err)
	case n != f.Size:
		return fmt.Errorf("%w: %s has %s, want %d", ErrDamaged, f.Name, noun.Count(n, "byte"), f.Size)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != f.SHA256 {
		return fmt.Errorf("%w: the SHA-256 of %s is %s, want %s", ErrDamaged, f.Name, got, f.SHA256)
	}
	return file.Sync()
}

// verify opens the unpacked run and compares it with the manifest. Then it calls check with the run.
func (m *Manifest) verify(ctx context.Context, dir string,
	check func(context.Context, *runs.Run) error) error {
	r, err := runs.OpenReadOnly(ctx, dir)
	if err != nil {
		return err
	}
	err = m.compare(ctx, r)
	if err == nil {
		err = check(ctx, r)
	}
	return errors.Join(err, r.Close())
}

// compare returns an error if a run is not the run of the manifest, or if its checkpoints are not the
// files of the manifest.
func (m *Manifest) compare(ctx context.Context, r *runs.Run) error {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return err
	}
	if len(registry) == 0 {
		return errors.New("the run has no checkpoint")
	}
	newest := registry[len(registry)-1]
	if m.Run != r.Identity() || m.Step != newest.Step || m.Phase != newest.Phase || m.Stage != newest.Stage {
		return fmt.Errorf("the manifest describes step %d of the run %s, but the database is of step %d of "+
			"the run %s", m.Step, m.Run, newest.Step, r.Identity())
	}
	known := map[string]bool{}
	for _, name := range runs.SingleFiles() {
		known[name] = true
	}
	for _, c := range registry {
		if c.Left {
			continue
		}
		names, err := r.CheckpointFiles(c)
		if errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("the pack lacks checkpoint %s", c.File)
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			known[name] = true
		}
	}
	for _, f := range m.Files {
		if !known[path.Base(f.Name)] {
			return fmt.Errorf("the pack has %s, which the database does not name", f.Name)
		}
	}
	return nil
}
