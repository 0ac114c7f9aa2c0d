package record

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"

	"epaminondas/game"
)

// repeated reads as n copies of a text after a head, without holding them in memory.
func repeated(head, text string, n int) io.Reader {
	block := strings.NewReader(strings.Repeat(text, 1000))
	readers := []io.Reader{strings.NewReader(head)}
	for range n / 1000 {
		readers = append(readers, io.NewSectionReader(block, 0, block.Size()))
	}
	return io.MultiReader(readers...)
}

// TestHostileSizes checks that oversized files cause an error before they use much memory.
func TestHostileSizes(t *testing.T) {
	tags := shortGame[:strings.Index(shortGame, "1. c1")]
	object := shortLine[:strings.Index(shortLine, `{"move"`)]
	for name, test := range map[string]struct {
		next func() (*Game, error)
		want string
	}{
		"a line of 10 MB": {NewReader(repeated(Header, "[White ", 1_500_000)).Next,
			"line 2: the line is longer than 1048576 bytes"},
		"a line in a game": {NewReader(repeated(tags, "1. c1-c2 ", 1_200_000)).Next,
			"the line is longer than"},
		"a million plies": {NewReader(repeated(tags, "c1-c2\nc5-c4\nc2-c1\nc4-c5\n", 300_000)).Next,
			"line 131084: the game has more than 131072 plies"},
		"a name": {NewReader(strings.NewReader(strings.Replace(shortGame, `"a"`,
			`"`+strings.Repeat("a", 1<<17)+`"`, 1))).Next, "White's name has 131072 bytes"},
		"a line of JSON": {newJSONReader(repeated(object,
			`{"move":"c1-c2"},`, 1_050_000)).Next, "line 1: the line is longer than 16777216 bytes"},
		"a million plies in JSON": {newJSONReader(repeated(object,
			`{"move":"c1-c2"},{"move":"c5-c4"},{"move":"c2-c1"},{"move":"c4-c5"},`, 200_000)).Next, ""},
		"a million moves in JSON": {newJSONReader(io.MultiReader(repeated(object, `{},`, 1_000_000),
			strings.NewReader(`{}],"result":"1-0","ending":"proof"}`))).Next, "ply 1: "},
		"brackets, brackets": {newJSONReader(repeated("", "[", 1_000_000)).Next, "exceeded max depth"},
		"brackets for a move": {newJSONReader(repeated(object, `{"move":`, 1_000_000)).Next,
			"exceeded max depth"},
		"braces, braces": {NewReader(repeated(tags, "{", 1_000_000)).Next, "has no end on its line"},
		"a comment of many values": {NewReader(repeated(tags+"1. c1-c2 {", "1n ", 300_000)).Next,
			"has no end"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g, err := test.next()
		runtime.ReadMemStats(&after)
		if g != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, error %v, want %q", name, g, err, test.want)
		} else if len(err.Error()) > 1000 {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
		if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 600 {
			t.Errorf("%s: %d MiB were allocated", name, spent)
		}
	}
}

// TestLongestGame checks that the longest game that can be written can be read.
func TestLongestGame(t *testing.T) {
	g := playedGames(t, "epaminondas:3x5x1", 1)[0]
	g.Plies, g.OpeningPlies, g.Ending, g.Outcome = nil, 0, game.Proof, game.Draw
	state, err := g.First()
	if err != nil {
		t.Fatal(err)
	}
	for i := range MaxPlies {
		m, err := state.ParseMove([]string{"c1-c2", "c5-c4", "c2-c1", "c4-c5"}[i%4], game.RearNotation)
		if err != nil {
			t.Fatal(err)
		}
		p := Ply{Move: m, Value: -0.999, Judged: true, Nodes: 1<<63 - 1, Time: maxTime - 1}
		p.Time = p.Time.Truncate(1000)
		g.Plies = append(g.Plies, p)
		state.Play(m)
	}
	text, err := g.AppendText([]byte(Header))
	if err != nil {
		t.Fatal(err)
	}
	line, err := g.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	readOne(t, NewReader(bytes.NewReader(text)).Next)
	readOne(t, newJSONReader(bytes.NewReader(line)).Next)
	g.Plies = append(g.Plies, g.Plies[0])
	if _, err := g.AppendText(nil); err == nil || !strings.Contains(err.Error(), "more than 131072 plies") {
		t.Errorf("one ply more: error %v", err)
	}
}
