package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const tiny = "epaminondas:4x6x1"

// An import reads every exported game: games of every length, unfinished games, and games from any
// start.
func TestExportIsImported(t *testing.T) {
	d := newService(t, Config{})
	for _, start := range []string{"", ".b../..../..../..../..../w.ww b 5"} {
		q := exportRequest{positionRequest: positionRequest{Rules: tiny + ",max_plies=40", Start: start,
			Moves: []string{}}, White: `a "b" \ é {c} {d`, Black: "me"}
		for {
			r := ask[exportReply](t, d, "export", q)
			at := ask[positionReply](t, d, "position", q.positionRequest)
			want := importReply{Rules: q.Rules, Start: q.Start, Moves: q.Moves, Result: at.Outcome,
				White: q.White, Black: q.Black, Notation: "rear"}
			for _, text := range []string{r.Text, r.JSON} {
				if got := ask[importReply](t, d, "import",
					importRequest{Text: text}); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s\nis read as\n%+v, want\n%+v", text, got, want)
				}
			}
			want.White, want.Black, want.Assumed = "", "", true
			for _, notation := range []string{"rear", "head"} {
				q.Notation = notation
				text := q.Start + "\n" + ask[exportReply](t, d, "export", q).Moves
				if strings.TrimSpace(text) == "" {
					continue
				}
				got := ask[importReply](t, d, "import", importRequest{text, q.Rules, notation})
				got.Result, want.Notation = want.Result, notation
				if got.Ambiguous = false; !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %s\nis read as\n%+v, want\n%+v", notation, text, got, want)
				}
			}
			if at.Outcome != "*" {
				break
			}
			q.Moves = append(q.Moves, at.Moves[(len(q.Moves)*7+3)%len(at.Moves)].Text)
		}
	}
}

// Moves have the same numbers in a list and in a record, for either first player.
func TestExportNumbers(t *testing.T) {
	d := newService(t, Config{})
	moves := []string{"a6-a5", "a1-a2", "b6-b5", "b1-b2"}
	for start, want := range map[string]string{
		"bbbb/..../..../..../..../wwww b":   "1... a6-a5 2. a1-a2 b6-b5 3. b1-b2",
		"bbbb/..../..../..../..../wwww b 5": "3... a6-a5 4. a1-a2 b6-b5 5. b1-b2",
	} {
		r := ask[exportReply](t, d, "export",
			exportRequest{positionRequest: positionRequest{Rules: tiny, Start: start, Moves: moves}})
		if r.Moves != want || !strings.HasSuffix(r.Text, "\n"+want+" *\n") {
			t.Errorf("from %s: %s, and in the record\n%s", start, r.Moves, r.Text)
		}
	}
}

// People write games in many ways.
func TestImportReadsWhatPeopleWrite(t *testing.T) {
	d := newService(t, Config{})
	two := []string{"a1-a2", "b6-b5"}
	for text, want := range map[string]importReply{
		"a1-a2 b6-b5":                          {Moves: two},
		"1. a1-a2 b6-b5 *":                     {Moves: two},
		"1.a1-a2 1...b6-b5":                    {Moves: two},
		"A1a2\r\n\tB6 b6b5":                    {}, // one word too many
		"a1 a2":                                {},
		"1. A1:A2! {good} b6-b5?? {bad\nidea}": {Moves: two},
		"\uFEFF  a1-a2\n\n  b6-b5  0-1\n":      {Moves: two, Result: "0-1"},
		"[White \"me\"]\n[Event \"?\"]\n\n1. a1-a2 b6-b5 1/2-1/2": {Moves: two, White: "me",
			Result: "1/2-1/2"},
		"bbbb/..../..../..../w.../.www b 1": {Start: "bbbb/..../..../..../w.../.www b 1"},
		"bbbb/..../..../..../w.../.www b 1\nb6-b5": {Start: "bbbb/..../..../..../w.../.www b 1",
			Moves: two[1:]},
		"bbbb/..../..../..../..../wwww w\na1-a2 b6-b5": {Moves: two},
		"a1-b1xx":     {},
		"a1-d1":       {},
		"a1-a2 a2-a3": {},
		`{"moves": ["a1-a2", {"move": "b6-b5"}], "white": "x", "result": "1-0"}`: {Moves: two, White: "x",
			Result: "1-0"},
		`{"moves": [1]}`: {},
		`{"moves": `:     {},
	} {
		if reflect.DeepEqual(want, importReply{}) {
			refusedText(t, d, text, "")
			continue
		}
		want.Rules, want.Notation, want.Assumed = tiny, "rear", true
		if want.Result == "" {
			want.Result = "*"
		}
		if want.Moves == nil {
			want.Moves = []string{}
		}
		if got := ask[importReply](t, d, "import",
			importRequest{Text: text, Rules: tiny}); !reflect.DeepEqual(got, want) {
			t.Errorf("%q is read as\n%+v, want\n%+v", text, got, want)
		}
	}
}

func refusedText(t *testing.T, d *Service, text, want string) {
	t.Helper()
	body, err := json.Marshal(importRequest{Text: text, Rules: tiny})
	if err != nil {
		t.Fatal(err)
	}
	refused(t, d, "import", string(body), want)
}

