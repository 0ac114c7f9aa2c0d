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
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

// window is the largest window of the compression in bytes, so that a reader needs little memory.
const window = 8 << 20

// Progress receives the progress of a task, in units of 1,024 bytes.
type Progress func(task string, done, total int)

// bytesOf returns a function that reports bytes of a task.
func (p Progress) bytesOf(task string) func(done, total int64) {
	const unit = 1 << 10
	return func(done, total int64) { p(task+", KiB", int(done/unit), int(max(1, total/unit))) }
}

// Names of the tasks.
const (
	taskCopy   = "copy of the database"
	taskDigest = "digests"
	taskPack   = "files packed"
)

// Write packs the given parts of a run into a new file. The caller must hold the run, see [runs.Hold].
// Write never replaces a file: the error wraps [os.ErrExist] then. After any error, there is no new
// file. Meanwhile the folder of the file has room for a copy of the database.
func Write(ctx context.Context, r *runs.Run, path string, needs *runs.Needs, progress Progress) (
	*Manifest, error) {
	m, err := write(ctx, r, path, needs, progress)
	if err != nil {
		return nil, fmt.Errorf("pack: %s into %s: %w", r.Dir, path, err)
	}
	return m, nil
}

func write(ctx context.Context, r *runs.Run, path string, needs *runs.Needs, progress Progress) (
	m *Manifest, err error) {
	if err := checkNew(path); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	database := filepath.Join(work, filepath.Base(r.Database()))
	progress(taskCopy, 0, 1)
	if err := r.CopyDatabase(ctx, database, needs); err != nil {
		return nil, err
	}
	progress(taskCopy, 1, 1)
	list, err := sources(r, database, needs)
	if err != nil {
		return nil, err
	}
	if m, err = describe(ctx, r, database, needs); err != nil {
		return nil, err
	}
	if err := m.digest(ctx, list, progress.bytesOf(taskDigest)); err != nil {
		return nil, err
	}
	return m, durable.WriteFile(path, func(w io.Writer) error {
		if err := m.write(ctx, w, list, progress.bytesOf(taskPack)); err != nil {
			return err
		}
		return checkNew(path)
	})
}

// checkNew returns an error if a file exists.
func checkNew(path string) error {
	_, err := os.Lstat(path)
	if err == nil {
		return os.ErrExist
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// source is a file to pack.
type source struct{ name, path string }

// sources returns the files to pack, given the copy of the database.
func sources(r *runs.Run, database string, needs *runs.Needs) ([]source, error) {
	var list []source
	for _, name := range runs.SingleFiles() {
		path := filepath.Join(r.Dir, name)
		if name == filepath.Base(database) {
			path = database
		}
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			continue // not every run has it
		} else if err != nil {
			return nil, err
		}
		list = append(list, source{name, path})
	}
	for _, c := range needs.Checkpoints {
		names, err := r.CheckpointFiles(c)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			path := runs.CheckpointPath(r.Dir, name)
			list = append(list, source{filepath.Base(filepath.Dir(path)) + "/" + name, path})
		}
	}
	return list, nil
}

// describe returns the manifest without its files, given the copy of the database.
func describe(ctx context.Context, r *runs.Run, database string, needs *runs.Needs) (*Manifest, error) {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	if len(registry) == 0 {
		return nil, errors.New("the run has no checkpoint yet")
	}
	newest := registry[len(registry)-1]
	m := &Manifest{Format: format, Version: formatVersion, Run: r.Identity(), Rules: r.Board(newest.Stage),
		Step: newest.Step, Phase: newest.Phase, Stage: newest.Stage, Checkpoints: len(registry),
		LeftCheckpoints: len(registry) - len(needs.Checkpoints)}
	files, err := replay.OpenReadOnly(ctx, database)
	if err != nil {
		return nil, err
	}
	games := replay.NewReadOnlyStore(files)
	left, err := games.LeftBehind(ctx)
	if err == nil {
		m.LeftGames = left.Games
		m.Games, err = games.Count(ctx)
	}
	return m, errors.Join(err, files.Close())
}

// digest adds the files to the manifest.
func (m *Manifest) digest(ctx context.Context, list []source, progress func(done, total int64)) error {
	total, done := int64(0), int64(0)
	for _, s := range list {
		info, err := os.Stat(s.path)
		if err != nil {
			return err
		}
		total += info.Size()
	}
	for _, s := range list {
		file, err := os.Open(s.path)
		if err != nil {
			return err
		}
		sum := sha256.New()
		n, err := io.Copy(sum, &watched{ctx: ctx, in: file,
			tell: func(read int64) { progress(done+read, total) }})
		if err := errors.Join(err, file.Close()); err != nil {
			return fmt.Errorf("read %s: %w", s.path, err)
		}
		done += n
		m.Files = append(m.Files, File{s.name, n, hex.EncodeToString(sum.Sum(nil))})
	}
	return nil
}

// write writes the pack.
func (m *Manifest) write(ctx context.Context, w io.Writer, list []source,
	progress func(done, total int64)) error {
	sum := sha256.New()
	squeezed, err := zstd.NewWriter(io.MultiWriter(w, sum), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(window))
	if err != nil {
		return err
	}
	if err := errors.Join(m.archive(ctx, squeezed, list, progress), squeezed.Close()); err != nil {
		return err
	}
	_, err = w.Write(newSeal(sum.Sum(nil)))
	return err
}

// archive writes the tar archive.
func (m *Manifest) archive(ctx context.Context, w io.Writer, list []source,
	progress func(done, total int64)) error {
	text, err := m.encode()
	if err != nil {
		return err
	}
	out := tar.NewWriter(w)
	if err := out.WriteHeader(header(manifestName, int64(len(text)))); err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	total, done := m.Size(), int64(0)
	for i, f := range m.Files {
		if err := out.WriteHeader(header(f.Name, f.Size)); err != nil {
			return err
		}
		err := f.copyTo(ctx, out, list[i].path, func(n int64) { progress(done+n, total) })
		if err != nil {
			return err
		}
		done += f.Size
	}
	return out.Close()
}

// header returns the header of a file. It has no time, so a run that does not change gives the same
// pack again.
func header(name string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644, ModTime: time.Unix(0, 0),
		Format: tar.FormatGNU}
}

// copyTo writes the content of a file. It returns an error if the content is not what the manifest says.
func (f File) copyTo(ctx context.Context, w io.Writer, path string, tell func(done int64)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sum := sha256.New()
	in := &watched{ctx: ctx, in: io.LimitReader(file, f.Size+1), tell: tell}
	n, err := io.Copy(io.MultiWriter(w, sum), in)
	if errors.Is(err, tar.ErrWriteTooLong) || err == nil &&
		(n != f.Size || hex.EncodeToString(sum.Sum(nil)) != f.SHA256) {
		return fmt.Errorf("another process changed %s: pack the run again", path)
	}
	return err
}
