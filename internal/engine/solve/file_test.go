package solve

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/game"
)

const filed = "epaminondas:3x4x1"

// writeFile writes a solved board into a new folder and returns the path, the bytes and the table.
func writeFile(t testing.TB) (string, []byte, *Table) {
	t.Helper()
	table := mustSolve(t, filed)
	path := filepath.Join(t.TempDir(), "a.values")
	if err := table.Write(path); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, content, table
}

func TestReadReturnsWhatWasWritten(t *testing.T) {
	path, content, want := writeFile(t)
	got, err := Read(path, mustRules(t, filed+",max_plies=40,limit=draw"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got.values) != string(want.values) || got.sweeps != want.sweeps ||
		got.Counts() != want.Counts() {
		t.Errorf("read %+v, %d sweeps, want %+v, %d", got.Counts(), got.sweeps, want.Counts(), want.sweeps)
	}
	if most := int(want.placements)/4 + 200; len(content) > most {
		t.Errorf("%d bytes, want at most %d", len(content), most)
	}
	if got.Rules().MaxPlies != 40 {
		t.Errorf("rules are %v", got.Rules().Name())
	}
}

func TestReadRefuses(t *testing.T) {
	path, content, _ := writeFile(t)
	edited := func(edit func(b []byte) []byte) []byte { return edit(append([]byte(nil), content...)) }
	const name = 20 // where it begins
	for _, c := range []struct {
		why, err string
		content  []byte
	}{
		{"empty", "header", nil},
		{"header cut off", "header", content[:10]},
		{"name cut off", "rules", content[:name+5]},
		{"values cut off", "values", content[:len(content)/2]},
		{"digest cut off", "checksum", content[:len(content)-1]},
		{"one byte more", "checksum", append(content[:len(content):len(content)], 0)},
		{"foreign", "not a file of values", []byte(strings.Repeat("x", 9999))},
		{"later version", "the version of the file is 2", edited(func(b []byte) []byte { b[8]++; return b })},
		{"name far too long", "rules of the file", edited(func(b []byte) []byte { b[19] = 0x7F; return b })},
		{"other rules", `the rules of the file are "epaminondas:4x4x1"`,
			[]byte(strings.Replace(string(content), "3x4", "4x4", 1))},
	} {
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, mustRules(t, filed)); err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want an error about %q", c.why, err, c.err)
		}
	}
}

// TestReadRefusesEveryFlippedBit flips each bit of the header and the digest, and one bit in every
// 16th value byte.
func TestReadRefusesEveryFlippedBit(t *testing.T) {
	path, content, _ := writeFile(t)
	rules := mustRules(t, filed)
	for at := 0; at < len(content); at++ {
		if at >= 64 && at < len(content)-32 && at%16 != 0 {
			continue
		}
		content[at] ^= 1 << (at % 8)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path, rules); err == nil {
			t.Fatalf("Read accepts a file with bit %d of byte %d flipped", at%8, at)
		}
		content[at] ^= 1 << (at % 8)
	}
}

func TestLoadSolvesOnce(t *testing.T) {
	dir, rules := filepath.Join(t.TempDir(), "deep", "cache"), mustRules(t, filed)
	load := func(r game.Rules) (solved bool, table *Table) {
		t.Helper()
		table, err := Load(t.Context(), r, dir, func(_, _ int64) { solved = true })
		if err != nil {
			t.Fatal(err)
		}
		return solved, table
	}
	solved, want := load(rules)
	if !solved {
		t.Fatal("not solved the first time")
	}
	limited := rules
	limited.MaxPlies, limited.Limit = 60, game.LimitDraw
	if solved, _ := load(limited); solved {
		t.Error("solved again for a ply limit")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files (%v), want 1", len(files), err)
	}
	if err := os.Truncate(filepath.Join(dir, files[0].Name()), 1000); err != nil {
		t.Fatal(err)
	}
	solved, got := load(rules)
	if !solved || got.Counts() != want.Counts() {
		t.Errorf("after damage: solved %v, %+v, want %+v", solved, got.Counts(), want.Counts())
	}
	if solved, _ := load(rules); solved {
		t.Error("the damaged file was not replaced")
	}
}

func TestLoadFails(t *testing.T) {
	rules := mustRules(t, filed)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := Load(ctx, rules, dir, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("cancelled: %d files are left", len(files))
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(t.Context(), rules, file, nil); err == nil {
		t.Error("Load accepts a file as its folder")
	}
	if _, err := Load(t.Context(), mustRules(t, "crossings"), dir, nil); err == nil {
		t.Error("Crossings was loaded")
	}
}

func TestLoadUsesCacheFolder(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	t.Setenv("LocalAppData", cache)
	if _, err := Load(t.Context(), mustRules(t, filed), "", nil); err != nil {
		t.Fatal(err)
	}
	root, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(root, "epaminondas", "solved",
		"epaminondas-3x4x1.values")); err != nil {
		t.Error(err)
	}
}
