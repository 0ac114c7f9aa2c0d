package arena

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/result"
)

// barWidth is the width of a full bar.
const barWidth = 24

// bar draws a share in [0, 1].
func bar(share float64) string {
	full := int(math.Round(min(max(share, 0), 1) * barWidth))
	return strings.Repeat("█", full) + strings.Repeat("·", barWidth-full)
}

// WriteTable writes the result as text: first a table of the scores with bars, then a table of the
// findings.
func (r *Result) WriteTable(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s (A) against %s (B)\n%s\n\n", r.A, r.B,
		settings(r.Rules, r.Openings, r.Control, r.Seed))
	out.WriteString(r.scores())
	out.WriteByte('\n')
	out.WriteString(r.findings())
	writeWarnings(&out, r.Warnings)
	return writeText(w, out.String())
}

// Line returns a summary for logs: "64-9-27, Elo +151 [+88, +213], accepted".
func (r *Result) Line() string {
	line := fmt.Sprintf("%v, Elo %v", r.Total, r.Rating)
	if r.Test != nil {
		line += fmt.Sprintf(", %s", r.Test.Decision)
	}
	return line
}

// settings describes the settings of a tournament.
func settings(rules string, openings result.OpeningCount, control engine.Control, seed uint64) string {
	text := fmt.Sprintf("%s, %v", rules, openings)
	if control != (engine.Control{}) {
		text += fmt.Sprintf(", clock %v", control)
	}
	return text + fmt.Sprintf(", seed %d", seed)
}

func writeWarnings(out io.Writer, warnings []result.Warning) {
	for i, warning := range warnings {
		if i == 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "Warning: %v.\n", warning)
	}
}

// writeText writes a finished table.
func writeText(w io.Writer, text string) error {
	if _, err := io.WriteString(w, trimLines(text)); err != nil {
		return fmt.Errorf("arena: write a table: %w", err)
	}
	return nil
}

// trimLines removes the spaces at the ends of lines.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// scores returns the table of the points.
func (r *Result) scores() string {
	g := grid{left: 1}
	g.row("", "games", "wins", "draws", "losses", "score")
	for _, side := range []struct {
		name string
		result.Tally
	}{{"A as White", r.AsWhite}, {"A as Black", r.AsBlack}, {"A", r.Total}} {
		share, shown := showTally(side.Tally)
		g.row(side.name, side.Games(), side.Wins, side.Draws, side.Losses, share, shown)
	}
	return g.String()
}

// showTally returns the score as a percentage and as a bar. Both are "" without games.
func showTally(t result.Tally) (share, shown string) {
	if t.Games() == 0 {
		return "", ""
	}
	return percent(t.Score()), bar(t.Score())
}

// findings returns the table of the other results.
func (r *Result) findings() string {
	g := grid{left: 2}
	row := func(name, format string, args ...any) { g.row(name, fmt.Sprintf(format, args...)) }
	row("Elo of A over B", "%s (95%%), from %s", r.Rating,
		noun.Count(r.Pairs.Count(), "pair of games", "pairs of games"))
	row("A is better", "%s likely", percent(r.Superiority))
	if r.Test != nil {
		row("test", "%s", r.Test)
		if r.Test.Decision == result.Undecided {
			row("test takes", "%s", r.Test.Forecast())
		}
	}
	row("points in a pair", "0: %d   ½: %d   1: %d   1½: %d   2: %d", r.Pairs[0], r.Pairs[1],
		r.Pairs[2], r.Pairs[3], r.Pairs[4])
	row("White", "scores %s", percent(r.FirstScore))
	row("length", "%.1f plies a game; ends: %s", r.MeanPlies, countsText(r.Reasons))
	row("duplicate games", "%d", r.Duplicates)
	if r.ForfeitsA+r.ForfeitsB > 0 {
		row("lost by conduct", "A: %d   B: %d", r.ForfeitsA, r.ForfeitsB)
	}
	row("A spends", "%s", r.EffortA)
	row("B spends", "%s", r.EffortB)
	row("played", "%d of at most %s, %s of thinking", r.Total.Games(), noun.Count(r.Planned, "game"),
		result.Seconds(r.Seconds))
	if r.Test != nil && r.Test.Beyond > 0 {
		row("", "%s finished before the decision, but %s after the deciding pair and %s not counted",
			noun.Count(r.Test.Beyond, "more game was", "more games were"),
			noun.Form(r.Test.Beyond, "comes", "come"), noun.Form(r.Test.Beyond, "is", "are"))
	}
	return g.String()
}

// countsText lists counts, the largest first.
func countsText(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}
