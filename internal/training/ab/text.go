package ab

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/noun"
)

// WriteText writes the result as text: each side, the matches, the conclusion, and a row for a
// table in Markdown.
func (r *Result) WriteText(w io.Writer, question, setting string) error {
	var out strings.Builder
	fmt.Fprintf(&out, "\n%s: A has %s, B has %s\n\n", r.Rules, r.settings(1), r.settings(2))
	r.writeSeeds(&out)
	fmt.Fprintf(&out, "\nA against B, %s a move: %v\n", r.Limit, r.Total)
	fmt.Fprintf(&out, "Elo of A over B, by game: %v with 95%%, about these networks; A is better: "+
		"%.1f%% likely\n", r.ByGame, 100*r.Superiority)
	fmt.Fprintf(&out, "Elo of A over B, by seed: %v with 95%%, about the configs, from %s\n", r.BySeed,
		r.seedScores())
	for _, j := range r.Judged {
		fmt.Fprintf(&out, "\nthe judge of %s: A's moves are worth %s more than B's\n", j.Kind,
			meanText(j.Value.Estimate, j.Value.Low, j.Value.High))
		for i, report := range j.Report {
			d := report.Players[1].Against
			fmt.Fprintf(&out, "  seed %d: %s over %s, %.0f%% same moves\n", r.Seeds[i].Seed,
				meanText(d.Value.Estimate, d.Value.Low, d.Value.High),
				noun.Count(report.Positions, "position"), 100*d.Same)
		}
	}
	fmt.Fprintf(&out, "\nfor docs/experiments.md:\n\n%s", r.Markdown(question, setting))
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("ab: write the result: %w", err)
	}
	return nil
}

// meanText writes a mean with its bounds, if it has any.
func meanText(mean, low, high float64) string {
	if math.IsInf(low, 0) {
		return fmt.Sprintf("%+.3f", mean)
	}
	return fmt.Sprintf("%+.3f [%+.3f, %+.3f]", mean, low, high)
}

// writeSeeds writes a row for each side of each seed.
func (r *Result) writeSeeds(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "seed\tside\tprocessor time\twall time\tgames\tpositions\tsteps\tA scores\tElo with "+
		"95%%\t\n")
	for _, s := range r.Seeds {
		for i, side := range s.Sides {
			score, elo := "", ""
			if i == 0 {
				score, elo = fmt.Sprintf("%.1f%%", 100*s.Match.Score), s.Match.Rating.String()
			}
			fmt.Fprintf(t, "%d\t%s\t%v\t%v\t%d\t%d\t%d\t%s\t%s\t\n", s.Seed, side.Side,
				seconds(side.ProcessorSeconds), seconds(side.Hours*3600), side.Games, side.Positions,
				side.Steps, score, elo)
		}
	}
	t.Flush() // cannot fail: w is in memory
}

func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Second)
}

// settings lists the settings in which a side differs from the other side.
func (r *Result) settings(side int) string {
	var list []string
	for _, d := range r.Settings {
		list = append(list, d[0]+"="+d[side])
	}
	return strings.Join(list, ", ")
}

// seedScores lists A's score by seed: "52.0%, 48.5%".
func (r *Result) seedScores() string {
	var list []string
	for _, s := range r.Seeds {
		list = append(list, fmt.Sprintf("%.1f%%", 100*s.Match.Score))
	}
	return strings.Join(list, ", ")
}

// Markdown returns the result as a table of one row, for docs/experiments.md: the question, the
// setting and the result. If question is empty, Markdown writes its own. It appends rules, seeds
// and budgets to setting.
func (r *Result) Markdown(question, setting string) string {
	if question == "" {
		question = fmt.Sprintf("%s (A) or %s (B)?", r.settings(1), r.settings(2))
	}
	var spent [2]float64
	for _, s := range r.Seeds {
		for i, side := range s.Sides {
			spent[i] += side.ProcessorSeconds / float64(len(r.Seeds))
		}
	}
	setting = strings.TrimSpace(fmt.Sprintf("%s %s, %s, processor time A %v and B %v each, %s of "+
		"games a seed, %s a move",
		setting, r.Rules, noun.Count(len(r.Seeds), "seed",
			"seeds"), seconds(spent[0]), seconds(spent[1]), noun.Count(r.Pairs, "pair"), r.Limit))
	result := fmt.Sprintf("A %v, Elo %v by game, %v by seed", r.Total, r.ByGame, r.BySeed)
	for _, j := range r.Judged {
		result += fmt.Sprintf("; judge of %s: %s", j.Kind,
			meanText(j.Value.Estimate, j.Value.Low, j.Value.High))
	}
	cell := strings.NewReplacer("|", `\|`, "\n", " ").Replace
	return fmt.Sprintf("| question | setting | result |\n|---|---|---|\n| %s | %s | %s |\n", cell(question),
		cell(setting), cell(result))
}
