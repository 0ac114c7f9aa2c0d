package ugi

import (
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	for _, c := range []struct {
		text string
		turn game.Colour
		want order
	}{
		{"", game.White, order{Limit: Limit{Nodes: 400}}},
		{"sims 7", game.White, order{Limit: Limit{Nodes: 7}}},
		{"nodes 9 sims 7", game.White, order{Limit: Limit{Nodes: 7}}},
		{"depth 3 movetime 50", game.White, order{Limit: Limit{Depth: 3, Time: 50 * ms}}},
		{"infinite", game.White, order{infinite: true}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", game.White, order{Limit: Limit{Time: 475 * ms}}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", game.Black, order{Limit: Limit{Time: 230 * ms}}},
		{"p1time 60 p1inc 9000", game.White, order{Limit: Limit{Time: 10 * ms}}},
		{"p1time 0", game.White, order{Limit: Limit{Time: ms}}},
		{"p1time 10000 movetime 20", game.White, order{Limit: Limit{Time: 20 * ms}}},
	} {
		got, err := parseGo(c.text, c.turn, 400)
		if err != nil || got != c.want {
			t.Errorf("go %s for %v: got %+v, %v, want %+v", c.text, c.turn, got, err, c.want)
		}
	}
}

func TestParseGoRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"sims":                          `sims: ""`,
		"sims 0":                        `sims: "0"`,
		"nodes -3":                      `nodes: "-3"`,
		"movetime 1e3":                  `movetime: "1e3"`,
		"movetime 0":                    `movetime: "0"`,
		"depth 5 depth 6":               `"depth" is given twice`,
		"ponder":                        `"ponder" is not a limit`,
		"infinite sims 3":               "infinite cannot be combined with a limit",
		"p2time 500":                    "p1time is missing",
		"p1inc 5":                       "p1time is missing",
		"movetime 99999999999999999999": "movetime: ",
	} {
		if _, err := parseGo(text, game.White, 400); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("go %s: got %v, want an error with %q", text, err, want)
		}
	}
}

// TestDefaultNodes checks the limit of a go command without limits.
func TestDefaultNodes(t *testing.T) {
	for _, test := range []struct {
		settings Settings
		want     int
	}{{Settings{Sims: 3, Nodes: 4}, 4}, {Settings{Sims: 3, Nodes: 4, Model: "x"}, 3}} {
		if got := test.settings.defaultNodes(); got != test.want {
			t.Errorf("model %q: %d nodes, want %d", test.settings.Model, got, test.want)
		}
	}
}
