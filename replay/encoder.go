package replay

import (
	"encoding/binary"
	"fmt"

	"github.com/klauspost/compress/zstd"

	"epaminondas/internal/base/noun"
)

// Encoder makes one record after another and reuses its memory, which is much faster than
// [EncodeGame]. The zero Encoder is ready. Only one goroutine may use it.
type Encoder struct{ zstd *zstd.Encoder }

// Close frees the memory.
func (e *Encoder) Close() error {
	if e.zstd == nil {
		return nil
	}
	return e.zstd.Close()
}

// Encode is [Encode] with the memory of e.
func (e *Encoder) Encode(g *Game) (Encoded, error) {
	version := byte(recordVersion)
	if g.Opponent != "" {
		version = opponentVersion
	}
	payload, err := appendPayload(nil, g)
	if err == nil && len(payload) > maxPayload {
		err = fmt.Errorf("the payload has %s, want at most %d", noun.Count(len(payload), "byte"), maxPayload)
	}
	var record []byte
	if err == nil {
		record, err = e.compress(payload, version)
	}
	if err != nil {
		return Encoded{}, fmt.Errorf("replay: encode %v: %w", g, err)
	}
	return Encoded{Game: g, Record: record}, nil
}

// compress frames a payload as a record of the given version.
func (e *Encoder) compress(payload []byte, version byte) (record []byte, err error) {
	if e.zstd == nil {
		e.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false),
			zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, err
		}
	}
	record = make([]byte, recordHeader, recordHeader+len(payload)/2)
	copy(record, recordMagic)
	record[3] = version
	binary.LittleEndian.PutUint32(record[4:], uint32(len(payload)))
	record = e.zstd.EncodeAll(payload, record)
	binary.LittleEndian.PutUint32(record[8:], recordSum(record))
	return record, nil
}
