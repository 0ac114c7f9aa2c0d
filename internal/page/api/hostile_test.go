package api

import (
	"strings"
	"testing"
)

func TestTooManyMoves(t *testing.T) {
	body := `{"rules":"crossings","moves":["a1-a2"` + strings.Repeat(`,"a1-a2"`, maxPlies) + `]}`
	if _, err := newService(t, Config{}).Call(t.Context(), "position", []byte(body),
		nil); kindOf(err) != Bad || !strings.Contains(err.Error(), "at most 2000") {
		t.Error(err)
	}
}

func TestHostileMoves(t *testing.T) {
	d := newService(t, Config{})
	for body, want := range map[string]string{
		`{"rules":"crossings","moves":[]}`:                                                               "level is 0",
		`{"rules":"crossings","moves":[],"level":-1}`:                                                    "level is -1",
		`{"rules":"crossings","moves":[],"level":16}`:                                                    "choose 1 to 15",
		`{"rules":"crossings","moves":[],"level":1.5}`:                                                   "1.5",
		`{"rules":"crossings","moves":[],"level":1,"seed":-1}`:                                           "seed",
		`{"rules":"crossings","moves":[],"level":1,"time":1}`:                                            "unknown field",
		`{"rules":"crossings","moves":["a1-a9"],"level":1}`:                                              "move 1",
		`{"rules":"epaminondas:4x6x1","start":"w..b/..../..../..../..../w... w","moves":[],"level":1}`:   "the game is over",
		`{"rules":"epaminondas:4x6x1","start":"bbbb/..../..../..../..../.... w","moves":[],"level":1}`:   "the game is over",
		`{"rules":"epaminondas:4x6x1,max_plies=2","moves":["a1-a2","a6-a5"],"level":1}`:                  "the game is over",
		`{"rules":"epaminondas:4x6x1,max_plies=2","moves":["a1-a2","a6-a5","b1-b2"],"level":1,"seed":3}`: "move 3",
	} {
		if _, err := d.Call(t.Context(), "move", []byte(body), nil); kindOf(err) != Bad ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a refusal and %q", body, err, want)
		}
	}
}

func FuzzRequest(f *testing.F) {
	for _, body := range []string{``, `null`, `{}`, `{"rules":7}`, `{"rules":"epaminondas:99x99"}`,
		`{"rules":"crossings","x":1}`, `{"rules":"crossings"}}`} {
		f.Add(body)
	}
	f.Add(`{"rules":"epaminondas:4x6x1","start":"bbbb/..../..../..../..../wwww w","moves":["a1-a2","a6-a5"],"level":3,"seed":9}`)
	f.Fuzz(func(t *testing.T, body string) {
		var q moveRequest
		err := decode([]byte(body), &q)
		if err == nil {
			var g *played
			if g, err = q.game(); err == nil {
				if reply := describe(g); (reply.Outcome == "*") != (len(reply.Moves) > 0) {
					t.Fatalf("%q: outcome %s with %d moves", body, reply.Outcome, len(reply.Moves))
				}
				return
			}
		}
		if kind := kindOf(err); kind != Bad && kind != TooLarge {
			t.Fatalf("%q: %v is no refusal", body, err)
		}
	})
}
