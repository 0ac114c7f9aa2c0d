package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
)

// testManifest is the manifest of the journals in tests.
type testManifest struct {
	Rules   string   `json:"rules"`
	Players []string `json:"players"`
	Seed    uint64   `json:"seed"`
	Clock   *clock   `json:"clock,omitempty"`
}

type clock struct {
	Base float64 `json:"base"`
}

var manifest = testManifest{Rules: "crossings", Players: []string{"a<b>", "b"}, Seed: 1<<64 - 1,
	Clock: &clock{Base: 0.1}}

// mustOpen opens a journal. The end of the test closes it.
func mustOpen(t testing.TB, folder string) (*Journal, []Game) {
	t.Helper()
	j, played, err := OpenJournal(folder, manifest)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j, played
}

// mustAppend appends games.
func mustAppend(t testing.TB, j *Journal, games ...Game) {
	t.Helper()
	for i := range games {
		if err := j.Append(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
}

// content returns the content of a file of a journal.
func content(t testing.TB, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// put writes text to a file of a journal.
func put(t testing.TB, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// texts returns the content of both files of a journal with the given games.
func texts(t testing.TB, games []Game) (text, lines string) {
	t.Helper()
	b, l := []byte(Header), []byte(nil)
	for i := range games {
		var errText, errJSON error
		b, errText = games[i].AppendText(b)
		l, errJSON = games[i].AppendJSON(l)
		if err := errors.Join(errText, errJSON); err != nil {
			t.Fatal(err)
		}
	}
	return string(b), string(l)
}

// numbered returns n copies of shortGame, each with its number.
func numbered(t testing.TB, n int) []Game {
	t.Helper()
	games := make([]Game, n)
	for i := range games {
		games[i] = readOne(t, NewReader(strings.NewReader(shortGame)).Next)
		games[i].Number = i
	}
	return games
}

func TestJournalGoesOn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	games := playedGames(t, "crossings,max_plies=40", 12)
	j, played := mustOpen(t, folder)
	if len(played) != 0 {
		t.Fatalf("a new journal has %v", played)
	}
	j.files[0] = &alone{journalFile: j.files[0]}
	var group sync.WaitGroup
	for i := range games[:8] {
		group.Go(func() {
			if err := j.Append(&games[i]); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, played = mustOpen(t, folder)
	if len(played) != 8 {
		t.Fatalf("the journal returned %d games, want 8", len(played))
	}
	for _, g := range played {
		if !reflect.DeepEqual(g, games[g.Number]) {
			t.Errorf("the journal returned game %d as %v", g.Number+1, g)
		}
	}
	mustAppend(t, j, games[8:]...)
	text, lines := texts(t, append(played, games[8:]...))
	if content(t, folder, gamesName) != text || content(t, folder, jsonName) != lines {
		t.Error("the files are not those of the games in their order")
	}
}

// alone is a file that fails if two goroutines write at the same time.
type alone struct {
	journalFile
	busy atomic.Bool
}

func (a *alone) Write(b []byte) (int, error) {
	if !a.busy.CompareAndSwap(false, true) {
		return 0, errors.New("two write at a time")
	}
	defer a.busy.Store(false)
	time.Sleep(time.Millisecond)
	return a.journalFile.Write(b)
}

func TestJournalRefusesGames(t *testing.T) {
	folder := t.TempDir()
	games := numbered(t, 3)
	j, _ := mustOpen(t, folder)
	mustAppend(t, j, games[0])
	j.Close()
	j, _ = mustOpen(t, folder)
	mustAppend(t, j, games[1])
	for _, again := range games[:2] {
		if err := j.Append(&again); err == nil || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("game %d again: error %v", again.Number+1, err)
		}
	}
	broken := games[2]
	broken.Ending = game.Crash
	if err := j.Append(&broken); err == nil || !strings.Contains(err.Error(), "write game 3") {
		t.Errorf("an invalid game: error %v", err)
	}
	mustAppend(t, j, games[2])
	if text, _ := texts(t, games); content(t, folder, gamesName) != text {
		t.Error("a refused game changed the files")
	}
	j.Close()
	if err := j.Append(&broken); err == nil {
		t.Error("a closed journal accepts an invalid game")
	}
	games[2].Number = 3
	if err := j.Append(&games[2]); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("closed: error %v", err)
	}
	if err := j.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

func TestJournalHead(t *testing.T) {
	folder := t.TempDir()
	j, _ := mustOpen(t, folder)
	j.Close()
	for want, change := range map[string]func(*testManifest){
		"": func(*testManifest) {},
		`rules is "crossings" there, but "epaminondas" here`: func(h *testManifest) {
			h.Rules = "epaminondas"
		},
		`players[1] is "b" there, but "c" here`: func(h *testManifest) {
			h.Players = []string{"a<b>", "c"}
		},
		"players has 2 entries there, but 3 here": func(h *testManifest) {
			h.Players = []string{"a<b>", "b", "c"}
		},
		`players is ["a<b>","b"] there, but null here`: func(h *testManifest) {
			h.Players = nil
		},
		"seed is 18446744073709551615 there, but 18446744073709551614 here": func(h *testManifest) { h.Seed-- },
		"clock.base is 0.1 there, but 0.2 here": func(h *testManifest) {
			h.Clock = &clock{Base: 0.2}
		},
		`clock is {"base":0.1} there, but missing here`: func(h *testManifest) {
			h.Clock = nil
		},
	} {
		other := manifest
		change(&other)
		j, _, err := OpenJournal(folder, other)
		switch {
		case want == "" && err != nil:
			t.Errorf("the same manifest: %v", err)
		case want != "" && (err == nil || !strings.Contains(err.Error(),
			"("+want+"): give the command of that match, or use another folder")):
			t.Errorf("error %v, want %q", err, want)
		}
		if j != nil {
			j.Close()
		}
	}
	if _, _, err := OpenJournal(folder, map[string]any{"players": []string{}}); err == nil ||
		!strings.Contains(err.Error(), `clock is {"base":0.1} there, but missing here`) {
		t.Errorf("of several differences not the first: %v", err)
	}
	if _, _, err := OpenJournal(folder, func() {}); err == nil {
		t.Error("OpenJournal accepts a manifest that is not JSON")
	}
}

func TestJournalHeadFile(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"newer":      {`{"version":2,"match":{}}`, "match.json: the games have version 2"},
		"no version": {`{"match":{}}`, "match.json: the version is 0, want 1"},
		"no match":   {`{"version":1}`, "want 1 and a match"},
		"half":       {`{"version":1,`, "match.json: unexpected end of JSON input"},
	} {
		folder := t.TempDir()
		put(t, folder, manifestName, test.text)
		if _, _, err := OpenJournal(folder, manifest); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
	}
	folder := t.TempDir()
	put(t, folder, gamesName, shortGame)
	if _, _, err := OpenJournal(folder, manifest); err == nil ||
		!strings.Contains(err.Error(), "the folder has games, but no match.json") {
		t.Errorf("games without a manifest: error %v", err)
	}
	if content(t, folder, gamesName) != shortGame {
		t.Error("OpenJournal changed games without a manifest")
	}
}

func TestJournalIsLocked(t *testing.T) {
	folder := t.TempDir()
	j, _ := mustOpen(t, folder)
	if _, _, err := OpenJournal(folder, manifest); !errors.Is(err, durable.ErrInUse) ||
		!strings.Contains(err.Error(), folder) {
		t.Errorf("opened twice: error %v", err)
	}
	mustAppend(t, j, numbered(t, 1)...)
	j.Close()
	if _, played := mustOpen(t, folder); len(played) != 1 {
		t.Errorf("the journal returned %d games", len(played))
	}
}

// TestJournalEveryPrefix cuts the end of the file at every byte. The games before the cut must
// stay, and the journal must continue as if the partial game had never begun.
func TestJournalEveryPrefix(t *testing.T) {
	games := numbered(t, 3)
	text, lines := texts(t, games[:2])
	var ends []int // offsets of the ends of the games
	for at := 0; ; {
		i := strings.Index(text[at:], "1-0\n")
		if i < 0 {
			break
		}
		at += i + len("1-0\n")
		ends = append(ends, at)
	}
	if len(ends) != 2 || ends[1] != len(text) {
		t.Fatalf("the games end at %v of %d", ends, len(text))
	}
	const shares = 16 // in parallel, because the disk is slow
	for share := range shares {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			j, _ := mustOpen(t, folder)
			j.Close()
			for n := share; n <= len(text); n += shares {
				put(t, folder, gamesName, text[:n])
				put(t, folder, jsonName, lines[:n*len(lines)/len(text)])
				want := 0
				for _, end := range ends {
					if end <= n {
						want++
					}
				}
				checkCut(t, folder, games[:want], games[2], n)
			}
		})
	}
}

// checkCut opens a journal with the first n bytes and continues it.
func checkCut(t *testing.T, folder string, want []Game, next Game, n int) {
	t.Helper()
	j, played, err := OpenJournal(folder, manifest)
	if err != nil {
		t.Fatalf("the first %d bytes: %v", n, err)
	}
	if len(played) != len(want) {
		t.Fatalf("the first %d bytes: %d games, want %d", n, len(played), len(want))
	}
	if n%10 == 0 {
		mustAppend(t, j, next)
		played = append(played, next)
	}
	j.Close()
	wantText, wantLines := texts(t, played)
	if content(t, folder, gamesName) != wantText || content(t, folder, jsonName) != wantLines {
		t.Fatalf("the first %d bytes: the journal went on as\n%s", n, content(t, folder, gamesName))
	}
}

// TestJournalDamage checks that OpenJournal removes nothing if the damage cannot come from a crash.
func TestJournalDamage(t *testing.T) {
	good, _ := texts(t, numbered(t, 3))
	for name, test := range map[string]struct {
		damage func(string) string
		want   string
	}{
		"a move":          {replaceNth("c1-c2", "c1-c4", 2), "games.txt, line 24: ply 1"},
		"the last move":   {replaceNth("a4-b3", "a4-b1", 3), "games.txt, line 37: ply 8"},
		"the last result": {replaceNth(`"1-0"`, `"0-1"`, 3), "games.txt, line 37: the tag Result is 0-1"},
		"a result":        {replaceNth("a4-b3 1-0\n", "a4-b3\n", 1), "games.txt, line 15: the game before"},
		"a number again": {replaceNth(`[Game "3"]`, `[Game "1"]`, 1),
			"games.txt, line 27: game 1 repeats the game of line 3"},
		"the header": {replaceNth(Header, "", 1), "games.txt, line 1: this is not a file of games"},
		"the version": {replaceNth("games 1", "games 7", 1),
			"games.txt, line 1: the games have version 7"},
		"a tag at the end": {func(s string) string { return s + "[White]\n[Bla" }, "games.txt, line 38: "},
		"zeros in a game":  {replaceNth("c1-c2", "\x00\x00\x00\x00\x00", 2), "games.txt, line 24: "},
		"zeros of others": {func(string) string { return strings.Repeat("\x00", len(Header)+1) },
			"games.txt, line 1: this is not a file of games"},
		"another file": {func(string) string { return "something of somebody's" },
			"games.txt, line 1: this is not a file of games"},
		"an endless line": {func(s string) string { return s + strings.Repeat("x", maxLine+1) },
			"games.txt, line 38: the line is longer"},
	} {
		folder := t.TempDir()
		j, _ := mustOpen(t, folder)
		j.Close()
		damaged := test.damage(good)
		put(t, folder, gamesName, damaged)
		if _, _, err := OpenJournal(folder, manifest); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", name, err, test.want)
		}
		if content(t, folder, gamesName) != damaged {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// replaceNth replaces the n-th occurrence of a text, from 1.
func replaceNth(old, new string, n int) func(string) string {
	return func(s string) string {
		parts := strings.Split(s, old)
		return strings.Join(parts[:n], old) + new + strings.Join(parts[n:], old)
	}
}

// TestJournalRepairsJSON checks that the JSON lines follow the text after any damage to them.
func TestJournalRepairsJSON(t *testing.T) {
	games := numbered(t, 3)
	text, lines := texts(t, games)
	for name, was := range map[string]string{
		"lost":    "",
		"half":    lines[:len(lines)/2],
		"longer":  lines + lines[:100],
		"changed": replaceNth(`"value":-1`, `"value":-0`, 2)(lines),
		"another": strings.Repeat("x", 2*len(lines)),
	} {
		folder := t.TempDir()
		j, _ := mustOpen(t, folder)
		j.Close()
		put(t, folder, gamesName, text)
		put(t, folder, jsonName, was)
		j, _ = mustOpen(t, folder)
		j.Close()
		if got := content(t, folder, jsonName); got != lines {
			t.Errorf("%s: repaired to\n%s", name, got)
		}
	}
}

// fullDisk is a file with room for a limited number of bytes.
type fullDisk struct {
	journalFile
	left int
	sync error
}

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.left)
	d.left -= n
	n, err := d.journalFile.Write(b[:n])
	if err == nil && n < len(b) {
		err = errors.New("no space left on device")
	}
	return n, err
}

func (d *fullDisk) Sync() error {
	if d.sync != nil {
		return d.sync
	}
	return d.journalFile.Sync()
}

// TestJournalFullDisk checks that a full disk loses only the game without room, for every point at
// which the write stops.
func TestJournalFullDisk(t *testing.T) {
	games := numbered(t, 3)
	first, _ := texts(t, games[:1])
	second, _ := texts(t, games[:2])
	for file := range 2 {
		for left := 0; left < len(second)-len(first); left += 37 {
			folder := t.TempDir()
			j, _ := mustOpen(t, folder)
			mustAppend(t, j, games[0])
			j.files[file] = &fullDisk{journalFile: j.files[file], left: left}
			err := j.Append(&games[1])
			if err == nil || !strings.Contains(err.Error(), "write game 2: no space left") {
				t.Fatalf("error %v", err)
			}
			if again := j.Append(&games[2]); again != err {
				t.Fatalf("the next game: error %v, want the same", again)
			}
			j.Close()
			j, played := mustOpen(t, folder)
			if want := 1 + file; len(played) != want { // the text was whole if the JSON failed
				t.Fatalf("the journal returned %d games, want %d", len(played), want)
			}
			mustAppend(t, j, games[len(played):]...)
			if text, lines := texts(t, games); content(t, folder, gamesName) != text ||
				content(t, folder, jsonName) != lines {
				t.Fatal("the journal differs from one without a failure")
			}
			j.Close()
		}
	}
}

func TestJournalSyncFails(t *testing.T) {
	games := numbered(t, 1)
	j, _ := mustOpen(t, t.TempDir())
	j.files[0] = &fullDisk{journalFile: j.files[0], left: 1 << 20, sync: errors.New("input/output error")}
	if err := j.Append(&games[0]); err == nil ||
		!strings.Contains(err.Error(), "write game 1: input/output error") {
		t.Errorf("error %v", err)
	}
}

func TestJournalNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenJournal(file, manifest); err == nil ||
		!strings.Contains(err.Error(), strconv.Quote(file)[1:5]) {
		t.Errorf("error %v", err)
	}
}

// TestJournalHeadText checks that the manifest is readable for people.
func TestJournalHeadText(t *testing.T) {
	folder := t.TempDir()
	mustOpen(t, folder)
	want := []string{`"version": 1,`, `"a<b>",`, `"seed": 18446744073709551615,`}
	for _, part := range want {
		if text := content(t, folder, manifestName); !bytes.Contains([]byte(text), []byte(part)) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
}
