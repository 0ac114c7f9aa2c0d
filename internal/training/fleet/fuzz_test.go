package fleet

import (
	"errors"
	"testing"

	"github.com/nats-io/nkeys"

	"epaminondas/replay"
)

// Decoding and encoding a batch gives the same bytes. An unsigned batch is an error.
func FuzzBatch(f *testing.F) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		f.Fatal(err)
	}
	key, err := pair.PublicKey()
	if err != nil {
		f.Fatal(err)
	}
	b := Batch{Fleet: "0011223344556677", Worker: key, Spool: spoolID, Contract: "c", First: 7,
		Records: [][]byte{{1, 2, 3}, {}}}
	good, err := b.Encode(pair)
	if err != nil {
		f.Fatal(err)
	}
	if got, torn, err := DecodeBatch(good); err != nil || torn != nil || got.ID() != b.ID() ||
		len(got.Records) != 2 {
		f.Fatalf("a batch comes back as %+v, %v, %v", got, torn, err)
	}
	f.Add(good)
	f.Add(good[:len(good)-2])
	f.Add([]byte(batchName + " 1 a b c d 1 1 e\n" + replay.FileMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _, err := DecodeBatch(data)
		if err != nil {
			if !errors.Is(err, ErrNoBatch) && !errors.Is(err, ErrUnsigned) {
				t.Errorf("error %v", err)
			}
			return
		}
		if got.Worker == key && string(data) != string(good) {
			t.Errorf("a changed batch passes: %+v", got)
		}
	})
}

// A worker honours only contracts that this program could have written.
func FuzzContract(f *testing.F) {
	c, err := NewContract("f", mini())
	if err != nil {
		f.Fatal(err)
	}
	encoded, err := c.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(encoded)
	f.Add([]byte(`{"version":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, config, err := Honour(data)
		if err != nil {
			if !errors.Is(err, ErrContract) {
				t.Errorf("error %v", err)
			}
			return
		}
		if err := config.Validate(); err != nil {
			t.Errorf("it honours settings that are not valid: %v", err)
		}
	})
}
