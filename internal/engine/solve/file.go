package solve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
)

// A file of values is, in little-endian order:
//
//	magic    8 bytes "epasolve"
//	version  uint32
//	sweeps   uint32
//	name     uint32 length, then the name of the rules without a ply limit
//	values   two bits a position, layer by layer, each rounded up to whole bytes
//	digest   SHA-256 of everything before
const (
	fileMagic   = "epasolve"
	fileVersion = 1
)

// header is the beginning of a file.
type header struct {
	Magic   [len(fileMagic)]byte
	Version uint32
	Sweeps  uint32
	Name    uint32 // length
}

// Load reads the values of r from its file in a folder. If there is no usable file, it solves r and
// writes one. A file is unusable if it is truncated, damaged or of another version.
//
// If the file cannot be written, Load returns the table along with the error.
//
// If dir is empty, Load uses the folder epaminondas/solved in [os.UserCacheDir]. It makes a folder
// that does not exist. [Solve] explains r and progress.
func Load(ctx context.Context, r game.Rules, dir string, progress func(done, total int64)) (*Table, error) {
	if err := Supported(r); err != nil {
		return nil, err
	}
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("solve: find a folder for solved boards: %w; %s", err, folderCure)
		}
		dir = filepath.Join(cache, "epaminondas", "solved")
	}
	path := filepath.Join(dir, fileName(r))
	if t, err := Read(path, r); err == nil {
		return t, nil
	}
	if err := durable.MkdirAll(dir); err != nil { // an error should come before the work, not after it
		return nil, fmt.Errorf("solve: make a folder for solved boards: %w; %s", err, folderCure)
	}
	t, err := Solve(ctx, r, progress)
	if err != nil {
		return nil, err
	}
	return t, t.Write(path)
}

// folderCure tells a person how to choose another folder.
const folderCure = "name a folder that you may write: set XDG_CACHE_HOME, or give --cache to arena"

// fileName returns the name of the file for the values of r.
func fileName(r game.Rules) string {
	return r.Unlimited().FileName() + ".values"
}

// Write writes the table to a file. The file is complete when Write returns nil, and an existing
// file is unchanged after an error.
func (t *Table) Write(path string) error {
	if err := durable.WriteFile(path, t.write); err != nil {
		return fmt.Errorf("solve: write %s: %w", path, err)
	}
	return nil
}

// write writes the bytes of a file.
func (t *Table) write(f io.Writer) error {
	digest := sha256.New()
	body := io.MultiWriter(f, digest)
	name := t.Rules().Unlimited().Name()
	h := header{Version: fileVersion, Sweeps: uint32(t.sweeps), Name: uint32(len(name))}
	copy(h.Magic[:], fileMagic)
	if err := binary.Write(body, binary.LittleEndian, h); err != nil {
		return err
	}
	for _, part := range [][]byte{[]byte(name), t.values} {
		if _, err := body.Write(part); err != nil {
			return err
		}
	}
	_, err := f.Write(digest.Sum(nil))
	return err
}

// Read reads the values of r from a file of [Table.Write]. It needs only the memory for the values.
// It returns an error unless every bit is correct.
func Read(path string, r game.Rules) (*Table, error) {
	t, err := newTable(r)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("solve: %w", err)
	}
	defer f.Close()
	if err := t.read(f); err != nil {
		return nil, fmt.Errorf("solve: read %s: %w", path, err)
	}
	return t, nil
}

// read fills a table from a file for its rules.
func (t *Table) read(f io.Reader) error {
	digest := sha256.New()
	body := io.TeeReader(f, digest)
	var h header
	if err := binary.Read(body, binary.LittleEndian, &h); err != nil {
		return fmt.Errorf("read the header: %w", err)
	}
	if string(h.Magic[:]) != fileMagic {
		return fmt.Errorf("the file begins with %q, want %q, so it is not a file of values", h.Magic[:], fileMagic)
	}
	if h.Version != fileVersion {
		return fmt.Errorf("the version of the file is %d, want %d", h.Version, fileVersion)
	}
	want := t.Rules().Unlimited().Name()
	name := make([]byte, min(int(h.Name), 2*len(want)))
	if _, err := io.ReadFull(body, name); err != nil {
		return fmt.Errorf("read the rules: %w", err)
	}
	if string(name) != want {
		return fmt.Errorf("the rules of the file are %q, want %q", name, want)
	}
	if _, err := io.ReadFull(body, t.values); err != nil {
		return fmt.Errorf("read the values: %w", err)
	}
	t.sweeps = int(h.Sweeps)
	var sum [sha256.Size + 1]byte // one byte more, to check that the file ends
	n, err := io.ReadFull(f, sum[:])
	if !errors.Is(err, io.ErrUnexpectedEOF) || n != sha256.Size {
		return fmt.Errorf("the checksum has %s, want %d: %w", noun.Count(n, "byte"), sha256.Size, err)
	}
	if !bytes.Equal(sum[:n], digest.Sum(nil)) {
		return errors.New("the checksum does not match, so the file is damaged")
	}
	return nil
}
