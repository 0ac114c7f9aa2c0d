package judge

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/noun"
)

// WriteTable writes the report as text: the value of each player's moves, then the differences to
// the first player.
func (r *Report) WriteTable(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s of %s, judged by %s; 95%% intervals\n\n",
		noun.Count(r.Positions, "position"), r.Rules, r.Reference)
	t := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "value\tregret\tbest moves\tblunders\twins thrown away\ttime\t  player\n")
	for _, p := range r.Players {
		fmt.Fprintf(t, "%v\t%v\t%v\t%v\t%v\t%v\t  %s\n", p.Value.Signed(), p.Regret.plain(), p.Best,
			p.Blunders, p.Thrown, p.time(), p.Name)
	}
	t.Flush() // cannot fail: out is memory
	if len(r.Players) > 1 {
		fmt.Fprintf(&out, "\nminus those of %s, position by position:\n\n", r.Players[0].Name)
		r.writeDifferences(&out)
	}
	lines := strings.Split(out.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	if _, err := io.WriteString(w, strings.Join(lines, "\n")); err != nil {
		return fmt.Errorf("judge: write a table: %w", err)
	}
	return nil
}

// writeDifferences writes a row for every player except the first.
func (r *Report) writeDifferences(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "value\tbest moves\tblunders\tsame moves\t  player\n")
	for _, p := range r.Players[1:] {
		d := p.Against
		fmt.Fprintf(t, "%v\t%v\t%v\t%.0f%%\t  %s\n", d.Value.Signed(), d.Best.points(),
			d.Blunders.points(), 100*d.Same, p.Name)
	}
	t.Flush() // cannot fail: w is memory
}

// Signed returns a value: "+0.312 [+0.270, +0.354]".
func (m Mean) Signed() string { return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", m.Estimate, m.Low, m.High) }

// plain returns a number that is not negative: "0.112 [0.070, 0.154]".
func (m Mean) plain() string { return fmt.Sprintf("%.3f [%.3f, %.3f]", m.Estimate, m.Low, m.High) }

// points returns a difference of shares in percentage points: "+3.2 [-0.7, +7.1]".
func (m Mean) points() string {
	return fmt.Sprintf("%+.1f [%+.1f, %+.1f]", 100*m.Estimate, 100*m.Low, 100*m.High)
}

// String returns, for example, "12.3% [9.9, 15.2]".
func (s Share) String() string {
	if s.Of == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f%% [%.1f, %.1f]", 100*s.Rate, 100*s.Low, 100*s.High)
}

// time returns the time for a position.
func (p *PlayerResult) time() string {
	d := time.Duration(p.Milliseconds * float64(time.Millisecond))
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= 10*unit {
			return d.Round(unit / 10).String()
		}
	}
	return d.String()
}
