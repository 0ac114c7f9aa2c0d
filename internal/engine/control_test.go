package engine

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]struct {
		control Control
		written string
	}{
		"60s+500ms":  {Control{time.Minute, 500 * time.Millisecond}, "60s+500ms"},
		"60+0.5":     {Control{time.Minute, 500 * time.Millisecond}, "60s+500ms"},
		"5m":         {Control{5 * time.Minute, 0}, "5m"},
		"1m30s+2s":   {Control{90 * time.Second, 2 * time.Second}, "90s+2s"},
		"1.5+0":      {Control{1500 * time.Millisecond, 0}, "1.5s"},
		"2h+1m":      {Control{2 * time.Hour, time.Minute}, "2h+60s"},
		"0.05":       {Control{50 * time.Millisecond, 0}, "50ms"},
		"100h":       {Control{100 * time.Hour, 0}, "100h"},
		"none":       {Control{}, "none"},
		"250us+10ns": {Control{250 * time.Microsecond, 10}, "250µs+10ns"},
	} {
		got, err := Parse(text)
		if err != nil || got != want.control {
			t.Errorf("%s is %+v, %v; want %+v", text, got, err, want.control)
		}
		if got.String() != want.written {
			t.Errorf("%s is written %s, want %s", text, got, want.written)
		}
	}
}

func TestParseTeaches(t *testing.T) {
	for text, want := range map[string]string{
		"":        `engine: clock "": "" is not a time; want the time for a game, and after a plus sign the increment of each move, such as 60s+500ms, 5m or 60+0.5 in seconds`,
		"fast":    `"fast" is not a time`,
		"60s+":    `"" is not a time`,
		"60+1+1":  `"1+1" is not a time`,
		"0+1":     "the time at the start is 0",
		"-5s":     "the time is -5s, want more than 0 and at most 100h",
		"101h":    "the time is 101h",
		"10s+-1s": "the increment is -1s, want 0 to 100h",
		"NaN":     "is not a time",
		"1e300":   "is not a time",
	} {
		if got, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) || got != (Control{}) {
			t.Errorf("%q: %v, error %v, want %q", text, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"60s+500ms", "60+0.5", "5m", "none", "0+1",
		"1h2m3.000000004s+1us", "-1", "1e3+1e-9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(c.String())
		if err != nil || again != c {
			t.Errorf("%q is %+v, written %q, read as %+v, %v", text, c, c, again, err)
		}
		if err := c.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestControlJSON(t *testing.T) {
	type match struct {
		Clock Control `json:"clock,omitzero"`
	}
	for want, m := range map[string]match{`{"clock":"60s+500ms"}`: {Control{time.Minute,
		500 * time.Millisecond}}, `{}`: {}} {
		data, err := json.Marshal(m)
		if err != nil || string(data) != want {
			t.Errorf("%+v is %s, %v; want %s", m, data, err, want)
		}
		var again match
		if err := json.Unmarshal(data, &again); err != nil || again != m {
			t.Errorf("%s is read as %+v, %v", data, again, err)
		}
	}
}

func TestSpend(t *testing.T) {
	c := New(Control{10 * time.Second, 2 * time.Second})
	for i, step := range []struct {
		side  game.Colour
		spent time.Duration
		in    bool
		left  [2]time.Duration
	}{
		{game.White, 3 * time.Second, true, [2]time.Duration{9 * time.Second, 10 * time.Second}},
		{game.Black, 0, true, [2]time.Duration{9 * time.Second, 12 * time.Second}},
		{game.White, 9 * time.Second, true, [2]time.Duration{2 * time.Second, 12 * time.Second}},
		{game.White, 2*time.Second + Margin, true, [2]time.Duration{2 * time.Second, 12 * time.Second}},
		{game.White, 2*time.Second + Margin + 1, false, [2]time.Duration{0, 12 * time.Second}},
	} {
		if in := c.Spend(step.side, step.spent); in != step.in || c.Left != step.left {
			t.Errorf("step %d: %v, %v left; want %v, %v", i, in, c.Left, step.in, step.left)
		}
	}
}