func TestImportRefuses(t *testing.T) {
	d := newService(t, Config{})
	for text, want := range map[string]string{
		"":                         "empty",
		"\n\n":                     "empty",
		"%":                        "no moves",
		"a1-a2 {":                  "has no end",
		"a1-a2 b6-b5 a2-a9":        "move 3",
		"hello, world":             `move 1, \"hello,\"`,
		"[Rules \"chess\"]\na1-a2": "chess",
		"[Rules chess]\na1-a2":     "is not written as",
		"[White \"" + strings.Repeat("x", 300) + "\"]\na1-a2": "300 bytes",
		"[Result \"2-0\"]\na1-a2":                             "the result is",
		"a1-a2\n[White \"b\"]":                                "another game",
		"a1-a2\nbbbb/... w":                                   "follows the game",
		"w/b w": "the position has 2 rows, but the board (Epaminondas, " +
			"4 × 6, 1 row of stones, no limit) has 6",
		strings.Repeat("a1-a2 ", 3000):            "more than 2000 moves",
		`{"moves":` + strings.Repeat("[", 20_000): "JSON",
	} {
		refusedText(t, d, text, strings.ReplaceAll(want, `\"`, `"`))
	}
	refused(t, d, "import", `{"text":"a1-a2"}`, "choose a board")
	refused(t, d, "import", `{"text":"a1-a2","rules":"crossings","notation":"tail"}`, "tail")
	refused(t, d, "export", `{"rules":"crossings","notation":"tail"}`, "tail")
	refused(t, d, "export", fmt.Sprintf(`{"rules":"crossings","white":%q}`, strings.Repeat("x", 201)),
		"201 bytes")
}

// The import refuses any text, or reads it as a legal game that can be written and read again.
func FuzzImport(f *testing.F) {
	for _, text := range []string{"", "1. a1-a2 b6-b5 *", "bbbb/..../..../..../w.../.www b 1\nb6-b5",
		`{"moves":["a1-a2",{"move":"b6-b5"}]}`, "[Rules \"crossings\"]\n{c} 1.a2-a4", "a1-a2 {", "%\n[",
		"1/2-1/2"} {
		f.Add(text)
	}
	d, err := New(Config{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		body, err := json.Marshal(importRequest{Text: text, Rules: tiny})
		if err != nil {
			t.Fatal(err)
		}
		v, err := d.Call(t.Context(), "import", body, nil)
		if err != nil {
			if r := (*Refusal)(nil); !errors.As(err, &r) || len(err.Error()) > 1000 {
				t.Fatalf("%q: %v is no refusal", text, err)
			}
			return
		}
		r := v.(importReply)
		q := exportRequest{positionRequest: positionRequest{Rules: r.Rules, Start: r.Start, Moves: r.Moves},
			White: strings.ToValidUTF8(r.White, "?"), Black: strings.ToValidUTF8(r.Black, "?")}
		again := ask[importReply](t, d, "import",
			importRequest{Text: ask[exportReply](t, d, "export", q).Text})
		if !slices.Equal(again.Moves, r.Moves) || again.Start != r.Start || again.Rules != r.Rules {
			t.Fatalf("%q is read as %+v, then as %+v", text, r, again)
		}
	})
}

// The import reads the page's own links, whole or from # on, with any path.
func TestImportReadsLinks(t *testing.T) {
	d := newService(t, Config{})
	fields := "#rules=epaminondas%3A4x6x1%2Cmax_plies%3D60&white=you&black=tiny&bl=1&seed=7&start=bbbb%2F....%2F....%2F....%2Fw...%2F.www+b+1&moves=b6-b5+a2-a3"
	want := importReply{Rules: tiny + ",max_plies=60", Start: "bbbb/..../..../..../w.../.www b 1",
		Moves: []string{"b6-b5", "a2-a3"}, Result: "*", Notation: "rear"}
	for _, text := range []string{"http://127.0.0.1:8000/" + fields,
		"https://example.org/games/index.html" + fields, " " + fields + "\n"} {
		if got := ask[importReply](t, d, "import",
			importRequest{Text: text, Rules: "crossings"}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as\n%+v, want\n%+v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"https://example.org/":                         "has no game",
		"http://127.0.0.1:8000/training.html#run=tiny": "has no game",
		"#rules=chess":                                 "the game is",
		"#rules=crossings&moves=a2-a3+a7-a1":           "move 2",
		"#rules=crossings&start=w":                     "the side to move is missing",
	} {
		refusedText(t, d, text, want)
	}
}

// The message about an unreadable text contains no technical terms of the program.
func TestImportErrorsArePlain(t *testing.T) {
	d := newService(t, Config{})
	for _, text := range []string{
		"nonsense", "a1-a9", "a1-z9", "z1", "wwww/bbbb w", "bbbb", "b/w", "..../..../..../..../..../.... x",
		"..../..../..../..../..../..../....", "..../..../..../..../..../...x w",
		"..../..../..../..../..../.... w x", "..../..../..../..../..../.... w 1 2",
		"w.../..../..../..../..../W... w", "#rules=chess", "#rules=epaminondas:99x99",
		"#rules=crossings,max_plies=x",
		"#rules=crossings,a=b", `{"moves":[1]}`, `{"moves":["a1-a2"`, `{"moves":{}}`,
		`{"moves":[{"move":1}]}`, `{"rules":1,"moves":[]}`, "[Rules \"chess\"]\na1-a2", "1. a1-a2 {",
		strings.Repeat("x", 1000), "https://example.org/",
	} {
		body, err := json.Marshal(importRequest{Text: text, Rules: tiny})
		if err != nil {
			t.Fatal(err)
		}
		_, err = d.Call(t.Context(), "import", body, nil)
		if kindOf(err) != Bad {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for _, word := range []string{": game:", "json", "Go ", "play.", "unusable", "unreadable",
			"illegal move", "notation", "parts", "on epaminondas:", "struct"} {
			if strings.Contains(err.Error(), word) {
				t.Errorf("%q: %v: %q is a word of the program", text, err, word)
			}
		}
	}
}
