package pack

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A seal is a skippable frame of zstd (RFC 8878, 3.1.2) with the SHA-256 of all bytes before it.
const (
	sealMagic  = 0x184D2A5E
	sealLength = 8 + sha256.Size
)

// zstdMagic begins a frame of zstd.
var zstdMagic = []byte{0x28, 0xB5, 0x2F, 0xFD}

// newSeal returns the seal of a file with the given SHA-256.
func newSeal(sum []byte) []byte {
	seal := binary.LittleEndian.AppendUint32(nil, sealMagic)
	return append(binary.LittleEndian.AppendUint32(seal, sha256.Size), sum...)
}

// checkSeal reads a whole file of the given size and returns the size without the seal. The error wraps
// [ErrForeign] or [ErrDamaged] if the file is not as it was written.
func checkSeal(ctx context.Context, file io.ReaderAt, size int64, progress func(done, total int64)) (
	content int64, err error) {
	magic := make([]byte, len(zstdMagic))
	if n, err := file.ReadAt(magic, 0); err != nil && err != io.EOF {
		return 0, err
	} else if !bytes.Equal(magic[:n], zstdMagic) {
		return 0, ErrForeign
	}
	content = size - sealLength
	if content < int64(len(zstdMagic)) {
		return 0, ErrDamaged
	}
	sum := sha256.New()
	in := &watched{ctx: ctx, in: io.NewSectionReader(file, 0, content),
		tell: func(done int64) { progress(done, content) }}
	if _, err := io.Copy(sum, in); err != nil {
		return 0, err
	}
	seal := make([]byte, sealLength)
	if _, err := file.ReadAt(seal, content); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if !bytes.Equal(seal, newSeal(sum.Sum(nil))) {
		return 0, fmt.Errorf("%w (its digest is wrong)", ErrDamaged)
	}
	return content, nil
}

// watched is a reader that ends with its context and reports the bytes so far.
type watched struct {
	ctx  context.Context
	in   io.Reader
	done int64
	tell func(done int64)
}

// Read implements [io.Reader].
func (w *watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.in.Read(p)
	w.done += int64(n)
	w.tell(w.done)
	return n, err
}
