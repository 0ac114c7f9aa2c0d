package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// clock is a clock that the test sets.
type clock struct{ t time.Time }

func (c *clock) now() time.Time          { return c.t }
func (c *clock) advance(d time.Duration) { c.t = c.t.Add(d) }

func TestProgressLines(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := newProgress(&out, "match", 200, false, c.now)
	p.Set(100) // the work of an earlier process
	for range 7 {
		c.advance(10 * time.Second)
		p.Add(10)
	}
	p.Status("40-3-2")
	p.Println("a word between")
	p.Close()
	want := `match: 130/200 (65%), 1m10s left
match: 160/200 (80%), 40s left
a word between
match: 170/200 (85%) in 1m10s, 40-3-2
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

// A task that may begin slowly prints its first line early.
func TestProgressSoon(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := newProgress(&out, "train", 100, false, c.now)
	p.Soon(time.Second)
	for i := range 60 {
		c.advance(time.Second / 2)
		p.Status(fmt.Sprintf("%d of 60 games read", i+1))
	}
	if got, want := out.String(), "train: 0/100 (0%), 2 of 60 games read\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressUnknownTotal(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := newProgress(&out, "solve", 0, false, c.now)
	c.advance(time.Minute)
	p.Add(5)
	p.SetTotal(10)
	c.advance(time.Minute)
	p.Set(6)
	p.Close()
	if got, want := out.String(),
		"solve: 5\nsolve: 6/10 (60%), 1m20s left\nsolve: 6/10 (60%) in 2m0s\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressBar(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := newProgress(&out, "match", 10, true, c.now)
	c.advance(10 * time.Second)
	p.Add(1)
	p.Add(1) // too soon to be drawn
	c.advance(time.Second)
	p.Add(1)
	drawn := out.String()
	for _, want := range []string{"█", "30%", "match 3/10, 26s left"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("the bar lacks %q: %q", want, drawn)
		}
	}
	if strings.Contains(drawn, "2/10") {
		t.Errorf("drawn too often: %q", drawn)
	}
	if strings.Contains(drawn, "\n") {
		t.Errorf("the bar takes more than one line: %q", drawn)
	}
	p.Close()
	if !strings.HasSuffix(out.String(), "\rmatch: 3/10 (30%) in 11s\n") {
		t.Errorf("the last line is missing: %q", out.String())
	}
}

func TestProgressFitsItsLine(t *testing.T) {
	var out bytes.Buffer
	c := &clock{time.Unix(0, 0)}
	p := newProgress(&out, "match", 10, true, c.now)
	c.advance(time.Second)
	p.Status(strings.Repeat("long words ", 20))
	line := out.String()
	line = line[strings.LastIndex(line, "\r")+1:]
	if n := len([]rune(line)); n > 80 {
		t.Errorf("%d characters on a line of 80: %q", n, line)
	}
}

func TestNilProgress(t *testing.T) {
	var p *Progress
	p.SetTotal(1)
	p.Set(1)
	p.Add(1)
	p.Status("x")
	p.Println("x")
	p.Close()
}
