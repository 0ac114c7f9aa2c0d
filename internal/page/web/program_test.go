package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"epaminondas/internal/engine"
	"epaminondas/internal/page/api"
)

// told is a text of the program as the page gets it, or the error of a call.
type told struct {
	Error  string
	What   string
	Values map[string]json.RawMessage
}

// say returns a text of the program in English. Its values may be texts of the same kind, and boards.
func (s told) say(t *testing.T, table map[string]text, kind string) string {
	t.Helper()
	values := map[string]any{}
	for name, raw := range s.Values {
		var parts []told
		var inner told
		if json.Unmarshal(raw, &parts) == nil {
			values[name] = nameOf(t, table, parts)
		} else if json.Unmarshal(raw, &inner) == nil {
			values[name] = inner.say(t, table, kind)
		} else {
			var plain any
			if err := json.Unmarshal(raw, &plain); err != nil {
				t.Fatal(err)
			}
			values[name] = plain
		}
	}
	key := kind + "." + s.What
	if table[key] == nil {
		t.Errorf("there is no text %q", key)
	}
	said, err := table[key].say(values)
	if err != nil {
		t.Errorf("%s: %v", key, err)
	}
	return said
}

// nameOf returns the name of a board, given its parts.
func nameOf(t *testing.T, table map[string]text, parts []told) string {
	t.Helper()
	var all []string
	for _, p := range parts {
		all = append(all, p.say(t, table, "board"))
	}
	return strings.Join(all, ", ")
}

// ask makes a call as the page does, and decodes the answer or the error.
func ask[T any](t *testing.T, d *api.Service, name, body string) (reply T, failed error) {
	t.Helper()
	answer, failed := d.Call(t.Context(), name, []byte(body), nil)
	if failed != nil {
		answer = api.FailureOf(failed)
	}
	text, err := json.Marshal(answer)
	if err == nil {
		err = json.Unmarshal(text, &reply)
	}
	if err != nil {
		t.Fatal(err)
	}
	return reply, failed
}

func newService(t *testing.T) *api.Service {
	t.Helper()
	d, err := api.New(api.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The page names levels and boards as the program does.
func TestNamesOfTheProgram(t *testing.T) {
	table, d := readTable(t, LanguageFolder, "en"), newService(t)
	for i, name := range engine.LevelNames() {
		if got := table[fmt.Sprintf("level.%d", i+1)][""]; got != name {
			t.Errorf("level %d is %q on the page, want %q", i+1, got, name)
		}
	}
	for rules, want := range map[string]string{
		"epaminondas:4x6x1,max_plies=60": "Small, 4 × 6",
		"epaminondas:9x9x3,symmetry=none,limit=draw,max_plies=1": "Epaminondas, 9 × 9, 3 rows of stones, " +
			"no symmetry rule, a draw after 1 move",
		"epaminondas:9x9x1,capture=single": "Epaminondas, 9 × 9, 1 row of stones, captures of one stone, " +
			"no limit",
		"epaminondas:9x9,crossed=fixed": "Epaminondas, 9 × 9, crossed stones stay, no limit",
		"epaminondas:9x9,behind=level":  "Epaminondas, 9 × 9, a duty to draw level, no limit",
		"crossings,max_plies=9":         "Crossings, 8 × 8, 9 moves at most",
		"crossings,symmetry=rotation":   "Crossings, 8 × 8, rotation symmetry rule, no limit",
		"crossings,symmetry=left-right": "Crossings, 8 × 8, left-right symmetry rule, no limit",
		"crossings,capture=line":        "Crossings, 8 × 8, captures of whole lines, no limit",
		"crossings,crossed=free":        "Crossings, 8 × 8, crossed stones move, no limit",
		"crossings,behind=free":         "Crossings, 8 × 8, no duty to draw level, no limit",
	} {
		reply, err := ask[struct{ Asked struct{ Parts []told } }](t, d, "boards",
			fmt.Sprintf(`{"rules":%q}`, rules))
		if err != nil {
			t.Fatal(err)
		}
		if got := nameOf(t, table, reply.Asked.Parts); got != want {
			t.Errorf("%s is called %q, want %q", rules, got, want)
		}
	}
}

// The page has the texts of each step of the lesson, and of the verdict on each legal move.
func TestTextsOfTheLesson(t *testing.T) {
	table, d := readTable(t, LanguageFolder, "en"), newService(t)
	lesson, err := ask[struct {
		Steps []struct {
			Name, Rules, Start string
			Moves              []string
			Game               bool
		}
	}](t, d, "lesson", "{}")
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range lesson.Steps {
		for _, part := range []string{"title", "text", "goal"} {
			if table["lesson."+s.Name+"."+part] == nil {
				t.Errorf("step %d has no %s", i+1, part)
			}
		}
		if s.Game {
			continue
		}
		moves, _ := json.Marshal(s.Moves)
		at, err := ask[struct{ Moves []struct{ Text string } }](t, d, "position",
			fmt.Sprintf(`{"rules":%q,"start":%q,"moves":%s}`, s.Rules, s.Start, moves))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range at.Moves {
			all, _ := json.Marshal(append(s.Moves[:len(s.Moves):len(s.Moves)], m.Text))
			verdict, err := ask[told](t, d, "attempt", fmt.Sprintf(`{"step":%d,"moves":%s}`, i+1, all))
			if err != nil {
				t.Fatal(err)
			}
			if said := verdict.say(t, table, "verdict"); !strings.HasSuffix(said, ".") {
				t.Errorf("step %d, %s: %q", i+1, m.Text, said)
			}
		}
	}
}

// The page refuses in the words of the program.
func TestRefusalsOfTheProgram(t *testing.T) {
	table, d := readTable(t, LanguageFolder, "en"), newService(t)
	for body, call := range map[string]string{
		`{"rules":"epaminondas:4x6x1","start":"","moves":["a1-a6"]}`:                       "position",
		`{"rules":"epaminondas:4x6x1","start":"","moves":["z9-z8"]}`:                       "position",
		`{"rules":"epaminondas:4x6x1","start":"bbbb","moves":[]}`:                          "position",
		`{"rules":"epaminondas:4x6x1","start":"bbbb/.... w","moves":[]}`:                   "position",
		`{"rules":"epaminondas:4x6x1","start":"bb/..../..../..../..../.... w","moves":[]}`: "position",
		`{"rules":"epaminondas:4x6x1","start":"bbbb w 3 x","moves":[]}`:                    "position",
		`{"text":"a1-a2","rules":""}`:                                                      "import",
		`{"text":" ","rules":"crossings"}`:                                                 "import",
		`{"text":"1.","rules":"crossings"}`:                                                "import",
		`{"text":"http://host/#a=%zz","rules":"crossings"}`:                                "import",
		`{"text":"http://host/","rules":"crossings"}`:                                      "import",
	} {
		reply, err := ask[told](t, d, call, body)
		if err == nil || reply.What == "" {
			t.Errorf("%s: %v, and the page gets %+v", body, err, reply)
		} else if said := reply.say(t, table, "refused"); said != err.Error() {
			t.Errorf("%s: the page says %q, want %q", body, said, err)
		}
	}
}
