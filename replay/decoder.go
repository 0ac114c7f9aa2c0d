package replay

import (
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Decoder decodes one record after another and reuses its memory, which is much faster than
// [DecodeGame] for small records. The zero Decoder is ready. Only one goroutine may use it.
type Decoder struct {
	zstd    *zstd.Decoder
	payload []byte
	rules   string      // name of the rules of board
	board   *game.Board // board of the last game
}

// Close frees the memory.
func (d *Decoder) Close() {
	if d.zstd != nil {
		d.zstd.Close()
	}
	*d = Decoder{}
}

// DecodeIf is [DecodeGame] for records from strangers. It calls check before it plays the moves,
// because a small record may have 65,536 moves. The game that check gets is complete, but its moves
// may be illegal, and its policies do not name their moves yet. DecodeIf returns an error of check
// unchanged.
func (d *Decoder) DecodeIf(record []byte, check func(g *Game) error) (*Game, error) {
	payload, err := d.decompress(record)
	if err != nil {
		return nil, fmt.Errorf("replay: decode game: %w", err)
	}
	g, err := parseUnplayed(payload, record[3])
	if err == nil {
		if err := check(g); err != nil {
			return nil, err
		}
		err = d.nameMoves(g)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: decode game: %w: %w", ErrCorrupt, err)
	}
	return g, nil
}

// decode is [DecodeGame].
func (d *Decoder) decode(record []byte) (*Game, error) {
	return d.DecodeIf(record, func(*Game) error { return nil })
}

// glance returns the game of a record without playing it: the moves may be illegal, and the policies do
// not name their moves.
func (d *Decoder) glance(record []byte) (*Game, error) {
	payload, err := d.decompress(record)
	if err != nil {
		return nil, fmt.Errorf("replay: decode game: %w", err)
	}
	g, err := parseUnplayed(payload, record[3])
	if err != nil {
		return nil, fmt.Errorf("replay: decode game: %w: %w", ErrCorrupt, err)
	}
	return g, nil
}

// nameMoves plays g and sets the moves of every policy. It keeps the board for the next game.
func (d *Decoder) nameMoves(g *Game) (err error) {
	if d.board == nil || d.rules != g.Rules {
		if d.board, err = g.board(); err != nil {
			d.board = nil
			return err
		}
		d.rules = g.Rules
	}
	return g.nameMovesOn(d.board)
}

// decompress returns the payload of a record whose frame is sound. The payload is valid until the
// next call. decompress never unpacks more bytes than the record declares.
func (d *Decoder) decompress(record []byte) ([]byte, error) {
	if len(record) < recordHeader || string(record[:3]) != recordMagic {
		return nil, fmt.Errorf("%w: the record does not begin with %q", ErrCorrupt, recordMagic)
	}
	if version := record[3]; version != recordVersion && version != opponentVersion {
		return nil, fmt.Errorf("%w %d of the record, but this program reads versions %d and %d", ErrVersion,
			version, recordVersion, opponentVersion)
	}
	if got, want := recordSum(record), binary.LittleEndian.Uint32(record[8:]); got != want {
		return nil, fmt.Errorf("%w: the checksum is %08x, want %08x", ErrCorrupt, got, want)
	}
	length := PayloadSize(record)
	if length > maxPayload {
		return nil, fmt.Errorf("%w: the payload has %s, want at most %d", ErrCorrupt,
			noun.Count(length, "byte"),
			maxPayload)
	}
	if err := d.prepare(length); err != nil {
		return nil, err
	}
	payload, err := d.zstd.DecodeAll(record[recordHeader:], d.payload[:0:length])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if len(payload) != length {
		return nil, fmt.Errorf("%w: the payload has %s, want %d", ErrCorrupt,
			noun.Count(len(payload), "byte"), length)
	}
	return payload, nil
}

// decompress returns the payload of one record.
func decompress(record []byte) ([]byte, error) {
	var d Decoder
	defer d.Close()
	return d.decompress(record)
}

// prepare makes room for a payload, and creates the decompressor at the first call.
func (d *Decoder) prepare(length int) (err error) {
	if len(d.payload) < length {
		d.payload = make([]byte, length)
	}
	if d.zstd == nil {
		d.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxMemory(maxPayload), zstd.WithDecodeAllCapLimit(true))
	}
	return err
}
