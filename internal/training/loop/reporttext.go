package loop

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// WriteReport writes a report as text.
func WriteReport(w io.Writer, r *runs.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s, seed %d: step %d after %s and %.2f hours at work\n", r.Rules, r.Seed,
		r.Step, noun.Count(r.Games, "game"), r.Hours)
	if r.Damaged > 0 {
		fmt.Fprintf(&b, "damaged games:     %d, set aside; \"train repair\" lists them\n", r.Damaged)
	}
	if r.Processor != nil {
		fmt.Fprintf(&b, "processor time:    %s\n", r.Processor)
	}
	fmt.Fprintf(&b, "this report:       %s\nbest by the gate:  %s\n", r.Model, r.Best)
	if r.Init != "" {
		fmt.Fprintf(&b, "step 0:            not untrained, but %s\n", r.Init)
	}
	if r.Older != "" {
		fmt.Fprintf(&b, "learned first:     %s\n", r.Older)
	}
	writeStages(&b, r.Stages)
	writeLines(&b, r.Lines)
	if len(r.Matches) > 0 {
		writeMatches(&b, r)
	}
	if r.Gate != nil {
		b.WriteString("\nthe last gate match:\n\n")
		if err := (&arena.Result{Match: *r.Gate}).WriteTable(&b); err != nil {
			return err
		}
	}
	switch {
	case len(r.Exact) > 0:
		writeExact(&b, r)
	case r.ExactNote != "":
		fmt.Fprintf(&b, "\nno exact figures: %s\n", r.ExactNote)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeStages writes a line for each stage.
func writeStages(w io.Writer, stages []runs.StageReport) {
	for i, s := range stages {
		line := fmt.Sprintf("stage %d:           %s, from step %d", i+1, s.Name, s.Step)
		if len(s.Settings) > 0 {
			line += ": " + strings.Join(s.Settings, ", ")
		}
		fmt.Fprintln(w, line)
	}
}

// writeLines says what the classical engine learned.
func writeLines(w io.Writer, l *runs.LinesReport) {
	switch {
	case l == nil:
	case l.Note != "":
		fmt.Fprintf(w, "no evaluation by lines: %s\n", l.Note)
	default:
		fmt.Fprintf(w, "lines:             %s explains %.1f%% of the network's values, from %s\n", l.File,
			100*l.Explained, noun.Count(l.Positions, "leaf", "leaves"))
	}
}

// writeMatches writes a row for each opponent.
func writeMatches(w io.Writer, r *runs.Report) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\n%s against\twins\tdraws\tlosses\tscore\tElo with 95%%\tplies\trepeated\t\n",
		r.Matches[0].A)
	for _, m := range r.Matches {
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.1f%%\t%v\t%.0f\t%d\t\n", m.B, m.Total.Wins, m.Total.Draws,
			m.Total.Losses, 100*m.Score, m.Rating, m.MeanPlies, m.Duplicates)
	}
	t.Flush() // cannot fail: w is in memory
}

// writeExact writes a table for each sample, with a row for each network and for each way to choose
// moves.
func writeExact(w io.Writer, r *runs.Report) {
	writeSample(w, r, "solved positions", func(e *result.Exact) (policy,
		search solve.MistakeCounts) {
		return e.Policy, e.Search
	})
	if r.Exact[0].Played != nil {
		writeSample(w, r, "positions of games",
			func(e *result.Exact) (policy, search solve.MistakeCounts) {
				return e.Played.Policy, e.Played.Search
			})
		fmt.Fprintf(w, "\npositions of games: %s\n", r.Exact[0].Played.Source())
	}
}

// writeSample writes the table of a sample.
func writeSample(w io.Writer, r *runs.Report, name string,
	of func(*result.Exact) (policy, search solve.MistakeCounts)) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, first := of(r.Exact[0])
	fmt.Fprintf(t, "\nthrows away, of %d %s\tall\twith 95%%\twon\tdrawn\t\n", first.All.Positions, name)
	row := func(name string, s solve.MistakeCounts) {
		fmt.Fprintf(t, "%s\t%.1f%%\t%.1f%% to %.1f%%\t%.1f%%\t%.1f%%\t\n", name, 100*s.All.Rate,
			100*s.All.Low, 100*s.All.High, 100*s.Won.Rate, 100*s.Drawn.Rate)
	}
	for _, e := range r.Exact {
		policy, search := of(e)
		row(e.Model+", raw policy", policy)
		row(fmt.Sprintf("%s, %s", e.Model, noun.Count(e.Simulations, "simulation")), search)
	}
	t.Flush() // cannot fail: w is in memory
}
