package replay

import (
	"bytes"
	"fmt"
)

// Encoded is a game with its record, so that the store can keep a record from another machine byte
// for byte.
type Encoded struct {
	Game   *Game
	Record []byte
}

// Encode returns g with its record. The errors are those of [EncodeGame].
func Encode(g *Game) (Encoded, error) {
	var e Encoder
	encoded, err := e.Encode(g)
	if err == nil {
		err = e.Close()
	}
	return encoded, err
}

// Decode returns the game of a record, with the record. The errors are those of [DecodeGame].
func Decode(record []byte) (Encoded, error) {
	g, err := DecodeGame(record)
	return Encoded{Game: g, Record: record}, err
}

// sameContent reports whether two records hold the same game. Two versions of the compressor may
// make different bytes for the same content.
func sameContent(a, b []byte) (bool, error) {
	if bytes.Equal(a, b) {
		return true, nil
	}
	first, err := decompress(a)
	if err != nil {
		return false, fmt.Errorf("replay: compare records: %w", err)
	}
	second, err := decompress(b)
	if err != nil {
		return false, fmt.Errorf("replay: compare records: %w", err)
	}
	return bytes.Equal(first, second), nil
}
