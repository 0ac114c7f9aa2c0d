package learning

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/noun"
)

// WriteText writes the result as text: a row for each candidate, then the calibration of each.
func (r *Result) WriteText(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s\n%s for each candidate; held out: %s with %s\n\n", r.Run,
		r.Rules, r.budget(), noun.Count(r.HeldOut.Games, "game"),
		noun.Count(r.HeldOut.Positions, "position"))
	r.writeCandidates(&out)
	fmt.Fprintf(&out, "\n± is the 95%% interval by game. Lower is better, except for agree. KL: policy "+
		"against the search's policy, in nats.\nBrier and error: win, draw and loss, and the expected "+
		"value, against the outcome. Differences to %s are paired by game.\n", r.Candidates[0].Name)
	for i := range r.Candidates {
		r.Candidates[i].writeDetails(&out, r.several())
	}
	r.writeJudged(&out)
	r.writeMatches(&out)
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("fit: write the result: %w", err)
	}
	return nil
}

// budget returns the budget in words. If there are several budgets, it returns the largest.
func (r *Result) budget() string {
	var parts []string
	if r.Steps > 0 {
		parts = append(parts, noun.Count(r.Steps, "step"))
	}
	if r.Seconds > 0 {
		parts = append(parts, fmt.Sprintf("%v of %s time", seconds(r.Seconds), r.Clock))
	}
	text := strings.Join(parts, " or ")
	if r.several() {
		return "up to " + text
	}
	return text
}

// seconds returns a number of seconds as a duration.
func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// budget returns the budget of a row.
func (c *Trained) budget() Budget { return Budget{c.BudgetSteps, seconds(c.BudgetSeconds)} }

// several reports whether there are several budgets.
func (r *Result) several() bool {
	for i := range r.Candidates {
		if r.Candidates[i].budget() != r.Candidates[0].budget() {
			return true
		}
	}
	return false
}

// writeCandidates writes a row for each candidate.
func (r *Result) writeCandidates(w io.Writer) {
	base, exact, several := r.Candidates[0].Name, r.solved(), r.several()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "candidate\t")
	if several {
		fmt.Fprint(t, "budget\t")
	}
	fmt.Fprint(t, "parameters\tevals/s\tspeed\tsteps\tsamples/s\tuses\tKL\tagree\tBrier\terror\t")
	if exact {
		fmt.Fprint(t, "exact error\tthrown away\t")
	}
	fmt.Fprintf(t, "KL - %s\tBrier - %s\n", base, base)
	for _, c := range r.Candidates {
		fmt.Fprintf(t, "%s\t", c.Name)
		if several {
			fmt.Fprintf(t, "%s\t", c.budget().Label())
		}
		fmt.Fprintf(t, "%d\t%s\t%s\t%d\t%.0f\t%.2f\t", c.Parameters, positive("%.0f", c.Evaluations),
			positive("%.2f", c.Ratio), c.Steps, c.Rate, c.Uses)
		if c.Figures == nil {
			fmt.Fprintf(t, "failed\n")
			continue
		}
		f := c.Figures
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t", f.KL.Text(1, 4, ""), f.Agreement.Text(100, 1, "%"),
			f.Brier.Text(1, 4, ""), f.SquaredError.Text(1, 4, ""))
		if exact {
			fmt.Fprintf(t, "%s\t%s\t", f.ExactError.Text(1, 4, ""), f.Thrown.Text(100, 1, "%"))
		}
		if d := c.Difference; d != nil {
			fmt.Fprintf(t, "%s\t%s", d.KL.Signed(), d.Brier.Signed())
		}
		fmt.Fprintln(t)
	}
	t.Flush() // cannot fail: w is in memory
}

// positive writes a number, or a dash for 0.
func positive(format string, x float64) string {
	if x <= 0 {
		return "-"
	}
	return fmt.Sprintf(format, x)
}

// solved reports whether the result has figures of the solved board.
func (r *Result) solved() bool {
	for _, c := range r.Candidates {
		if c.Figures != nil && c.Figures.ExactError != nil {
			return true
		}
	}
	return false
}

// writeDetails writes the settings of a candidate, its failure, its file and its calibration.
func (c *Trained) writeDetails(w io.Writer, several bool) {
	fmt.Fprintf(w, "\n%s", c.Name)
	if several {
		fmt.Fprintf(w, ", %s", c.budget().Label())
	}
	if len(c.Settings) > 0 {
		fmt.Fprintf(w, " (%s)", strings.Join(c.Settings, ", "))
	}
	fmt.Fprintf(w, ": %s with %s in the window", noun.Count(c.Games, "game"),
		noun.Count(c.Positions, "position"))
	if c.Damaged > 0 {
		fmt.Fprintf(w, ", %s refused", noun.Count(c.Damaged, "game"))
	}
	fmt.Fprintln(w)
	if c.Failed != "" {
		fmt.Fprintf(w, "failed: %s\n", c.Failed)
	}
	if c.Checkpoint != "" {
		fmt.Fprintf(w, "saved as %s\n", c.Checkpoint)
	}
	if len(c.Bands) == 0 {
		return
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "plies\tgames\tpositions\tvalue\toutcome\tconfidence\tresult\ttoo sure\t\n")
	for _, b := range c.Bands {
		fmt.Fprintf(t, "%d to %d\t%d\t%d\t%+.3f\t%+.3f\t%.3f\t%+.3f\t%s\t\n", b.First, b.Last, b.Games,
			b.Positions, b.Value, b.Outcome, b.Confidence, b.Result, b.TooSure.Signed())
	}
	t.Flush() // cannot fail: w is in memory
}
