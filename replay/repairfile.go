package replay

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"epaminondas/internal/base/durable"
)

// scanFile reads a games file to its end without decoding the games. It returns the number of bytes
// in whole frames, and the size of the file. The error is io.EOF if the file is whole.
func scanFile(path string) (whole, size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, 0, err
	}
	r, err := NewReader(file)
	if err == nil {
		whole = r.end
	}
	for err == nil {
		var record []byte
		if record, err = r.next(); err == nil && r.end == info.Size() {
			_, err = DecodeGame(record) // a power cut can damage only the last game
		}
		if err == nil {
			whole = r.end
		}
	}
	if errors.Is(err, ErrCorrupt) && tornAtEnd(file, whole, info.Size()) {
		err = ErrTorn
	}
	return whole, info.Size(), err
}

// sector is the unit that a disk writes whole, in bytes.
const sector = 512

// tornAtEnd reports whether the bytes of a games file after the offset from are one game that a
// power cut left incomplete. A disk may write the sectors of a game in any order, and unwritten
// sectors contain zeros. Append flushes each game, so zeros before another game are damage.
func tornAtEnd(file io.ReaderAt, from, size int64) bool {
	if size-from > frameHeader+maxRecord || from == 0 && size > int64(len(FileMagic)) { // not a games file
		return false
	}
	rest := make([]byte, size-from)
	if _, err := file.ReadAt(rest, from); err != nil {
		return false
	}
	hole := false
	for begin := 0; begin < len(rest); {
		end := min(len(rest), begin+sector-int(from+int64(begin))%sector)
		hole = hole || len(bytes.Trim(rest[begin:end], "\x00")) == 0
		begin = end
	}
	if !hole {
		return false
	}
	_, _, more := FindGame(rest[1:])
	return !more
}

// FindGame returns the first whole game in b, a part of a games file that may begin with damaged
// bytes. after holds the bytes after this game.
func FindGame(b []byte) (g Encoded, after []byte, ok bool) {
	for i := 0; i+frameHeader <= len(b); i++ {
		length := binary.LittleEndian.Uint32(b[i:])
		if lengthSum(b[i:i+4]) != binary.LittleEndian.Uint32(b[i+4:]) || int(length) > len(b)-i-frameHeader {
			continue
		}
		record := b[i+frameHeader:][:length]
		if game, err := DecodeGame(record); err == nil {
			return Encoded{Game: game, Record: record}, b[i+frameHeader+int(length):], true
		}
	}
	return Encoded{}, nil, false
}

// RepairFile removes an incomplete game from the end of a games file. It returns the number of
// removed bytes, 0 for a whole file. It changes nothing in a file that is damaged in another way, or
// that is open for appending. The error wraps [durable.ErrInUse] then.
func RepairFile(path string) (dropped int64, err error) {
	if dropped, err = repairFile(path); err != nil {
		return 0, fmt.Errorf("replay: repair games file %s: %w", path, err)
	}
	return dropped, nil
}

func repairFile(path string) (dropped int64, err error) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := durable.Lock(file); err != nil {
		return 0, err
	}
	whole, size, err := scanFile(path)
	switch {
	case err == nil || err == io.EOF:
		return 0, nil
	case !errors.Is(err, ErrTorn):
		return 0, err
	}
	if err := file.Truncate(whole); err != nil {
		return 0, err
	}
	return size - whole, file.Sync()
}
