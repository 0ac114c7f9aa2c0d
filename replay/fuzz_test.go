package replay

import (
	"bytes"
	"io"
	"testing"

	"epaminondas/game"
)

// records returns the records of some games on every board.
func records(tb testing.TB) [][]byte {
	var all [][]byte
	for _, rules := range boards {
		for _, g := range games(game.MustBoard(rules), 1, 3) {
			for _, g := range []*Game{g, opposed(g, game.White), opposed(g, game.Black)} {
				record, err := EncodeGame(g)
				if err != nil {
					tb.Fatal(err)
				}
				all = append(all, record)
			}
		}
	}
	return all
}

// FuzzDecodeGame reads arbitrary records. The test writes each readable game again and must read
// the same game.
func FuzzDecodeGame(f *testing.F) {
	for _, record := range records(f) {
		f.Add(record)
	}
	f.Fuzz(func(t *testing.T, record []byte) {
		g, err := DecodeGame(record)
		if err == nil {
			checkEncodes(t, g)
		}
	})
}

// FuzzPayload reads arbitrary payloads without their checksum.
func FuzzPayload(f *testing.F) {
	for _, record := range records(f) {
		payload, err := decompress(record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(payload, record[3])
	}
	f.Fuzz(func(t *testing.T, payload []byte, version byte) {
		g, err := parseUnplayed(payload, version)
		if err == nil {
			err = g.nameMoves()
		}
		if err == nil {
			checkEncodes(t, g)
		}
	})
}

func checkEncodes(t *testing.T, g *Game) {
	record, err := EncodeGame(g)
	if err != nil {
		t.Fatalf("a decoded game cannot be encoded: %v", err)
	}
	again, err := DecodeGame(record)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, g, again)
}

// FuzzReader reads arbitrary games files to their end.
func FuzzReader(f *testing.F) {
	file := []byte(FileMagic)
	for _, record := range records(f)[:3] {
		file = AppendFrame(file, record)
		f.Add(file)
	}
	f.Add(file[:len(file)-9])
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := NewReader(bytes.NewReader(file))
		if err != nil {
			return
		}
		// Every frame takes bytes, so reading ends. An error of the file repeats at each call, but
		// an error of one record does not.
		for range len(file) + 1 {
			if _, err := r.Next(); err == io.EOF {
				return
			}
		}
		_, first := r.Next()
		if _, second := r.Next(); first == nil || second == nil || first.Error() != second.Error() {
			t.Fatalf("reading does not end: %v, then %v", first, second)
		}
	})
}
