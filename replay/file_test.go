package replay

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
)

// writeFile appends games to a games file.
func writeFile(t *testing.T, path string, played []*Game) {
	t.Helper()
	f, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, g := range played {
		if err := f.Append(g); err != nil {
			t.Fatal(err)
		}
	}
}

// readAll returns the readable games and the error that ended reading, nil at the end of the file.
func readAll(in io.Reader) (read []*Game, err error) {
	r, err := NewReader(in)
	for err == nil {
		var g *Game
		if g, err = r.Next(); err == nil {
			read = append(read, g)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return read, err
}

// threeGames writes a games file and returns its path, its games, its content and the offset where
// each frame ends.
func threeGames(t *testing.T) (path string, played []*Game, content []byte, ends []int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "games.epg")
	played = games(game.MustBoard(boards[0]), 3, 3)
	for _, g := range played {
		writeFile(t, path, []*Game{g}) // opens the file again for each game
		var err error
		if content, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(content))
	}
	return path, played, content, ends
}

func TestFileReadsBack(t *testing.T) {
	_, played, content, _ := threeGames(t)
	read, err := readAll(bytes.NewReader(content))
	if err != nil || len(read) != len(played) {
		t.Fatalf("%d games, error %v", len(read), err)
	}
	for i, g := range played {
		sameGame(t, g, read[i])
	}
	if read, err := readAll(strings.NewReader("")); err != nil || len(read) != 0 {
		t.Errorf("an empty file: %d games, error %v", len(read), err)
	}
}

// TestFileCut cuts the file at every byte. The reader must return the whole games before the cut
// and report the incomplete game. A repair must remove it.
func TestFileCut(t *testing.T) {
	path, played, content, ends := threeGames(t)
	for cut := range content {
		games, end, whole := 0, 0, cut == 0 || cut == len(FileMagic)
		if cut >= len(FileMagic) {
			end = len(FileMagic)
		}
		for _, e := range ends {
			if e <= cut {
				games, end = games+1, e
				whole = whole || e == cut
			}
		}
		read, err := readAll(bytes.NewReader(content[:cut]))
		if len(read) != games || whole && err != nil || !whole && !errors.Is(err, ErrTorn) {
			t.Fatalf("cut to %d bytes: %d games of %d, error %v", cut, len(read), games, err)
		}
		if cut%50 != 1 { // only a sample, because opening a file makes it durable
			continue
		}
		if err := os.WriteFile(path, content[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFile(path)
		if err == nil {
			f.Close()
		}
		if !whole && !errors.Is(err, ErrTorn) {
			t.Fatalf("cut to %d bytes: opened with error %v", cut, err)
		}
		if dropped, err := RepairFile(path); err != nil || dropped != int64(cut-end) {
			t.Fatalf("cut to %d bytes: repair dropped %d of %d, error %v", cut, dropped, cut-end, err)
		}
		writeFile(t, path, played[games:])
		if repaired, err := os.ReadFile(path); err != nil || !bytes.Equal(repaired, content) {
			t.Fatalf("cut to %d bytes: not the same file after repair and writing on, error %v", cut, err)
		}
	}
	zeros := append(bytes.Clone(content), make([]byte, 5000)...)
	if read, err := readAll(bytes.NewReader(zeros)); len(read) != 3 || !errors.Is(err, ErrTorn) {
		t.Errorf("zeros at the end: %d games, error %v", len(read), err)
	}
	if read, err := readAll(bytes.NewReader(append(zeros, 1))); len(read) != 3 ||
		!errors.Is(err, ErrCorrupt) {
		t.Errorf("zeros in the middle: %d games, error %v", len(read), err)
	}
}

// TestFileFlips changes every byte. A change must never look like the end of the file or like
// another game.
func TestFileFlips(t *testing.T) {
	path, played, content, ends := threeGames(t)
	for i := range content {
		changed := bytes.Clone(content)
		changed[i] ^= 0x10
		r, err := NewReader(bytes.NewReader(changed))
		for n := 0; err == nil && n <= len(played); n++ {
			var g *Game
			if g, err = r.Next(); err == nil {
				sameGame(t, played[n], g)
			}
		}
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrVersion) {
			t.Fatalf("byte %d changed: error %v", i, err)
		}
		// Damage in the record of the second game leaves the third readable.
		if i >= ends[0]+frameHeader && i < ends[1] {
			g, err := r.Next()
			if err != nil {
				t.Fatalf("byte %d changed: error %v for the game after it", i, err)
			}
			sameGame(t, played[2], g)
		}
	}
	changed := bytes.Clone(content)
	changed[ends[1]+1] ^= 0x10
	if err := os.WriteFile(path, changed, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := RepairFile(path); !errors.Is(err, ErrCorrupt) {
		t.Errorf("repair of a damaged file: error %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, changed) {
		t.Errorf("repair changed a damaged file, error %v", err)
	}
}

func TestFileRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.epg")
	for name, test := range map[string]struct {
		content string
		want    error
	}{
		"text":  {"a file of another kind, longer than a line", ErrCorrupt},
		"short": {"other", ErrCorrupt},
		"zeros": {strings.Repeat("\x00", 2000), ErrCorrupt},
		"newer": {"epaminondas games 2\n and more", ErrVersion},
	} {
		if err := os.WriteFile(path, []byte(test.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFile(path); !errors.Is(err, test.want) {
			t.Errorf("%s: open says %v", name, err)
		}
		if _, err := RepairFile(path); !errors.Is(err, test.want) {
			t.Errorf("%s: repair says %v", name, err)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != test.content {
			t.Errorf("%s: the file changed", name)
		}
	}
	if _, err := RepairFile(filepath.Join(t.TempDir(), "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("repair of a missing file: error %v", err)
	}
	f, err := OpenFile(filepath.Join(t.TempDir(), "games.epg"))
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := f.Append(finished(game.MustBoard(boards[0]))); !errors.Is(err, os.ErrClosed) {
		t.Errorf("append to a closed file: error %v", err)
	}
}
