package record

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// checkStable checks that a game is the same after it was written and read.
func checkStable(t *testing.T, g *Game) {
	t.Helper()
	text, err := g.AppendText([]byte(Header))
	if err != nil {
		t.Fatal(err)
	}
	line, err := g.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := readOne(t, NewReader(bytes.NewReader(text)).Next); !reflect.DeepEqual(got, *g) {
		t.Errorf("read %+v, written and read again %+v", *g, got)
	}
	if got := readOne(t, newJSONReader(bytes.NewReader(line)).Next); !reflect.DeepEqual(got, *g) {
		t.Errorf("read %+v, written as JSON and read again %+v", *g, got)
	}
}

// drain reads all games and returns the error that ended reading.
func drain(t *testing.T, next func() (*Game, error)) error {
	for {
		g, err := next()
		if err != nil {
			return err
		}
		checkStable(t, g)
	}
}

// seedGames returns games for the fuzzers to start with.
func seedGames(f *testing.F) []Game {
	games := append(playedGames(f, "epaminondas:4x6x1,max_plies=12", 2),
		playedGames(f, "crossings:5x7x1,max_plies=9,limit=draw", 1)...)
	crash := playedGames(f, "epaminondas:16x16x3,max_plies=20", 1)[0]
	state, err := crash.First()
	if err != nil {
		f.Fatal(err)
	}
	crash.Start = state.String() + " 2"
	crash.Plies, crash.Ending, crash.Outcome, crash.Verdict = crash.Plies[:2], game.Crash, 2,
		"signal: killed\n\"\x01\""
	return append(games, crash)
}

func FuzzReader(f *testing.F) {
	f.Add(shortGame)
	for _, g := range seedGames(f) {
		text, err := g.AppendText([]byte(Header))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := drain(t, NewReader(strings.NewReader(text)).Next); len(err.Error()) > 2000 {
			t.Errorf("an error of %d bytes", len(err.Error()))
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(shortLine)
	for _, g := range seedGames(f) {
		line, err := g.AppendJSON(nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(line))
	}
	f.Fuzz(func(t *testing.T, text string) { _ = drain(t, newJSONReader(strings.NewReader(text)).Next) })
}
