package ugi

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func TestParseBestMove(t *testing.T) {
	for line, want := range map[string]string{
		"bestmove a1-a2":           "a1-a2",
		"  bestmove\t0000 ":        "0000",
		"bestmove":                 "",
		"bestmove a1 ponder b2":    "",
		"bestmove \xff":            "",
		"bestmove a\u202eb":        "",
		"bestmove " + longest("x"): "",
	} {
		got, err := parseBestMove(line)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is read as %q, %v, want %q", line, got, err, want)
		}
	}
}

func longest(letter string) string { return strings.Repeat(letter, maxMove+1) }

func TestLearn(t *testing.T) {
	for _, test := range []struct {
		lines string // separated by bars
		want  Answer
	}{
		{"info depth 3 nodes 70 time 5 nps 9 multipv 1 score value 0.25 pv a b c",
			Answer{Value: 0.25, Judged: true, Depth: 3, Nodes: 70, PV: []string{"a", "b", "c"}}},
		{"info score value 1.0000 proven visits 3 policy 0.5 depth 4",
			Answer{Value: 1, Judged: true, Proven: true, Depth: 4}},
		{"info score value -1 proven|info score value 0.5", Answer{Value: 0.5, Judged: true}},
		{"info score cp 400", Answer{Value: 9. / 11, Judged: true}}, // odds of 10 to 1
		{"info score cp -400 nodes 2", Answer{Value: -9. / 11, Judged: true, Nodes: 2}},
		{"info score mate 3", Answer{Value: 1, Judged: true, Proven: true}},
		{"info score mate -2", Answer{Value: -1, Judged: true, Proven: true}},
		{"info score mate 0", Answer{Value: -1, Judged: true, Proven: true}},
		{"info score cp 13 lowerbound nodes 8", Answer{Nodes: 8}},
		{"info score value 7", Answer{Value: 1, Judged: true}},
		{"info score value NaN nodes 3", Answer{Nodes: 3}},
		{"info score value Inf", Answer{Value: 1, Judged: true}},
		{"info score unheard 3 nodes 4", Answer{Nodes: 4}},
		{"info score", Answer{}},
		{"info score value", Answer{}},
		{"info", Answer{}},
		{"info depth x nodes -3 depth 2", Answer{Depth: 2}},
		{"info depth 99999999999999999999 nodes", Answer{}},
		{"info string depth 3 score value 1", Answer{}},
		{"info depth 2 score value 0.5 pv a|info multipv 2 depth 3 score value 0.1 pv b",
			Answer{Value: 0.5, Judged: true, Depth: 2, PV: []string{"a"}}},
		{"info depth 2 pv|info currmove a seldepth 3 hashfull 12", Answer{Depth: 2}},
	} {
		var got Answer
		for _, line := range strings.Split(test.lines, "|") {
			got.learn(line)
		}
		if math.Abs(float64(got.Value-test.want.Value)) < 1e-6 {
			got.Value = test.want.Value
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is read as %+v, want %+v", test.lines, got, test.want)
		}
	}
}

func TestParseOption(t *testing.T) {
	for line, want := range map[string]Option{
		"option name Hash type spin default 1 min 1 max 2": {"Hash", "spin"},
		"option name Clear Hash type button":               {"Clear Hash", "button"},
		"option  name  X\ttype string default <empty>":     {"X", "string"},
		"option name Style type of play type combo":        {"Style", "of"},
		"option name type spin":                            {},
		"option name Hash":                                 {},
		"option name Hash type":                            {},
		"option":                                           {},
		"options name Hash type spin":                      {},
	} {
		if got, ok := parseOptionLine(line); got != want || ok != (want != Option{}) {
			t.Errorf("%q is read as %+v, %v, want %+v", line, got, ok, want)
		}
	}
}

// FuzzLine reads any line that an engine may write.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"bestmove a1-a2", "bestmove 0000 ponder a1",
		"info depth 3 nodes 70 time 5 multipv 1 score value 0.25 proven pv a b",
		"info score cp -12 upperbound", "info score mate 0", "info string x",
		"option name Clear Hash type button",
		"id name X", "info score value \x00\xff", "info depth", "\r\n",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if move, err := parseBestMove(line); err == nil &&
			(move == "" || strings.ContainsFunc(move, unicode.IsSpace) || !isLine(move)) {
			t.Errorf("%q gives the move %q", line, move)
		} else if err != nil && (!isLine(err.Error()) || len(err.Error()) > 8*maxQuoted) {
			t.Errorf("%q gives the error %q, which is not a short line", line, err)
		}
		if o, ok := parseOptionLine(line); ok && (o.Name == "" || !isLine(o.Name+o.Type)) {
			t.Errorf("%q gives the option %+v", line, o)
		}
		var a Answer
		a.learn("info " + line)
		if !(a.Value >= -1 && a.Value <= 1) || a.Depth < 0 || a.Nodes < 0 || a.Move != "" {
			t.Errorf("%q gives %+v", line, a)
		}
		if a.Proven && a.Value != 1 && a.Value != -1 && !strings.Contains(line, "value") {
			t.Errorf("%q gives a proof of %v", line, a.Value)
		}
		if _, ok := cutWords(line, firstWord(line)); !ok {
			t.Errorf("%q does not begin with its first word", line)
		}
	})
}
