package replay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
)

// ErrTorn means that a games file ends within a game, or with a game that has gaps. The writer was
// killed, or the power failed, before the game was safe. All games before it are whole.
var ErrTorn = errors.New("the last game is incomplete")

// A games file is the line FileMagic and then one frame for each game. A frame is the length of the
// record and the CRC-32C of that length (4 bytes each, little-endian), then the record. The length
// has its own checksum, so a changed length cannot look like a torn end.
const (
	FileMagic   = "epaminondas games 1\n" // begins the file
	frameHeader = 8
)

func lengthSum(length []byte) uint32 {
	return crc32.Checksum(length, crc32.MakeTable(crc32.Castagnoli))
}

// File is a games file open for appending. One goroutine of one process writes it at a time.
type File struct {
	file   durable.File
	broken error // after a failed write the end of the file is unknown
}

// OpenFile opens a games file for appending, and makes it if it does not exist. The error wraps
// [ErrTorn] if the file ends within a game; [RepairFile] removes that game. It wraps [ErrCorrupt]
// or [ErrVersion] as in [DecodeGame], and [durable.ErrInUse] if the file is open for appending elsewhere.
func OpenFile(path string) (*File, error) { return openOn(durable.OS{}, path) }

// openOn is [OpenFile] on the given disk.
func openOn(disk durable.Disk, path string) (*File, error) {
	file, err := openFile(disk, path)
	if err != nil {
		return nil, fmt.Errorf("replay: open games file %s: %w", path, err)
	}
	return &File{file: file}, nil
}

func openFile(disk durable.Disk, path string) (durable.File, error) {
	file, err := disk.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	if err = durable.Lock(file); err == nil {
		_, _, err = scanFile(path)
	}
	if err == nil || err == io.EOF {
		err = begin(disk, file)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// begin writes the first line of an empty file. It makes the name and the games of any file
// durable: a process that was killed may have left games that it had not flushed.
func begin(disk durable.Disk, file durable.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		if _, err := io.WriteString(file, FileMagic); err != nil {
			return err
		}
	}
	if err := file.Sync(); err != nil {
		return err
	}
	return disk.SyncFolder(filepath.Dir(file.Name()))
}

// Append writes g at the end of the file. The game is on disk when Append returns.
func (f *File) Append(g *Game) error {
	encoded, err := Encode(g)
	if err != nil {
		return err
	}
	return f.AppendEncoded(encoded)
}

// AppendEncoded is [File.Append] for a game with its record.
func (f *File) AppendEncoded(g Encoded) error {
	if f.broken == nil {
		f.broken = f.write(g.Record)
	}
	if f.broken != nil {
		return fmt.Errorf("replay: append %v to %s: %w", g.Game, f.file.Name(), f.broken)
	}
	return nil
}

// AppendFrame appends the frame of a record to b.
func AppendFrame(b, record []byte) []byte {
	start := len(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(record)))
	b = binary.LittleEndian.AppendUint32(b, lengthSum(b[start:]))
	return append(b, record...)
}

func (f *File) write(record []byte) error {
	if _, err := f.file.Write(AppendFrame(nil, record)); err != nil {
		return err
	}
	return f.file.Sync()
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// Reader reads the games of a games file one after another.
type Reader struct {
	in     *bufio.Reader
	record []byte
	end    int64 // bytes up to the end of the last whole frame
	err    error // the reason why reading has ended
}

// NewReader returns a reader of a games file. The error wraps [ErrVersion] if a later program wrote
// it and [ErrCorrupt] if it is not a games file. An empty input holds no games.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReader(in)}
	magic := make([]byte, len(FileMagic))
	n, err := io.ReadFull(r.in, magic)
	magic = magic[:n]
	kind := len(FileMagic) - len("1\n")
	switch {
	case err == io.EOF:
		r.err = io.EOF
		return r, nil
	case err != nil && err != io.ErrUnexpectedEOF:
		return nil, fmt.Errorf("replay: read games file: %w", err)
	case string(magic) == FileMagic:
		r.end = int64(n)
		return r, nil
	case n == len(FileMagic) && string(magic[:kind]) == FileMagic[:kind]:
		return nil, fmt.Errorf("replay: read games file: %w %.1q, but this program reads version 1", ErrVersion,
			magic[kind:])
	case n < len(FileMagic) && bytes.HasPrefix([]byte(FileMagic), magic):
		return nil, fmt.Errorf("replay: read games file: %w", ErrTorn)
	}
	return nil, fmt.Errorf("replay: read games file: %w: the file does not begin with %q", ErrCorrupt,
		FileMagic)
}

// Next returns the next game, and [io.EOF] after the last. Other errors wrap [ErrTorn] if the file
// ends within a game, and [ErrCorrupt] or [ErrVersion] as in [DecodeGame]. After a damaged record,
// the next call continues with the next record. After any other error, all later calls return the
// same error.
func (r *Reader) Next() (*Game, error) {
	record, err := r.next()
	if err == io.EOF {
		return nil, io.EOF
	}
	if err != nil {
		return nil, fmt.Errorf("replay: read games file after %s: %w", noun.Count(r.end, "byte"), err)
	}
	return DecodeGame(record)
}

// NextRecord is [Reader.Next] without decoding. It returns the bytes of the record, which may be
// damaged. They are valid until the next call.
func (r *Reader) NextRecord() ([]byte, error) {
	record, err := r.next()
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("replay: read games file after %s: %w", noun.Count(r.end, "byte"), err)
	}
	return record, err
}

// next returns the next record, valid until the next call.
func (r *Reader) next() ([]byte, error) {
	if r.err == nil {
		r.err = r.readFrame()
	}
	if r.err != nil {
		return nil, r.err
	}
	r.end += int64(frameHeader + len(r.record))
	return r.record, nil
}

func (r *Reader) readFrame() error {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r.in, header[:]); err != nil {
		return torn(err)
	}
	if header == [frameHeader]byte{} {
		return r.readZeros()
	}
	length := binary.LittleEndian.Uint32(header[:])
	if lengthSum(header[:4]) != binary.LittleEndian.Uint32(header[4:]) || length > maxRecord {
		return fmt.Errorf("%w: the length %d is too large, or its checksum is wrong", ErrCorrupt, length)
	}
	r.record = append(r.record[:0], make([]byte, length)...)
	_, err := io.ReadFull(r.in, r.record)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return torn(err)
}

// readZeros distinguishes damage from a crash that left zeros at the end of the file.
func (r *Reader) readZeros() error {
	for {
		switch b, err := r.in.ReadByte(); {
		case err == io.EOF:
			return ErrTorn
		case err != nil:
			return err
		case b != 0:
			return fmt.Errorf("%w: the file has zeros instead of a record", ErrCorrupt)
		}
	}
}

// torn returns the error for a file that ends at a wrong place.
func torn(err error) error {
	if err == io.ErrUnexpectedEOF {
		return ErrTorn
	}
	return err
}
