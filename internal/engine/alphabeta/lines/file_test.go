package lines

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// encoded returns a small file.
func encoded(t testing.TB) ([]byte, *Weights, Origin) {
	t.Helper()
	w := randomWeights(game.MustBoard("epaminondas:3x5x1"), 1)
	o := Origin{Rules: "epaminondas:3x5x1", Teacher: "step-0000100.safetensors", Positions: 1000, Seed: 3}
	data, err := Encode(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return data, w, o
}

func TestFile(t *testing.T) {
	data, w, o := encoded(t)
	got, origin, err := Decode(data)
	if err != nil || !reflect.DeepEqual(got, w) || origin != o {
		t.Errorf("%v, %+v", err, origin)
	}
	if origin, err := ReadOrigin(data); err != nil || origin != o {
		t.Errorf("the origin alone: %v, %+v", err, origin)
	}
	again, _, _ := encoded(t)
	if !bytes.Equal(data, again) {
		t.Error("the same weights give other bytes")
	}
	path := filepath.Join(t.TempDir(), "a.lines")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path, game.MustBoard("epaminondas:3x5x1")); err != nil {
		t.Error(err)
	}
	if _, err := Load(path, game.MustBoard("crossings")); err == nil ||
		!strings.Contains(err.Error(), path+": lines: ") || !strings.Contains(err.Error(), "for crossings") {
		t.Errorf("on another board: %v", err)
	}
	if _, err := Load(path+"x", game.MustBoard("crossings")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
}

// TestDamagedFiles flips, cuts and extends a file.
func TestDamagedFiles(t *testing.T) {
	data, _, _ := encoded(t)
	for i := 0; i < len(data); i += 7 {
		flipped := bytes.Clone(data)
		flipped[i] ^= 1
		if _, _, err := Decode(flipped); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Errorf("byte %d flipped: %v", i, err)
		}
		if _, _, err := Decode(data[:i]); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrForeign) {
			t.Errorf("%d bytes: %v", i, err)
		}
	}
	if _, _, err := Decode(append(bytes.Clone(data), 0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("a byte more: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	data, _, _ := encoded(f)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > digestLen { // let the reader see more than a wrong digest
			data = sealed(data[:len(data)-digestLen])
		}
		w, _, err := Decode(data)
		if err != nil {
			return
		}
		New(game.MustBoard("epaminondas:3x5x1"), w)
	})
}
