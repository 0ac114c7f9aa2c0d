package replay

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"

	"github.com/klauspost/compress/zstd"

	"epaminondas/game"
)

// encoded returns n different games with their records.
func encoded(t *testing.T, n int) []Encoded {
	t.Helper()
	var list []Encoded
	for i, g := range games(game.MustBoard(boards[0]), 5, n) {
		g.Number = uint64(i)
		e, err := Encode(g)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func appendAll(t *testing.T, st *Store, list []Encoded, want ...AppendResult) {
	t.Helper()
	fates, err := st.AppendAll(context.Background(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i, fate := range fates {
		if fate != want[i%len(want)] {
			t.Errorf("game %d has fate %v, want %v", i, fate, want[i%len(want)])
		}
	}
}

func count(t *testing.T, st *Store, want int64) {
	t.Helper()
	if n, err := st.Count(context.Background()); n != want || err != nil {
		t.Errorf("%d games, %v, want %d", n, err, want)
	}
}

func TestAppendAllCountsOnce(t *testing.T) {
	st, list := newStore(t), encoded(t, 8)
	appendAll(t, st, append(list[:4:4], list[0]), Added, Added, Added, Added, Known)
	appendAll(t, st, list, Known, Known, Known, Known, Added, Added, Added, Added)
	count(t, st, 8)
	id := int64(0)
	err := st.Each(context.Background(), 1, func(got int64, g *Game) error {
		id++
		sameGame(t, list[id-1].Game, g)
		if got != id {
			t.Errorf("id %d, want %d", got, id)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// The store keeps the bytes of a record. It recognises a record of the same game from another
// compressor.
func TestAppendAllKeepsRecords(t *testing.T) {
	st, list := newStore(t), encoded(t, 1)
	payload, err := decompress(list[0].Record)
	if err != nil {
		t.Fatal(err)
	}
	other := recompress(t, payload)
	if bytes.Equal(other, list[0].Record) {
		t.Fatal("both compressors make the same record")
	}
	foreign, err := Decode(other)
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, st, []Encoded{foreign}, Added)
	appendAll(t, st, list, Known)
	var stored []byte
	if err := st.db.QueryRow(`SELECT record FROM games`).Scan(&stored); err != nil ||
		!bytes.Equal(stored, other) {
		t.Errorf("the stored record is another one, error %v", err)
	}
}

// recompress returns the record of a payload as another version of the compressor may write it.
func recompress(t *testing.T, payload []byte) []byte {
	t.Helper()
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderCRC(true))
	if err != nil {
		t.Fatal(err)
	}
	defer encoder.Close()
	return sealed(payload, encoder.EncodeAll(payload, nil))
}

func TestAppendAllNamesConflicts(t *testing.T) {
	st, list := newStore(t), encoded(t, 3)
	appendAll(t, st, list[:2], Added)
	changed := *list[1].Game
	changed.Model += "-other"
	other, err := Encode(&changed)
	if err != nil {
		t.Fatal(err)
	}
	appendAll(t, st, []Encoded{other, list[2]}, Conflict, Added)
	count(t, st, 3)
	g, err := st.Load(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	sameGame(t, list[1].Game, g)
}

// A call stores all of its games or none.
func TestAppendAllIsOneTransaction(t *testing.T) {
	st, list := newStore(t), encoded(t, 4)
	list[3].Record = nil // the table refuses this
	if _, err := st.AppendAll(context.Background(), list); err == nil {
		t.Error("a game without a record is stored")
	}
	count(t, st, 0)
}

// sealed returns the record of a payload that is already compressed.
func sealed(payload, compressed []byte) []byte {
	record := make([]byte, recordHeader, recordHeader+len(compressed))
	copy(record, recordMagic)
	record[3] = recordVersion
	binary.LittleEndian.PutUint32(record[4:], uint32(len(payload)))
	record = append(record, compressed...)
	binary.LittleEndian.PutUint32(record[8:], recordSum(record))
	return record
}
