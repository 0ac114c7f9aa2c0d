package record

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzJournal opens folders with arbitrary files. A journal that opens must take a game, and must
// open again with the same games and the new one.
func FuzzJournal(f *testing.F) {
	games := numbered(f, 3)
	folder := f.TempDir()
	j, _ := mustOpen(f, folder)
	mustAppend(f, j, games[:2]...)
	if err := j.Close(); err != nil {
		f.Fatal(err)
	}
	var files [3][]byte
	for i, name := range []string{manifestName, gamesName, jsonName} {
		var err error
		if files[i], err = os.ReadFile(filepath.Join(folder, name)); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(files[0], files[1], files[2])
	f.Add(files[0], files[1][:len(files[1])-9], files[2])
	f.Add(files[0], files[1], files[2][:len(files[2])/2])
	f.Add([]byte("{"), []byte(nil), []byte("{}\n"))
	f.Fuzz(func(t *testing.T, head3, text, lines []byte) {
		folder := t.TempDir()
		for name, content := range map[string][]byte{manifestName: head3, gamesName: text, jsonName: lines} {
			if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		j, played, err := OpenJournal(folder, manifest)
		if err != nil {
			if len(err.Error()) > 4000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		next := games[2]
		for _, g := range played {
			next.Number = max(next.Number, g.Number+1)
		}
		appended := j.Append(&next)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if appended != nil { // its number is too large
			return
		}
		j, again, err := OpenJournal(folder, manifest)
		if err != nil {
			t.Fatalf("the journal does not open again: %v", err)
		}
		defer j.Close()
		if len(again) != len(played)+1 || len(played) > 0 && !reflect.DeepEqual(again[:len(played)], played) {
			t.Errorf("%d games, then %d", len(played), len(again))
		}
	})
}
