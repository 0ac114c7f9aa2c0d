package replay

import (
	"errors"
	"hash/crc32"
)

// Errors of records, files and databases. They distinguish damage from the version of a newer
// program.
var (
	ErrVersion = errors.New("unknown version")
	ErrCorrupt = errors.New("damaged")
)

// Further errors for an undamaged record with a game that breaks the rules.
var (
	ErrIllegal = errors.New("an illegal move")
	ErrOutcome = errors.New("a false end")
)

// breach is an error that also wraps its kind. Its text does not mention the kind.
type breach struct{ err, kind error }

func (b *breach) Error() string   { return b.err.Error() }
func (b *breach) Unwrap() []error { return []error{b.err, b.kind} }

// A record is
//
//	magic "EPG", version byte        4 bytes
//	length of the payload            4 bytes, little-endian like all numbers
//	CRC-32C of all other bytes       4 bytes
//	payload, compressed by zstd      to the end
//
// The checksum covers the bytes on the disk, so the decompressor never reads damaged input. The
// checksum detects every change within 32 consecutive bits.
const (
	recordMagic     = "EPG"
	recordVersion   = 1
	opponentVersion = 2 // version of the record of a game against an older checkpoint
	recordHeader    = 12

	maxPayload = 4 << 20             // bytes; a search of 250 moves takes about 300; see MostPayload
	maxRecord  = maxPayload + 16<<10 // bytes; zstd adds a few bytes to data that it cannot compress
)

// RecordVersion is the version of the records of games in which a model plays both sides. Other
// records have the next version. This program reads both.
const RecordVersion = recordVersion

func recordSum(record []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(record[:8], table), table, record[recordHeader:])
}

// EncodeGame returns the record of g. It returns an error for a game that [DecodeGame] would
// refuse: with illegal moves, numbers out of range, or more than 65,536 moves. The record has exact
// values and weights, and probabilities to 1/65535.
func EncodeGame(g *Game) ([]byte, error) {
	encoded, err := Encode(g)
	return encoded.Record, err
}

// DecodeGame reads a record. The error wraps [ErrVersion] if a later program wrote it. Otherwise it
// wraps [ErrCorrupt]: bytes were changed or lost, or the game does not follow the rules. DecodeGame
// never panics, and it allocates at most about 10 times the 4 MiB that a payload may have.
func DecodeGame(record []byte) (*Game, error) {
	var d Decoder
	defer d.Close()
	return d.decode(record)
}
