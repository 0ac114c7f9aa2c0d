package replay

import (
	"bytes"
	"fmt"
)

// Encoded is a game with its record, so that a record that came from elsewhere is stored byte for
// byte.
type Encoded struct {
	Game   *Game
	Record []byte
}

// Encode returns g with its record. It refuses what [EncodeGame] refuses.
func Encode(g *Game) (Encoded, error) {
	record, err := EncodeGame(g)
	return Encoded{Game: g, Record: record}, err
}

// Decode returns the game of a record, with the record. It refuses what [DecodeGame] refuses.
func Decode(record []byte) (Encoded, error) {
	g, err := DecodeGame(record)
	return Encoded{Game: g, Record: record}, err
}

// sameContent reports whether two records hold the same game. Another version of the compressor may
// have made other bytes of the same content.
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
