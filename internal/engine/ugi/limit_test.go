package ugi

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

func TestParseGo(t *testing.T) {
	ms := time.Millisecond
	start := game.MustBoard("epaminondas:3x5x1").Start()
	black := start
	black.Play(start.AppendMoves(nil)[0])
	clockOf := func(s *game.State, left, increment time.Duration) *engine.Clock {
		c := &engine.Clock{Increment: increment * ms}
		c.Left[s.Turn()] = left * ms
		return c
	}
	for _, c := range []struct {
		text string
		s    *game.State
		want order
	}{
		{"", &start, order{Limit: engine.Limit{Nodes: 400}}},
		{"sims 7", &start, order{Limit: engine.Limit{Nodes: 7}}},
		{"nodes 9 sims 7", &start, order{Limit: engine.Limit{Nodes: 7}}},
		{"depth 3 movetime 50", &start, order{Limit: engine.Limit{Depth: 3, Time: 50 * ms}}},
		{"infinite", &start, order{infinite: true}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", &start,
			order{Limit: engine.Limit{Clock: clockOf(&start, 10000, 100)}}},
		{"p1time 10000 p2time 5000 p1inc 100 p2inc 40", &black,
			order{Limit: engine.Limit{Clock: clockOf(&black, 5000, 40)}}},
		{"p1time 60 p1inc 9000", &start, order{Limit: engine.Limit{Clock: clockOf(&start, 60, 9000)}}},
		{"p1time 0", &start, order{Limit: engine.Limit{Clock: &engine.Clock{}}}},
		{"p1time 10000 movetime 20", &start, order{Limit: engine.Limit{Time: 20 * ms,
			Clock: clockOf(&start, 10000, 0)}}},
	} {
		got, warnings := parseGo(c.text, c.s, 400)
		if len(warnings) > 0 || !reflect.DeepEqual(got, c.want) {
			t.Errorf("go %s for %v: got %+v, %q, want %+v", c.text, c.s.Turn(), got, warnings, c.want)
		}
	}
}

// TestParseGoTakesAnything checks that odd limits become the nearest ones, with a warning.
func TestParseGoTakesAnything(t *testing.T) {
	const ms = time.Millisecond
	start := game.MustBoard("epaminondas:3x5x1").Start()
	usual := engine.Limit{Nodes: 400}
	for _, c := range []struct {
		text, warning string
		want          engine.Limit
	}{
		{"sims", `sims: "" is not a number`, usual},
		{"sims 0", `sims: "0" is not in 1 to`, engine.Limit{Nodes: 1}},
		{"nodes -3", `nodes: "-3"`, engine.Limit{Nodes: 1}},
		{"nodes 99999999999999999999", "nodes: ", engine.Limit{Nodes: maxNodes}},
		{"movetime 0", `movetime: "0"`, engine.Limit{Time: ms}},
		{"movetime -5", `movetime: "-5"`, engine.Limit{Time: ms}},
		{"movetime 1e3", "", engine.Limit{Time: 1000 * ms}},
		{"movetime 20.9", "", engine.Limit{Time: 20 * ms}},
		{"movetime 99999999999999999999", "movetime: ", engine.Limit{Time: maxMilliseconds * ms}},
		{"movetime -99999999999999999999", "movetime: ", engine.Limit{Time: ms}},
		{"movetime 1e999", "movetime: ", engine.Limit{Time: maxMilliseconds * ms}},
		{"movetime nan", `"nan" is not a number`, usual},
		{"movetime soon", `"soon" is not a number, so movetime is ignored`, usual},
		{"movetime depth 5", `movetime: "depth" is not a number`, engine.Limit{Depth: 5}},
		{"movetime x depth 5", `movetime: "x" is not a number`, engine.Limit{Depth: 5}},
		{"depth 5 depth 6", "", engine.Limit{Depth: 6}},
		{"depth 0", `depth: "0"`, engine.Limit{Depth: 1}},
		{"ponder", `"ponder" is not a limit`, usual},
		{"go", `"go" is not a limit`, usual},
		{"searchmoves a1-a2 sims 3", `"searchmoves" is not a limit`, engine.Limit{Nodes: 3}},
		{"infinite sims 3", "infinite is ignored", engine.Limit{Nodes: 3}},
		{"p2time 500", "p1time is missing", usual},
		{"p1inc 5", "p1time is missing", usual},
		{"p1time -1", `p1time: "-1"`, engine.Limit{Clock: &engine.Clock{}}},
	} {
		got, warnings := parseGo(c.text, &start, 400)
		text := strings.Join(warnings, "; ")
		if got.infinite || !reflect.DeepEqual(got.Limit, c.want) || !strings.Contains(text, c.warning) ||
			c.warning == "" && text != "" {
			t.Errorf("go %s: got %+v, %q, want %+v and a warning with %q", c.text, got, text, c.want,
				c.warning)
		}
	}
	if got, _ := parseGo("movetime x infinite", &start, 400); !got.infinite {
		t.Errorf("got %+v, want an infinite search", got)
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
