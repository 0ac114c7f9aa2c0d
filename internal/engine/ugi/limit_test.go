package ugi

import (
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/game/gametest"
	"epaminondas/internal/engine/clock"
)

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	start := gametest.Board(t, "epaminondas:3x5x1").Start()
	black := start
	black.Play(start.AppendMoves(nil)[0])
	budget := func(s *game.State, left, increment time.Duration) clock.Budget {
		return clock.NewBudget(left*ms, increment*ms, s)
	}
	for _, c := range []struct {
		text string
		s    *game.State
		want order
	}{
		{"", &start, order{Limit: Limit{Nodes: 400}}},
		{"sims 7", &start, order{Limit: Limit{Nodes: 7}}},
		{"nodes 9 sims 7", &start, order{Limit: Limit{Nodes: 7}}},
		{"depth 3 movetime 50", &start, order{Limit: Limit{Depth: 3, Time: 50 * ms}}},
		{"infinite", &start, order{infinite: true}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", &start,
			order{Limit: Limit{Clock: budget(&start, 10000, 100)}}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", &black,
			order{Limit: Limit{Clock: budget(&black, 5000, 40)}}},
		{"p1time 60 p1inc 9000", &start, order{Limit: Limit{Clock: budget(&start, 60, 9000)}}},
		{"p1time 0", &start, order{Limit: Limit{Clock: clock.Budget{Soft: ms, Hard: ms}}}},
		{"p1time 10000 movetime 20", &start, order{Limit: Limit{Time: 20 * ms,
			Clock: budget(&start, 10000, 0)}}},
	} {
		got, err := parseGo(c.text, c.s, 400)
		if err != nil || got != c.want {
			t.Errorf("go %s for %v: got %+v, %v, want %+v", c.text, c.s.Turn(), got, err, c.want)
		}
	}
}

func TestParseGoRefuses(t *testing.T) {
	start := gametest.Board(t, "epaminondas:3x5x1").Start()
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
		if _, err := parseGo(text, &start, 400); err == nil || !strings.Contains(err.Error(), want) {
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
