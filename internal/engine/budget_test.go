package engine

import (
	"strconv"
	"testing"
	"time"

	"epaminondas/game"
)

// at returns the start position of a board as if it stood at a ply.
func at(t *testing.T, rules string, ply int) *game.State {
	t.Helper()
	b := game.MustBoard(rules)
	start := b.Start()
	s, err := b.ParseState(start.Placement() + " " + strconv.Itoa(ply))
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func TestBudget(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for _, test := range []struct {
		rules           string
		ply             int
		left, increment time.Duration
		want            Budget
	}{
		{"crossings", 0, 16050 * ms, 0, Budget{s, 4 * s}},                // 16 moves ahead
		{"crossings", 12, 10050 * ms, 0, Budget{s, 4 * s}},               // 10 moves ahead
		{"crossings", 20, 6050 * ms, 0, Budget{s, 2400 * ms}},            // 6, from here on
		{"crossings", 90, 6050 * ms, 0, Budget{s, 2400 * ms}},            // 0.4 of the time left
		{"epaminondas", 0, 26050 * ms, 0, Budget{s, 4 * s}},              // 26
		{"epaminondas", 26, 13050 * ms, s, Budget{1750 * ms, 5200 * ms}}, // 13
		{"epaminondas", 90, 9800 * ms, s, Budget{1750 * ms, 3900 * ms}},  // 9.75
		{"crossings", 90, 650 * ms, 400 * ms, Budget{300 * ms, 300 * ms}},
		{"crossings", 90, 350 * ms, 5000 * ms, Budget{300 * ms, 300 * ms}},
		{"crossings", 0, 40 * ms, 0, Budget{ms, ms}},
		{"crossings", 0, 0, 0, Budget{ms, ms}},
	} {
		if got := NewBudget(test.left, test.increment, at(t, test.rules, test.ply)); got != test.want {
			t.Errorf("%s, ply %d, with %v and %v more: %v, want %v", test.rules, test.ply, test.left,
				test.increment, got, test.want)
		}
	}
}

// TestBudgetKeepsTheReserve spends the hard budget of every move, and a part of the reserve on top.
func TestBudgetKeepsTheReserve(t *testing.T) {
	for _, text := range []string{"1s+10ms", "60s", "200ms+1ms", "5s+50ms", "100ms", "10s+5s"} {
		control, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		c := New(control)
		for ply := 0; ply < 400; ply += 2 {
			left := c.Left[game.White]
			b := NewBudget(left, c.Increment, at(t, "crossings", ply))
			if b.Soft < leastTime || b.Hard < b.Soft || b.Hard > max(leastTime, left-reserve) {
				t.Fatalf("%s, ply %d: the budget is %v with %v left", text, ply, b, left)
			}
			if left > reserve && !c.Spend(game.White, b.Hard+reserve-leastTime) {
				t.Fatalf("%s, ply %d: lost on time after %v with %v left", text, ply, b.Hard, left)
			}
		}
	}
}

func TestWithin(t *testing.T) {
	for _, test := range []struct{ limit, budget, want time.Duration }{
		{0, 0, 0}, {time.Second, 0, time.Second}, {0, time.Minute, time.Minute},
		{time.Second, time.Minute, time.Second}, {time.Minute, time.Second, time.Second},
	} {
		if got := Within(test.limit, test.budget); got != test.want {
			t.Errorf("within %v and %v: %v, want %v", test.limit, test.budget, got, test.want)
		}
	}
}
