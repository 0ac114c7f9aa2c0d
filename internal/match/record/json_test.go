package record

import (
	"encoding/json"
	"strings"
	"testing"
)

const shortLine = `{"version":1,"game":1,"rules":"epaminondas:3x5x1","white":"a","black":"b","seed":"7","opening_plies":2,"moves":[` +
	`{"move":"c1-c2"},{"move":"b5-a4"},{"move":"b1-b2","value":0.312,"seconds":1.25,"nodes":20000},{"move":"c5-b4","value":-1},` +
	`{"move":"a1-b2","seconds":0.000001},{"move":"a5-a4","value":0,"seconds":12},{"move":"c2-c4","nodes":7},{"move":"a4-b3"}],` +
	`"result":"1-0","ending":"far-row"}` + "\n"

// TestJSONByHand checks that both forms have the same content.
func TestJSONByHand(t *testing.T) {
	fromText := readOne(t, NewReader(strings.NewReader(shortGame)).Next)
	if line, err := fromText.AppendJSON(nil); err != nil || string(line) != shortLine {
		t.Errorf("the game from text is written as, error %v:\n%swant\n%s", err, line, shortLine)
	}
	fromJSON := readOne(t, newJSONReader(strings.NewReader("\n"+shortLine+" \r\n")).Next)
	if text, err := fromJSON.AppendText([]byte(Header)); err != nil || string(text) != shortGame {
		t.Errorf("the game from JSON is written as, error %v:\n%s", err, text)
	}
}

// TestJSONRounds checks that numbers from other programs are rounded like ours.
func TestJSONRounds(t *testing.T) {
	fine := strings.NewReplacer("0.312", "0.31249", `"seconds":1.25`, `"seconds":1.2500004`,
		`"value":-1`, `"value":-100e-2`).Replace(shortLine)
	g := readOne(t, newJSONReader(strings.NewReader(fine)).Next)
	if line, err := g.AppendJSON(nil); err != nil || string(line) != shortLine || g.Plies[2].Value != 0.312 {
		t.Errorf("error %v, the value is %v and\n%s", err, g.Plies[2].Value, line)
	}
}

func TestJSONMistakes(t *testing.T) {
	for name, test := range map[string]struct{ old, new, want string }{
		"newer": {`"version":1`, `"version":2,"colour":3`,
			"line 1: the games have version 2, but this program reads version 1: use a newer program"},
		"no version":       {`"version":1,`, ``, "the version is 0, want 1"},
		"unknown key":      {`"game":1`, `"game":1,"event":"x"`, `line 1: unknown field "event"`},
		"key in a move":    {`"nodes":7`, `"knots":7`, `unknown field "knots"`},
		"number 0":         {`"game":1`, `"game":0`, "the game's number is -1"},
		"no rules":         {`"rules":"epaminondas:3x5x1",`, ``, "unusable rules"},
		"no name":          {`"white":"a",`, ``, `the game has no "white"`},
		"null for a name":  {`"black":"b"`, `"black":null`, `the game has no "black"`},
		"no seed":          {`"seed":"7",`, ``, `the seed is "", want a number in a string`},
		"a seed's number":  {`"seed":"7"`, `"seed":7`, "jsonGame.seed of type string"},
		"no opening":       {`"opening_plies":2,`, ``, `the game has no "opening_plies"`},
		"no moves":         {`"moves":[{`, `"moves":null,"x":[{`, `unknown field "x"`},
		"null for moves":   {`"moves":[`, `"moves":null}//`, "there is text after the object"},
		"null for a move":  {`{"move":"b5-a4"}`, `null`, "ply 2: game: unreadable move"},
		"illegal move":     {`c1-c2`, `c1-c4`, "ply 1: game: illegal move"},
		"value":            {`"value":-1`, `"value":-1.1`, `move "c5-b4": the value is -1.1`},
		"endless value":    {`"value":-1`, `"value":1e308`, `move "c5-b4": the value is +Inf`},
		"negative seconds": {`"seconds":12`, `"seconds":-12`, `move "a5-a4": seconds are -12`},
		"many seconds":     {`"seconds":12`, `"seconds":1e9`, `move "a5-a4": seconds are 1e+09`},
		"nearly as many":   {`"seconds":12`, `"seconds":999999999.9999999`, `move "a5-a4": the time is`},
		"nodes":            {`"nodes":7`, `"nodes":-7`, `move "c2-c4": nodes are -7`},
		"fractional nodes": {`"nodes":7`, `"nodes":7.5`, "nodes"},
		"result":           {`"1-0"`, `"2-0"`, `the result is "2-0"`},
		"other result": {`"1-0"`, `"0-1"`,
			"the result is 0-1, far-row, but the moves lead to 1-0, far-row"},
		"goes on": {`{"move":"a4-b3"}`, `{"move":"a4-b3"},{"move":"a1-a2"}`,
			`the game continues with "a1-a2", but the result after ply 8`},
		"half":          {`"ending":"far-row"}`, ``, "line 1: unexpected EOF"},
		"an array":      {shortLine, `[1]`, "line 1: "},
		"two on a line": {"}\n", "}{}\n", "there is text after the object"},
		"start":         {`"seed"`, `"start":"x","seed"`, "unreadable position"},
		"verdict": {`"result"`, `"verdict":"` + strings.Repeat("x", maxText+1) + `","result"`,
			"the verdict has 65537 bytes"},
	} {
		text := strings.Replace(shortLine, test.old, test.new, 1)
		r := newJSONReader(strings.NewReader(text))
		g, err := r.Next()
		if text == shortLine {
			t.Errorf("%s: nothing was replaced", name)
		} else if g != nil || err == nil {
			t.Errorf("%s: read %v from\n%s", name, g, text)
		} else if !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q", name, err, test.want)
		}
		if _, again := r.Next(); again != err {
			t.Errorf("%s: the next error is %v, want the same", name, again)
		}
	}
}

// TestJSONIsPlain checks that each line is plain JSON with the same keys.
func TestJSONIsPlain(t *testing.T) {
	g := playedGames(t, "crossings,max_plies=9", 1)[0]
	g.Players[0] = "<\xff>"
	line, err := g.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(line, &tree); err != nil || tree["white"] != "<\uFFFD>" || tree["seed"] != "3" {
		t.Errorf("%v in %s", err, line)
	}
	if !strings.Contains(string(line), `"white":"<`) {
		t.Errorf("%s has characters escaped for HTML", line)
	}
}
