package learning

import (
	"fmt"
	"io"
	"text/tabwriter"

	"epaminondas/internal/match/judge"
)

// writeJudged writes a row for each kind of player and judged candidate.
func (r *Result) writeJudged(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for k, kind := range judge.Kinds() {
		for i := range r.Candidates {
			c := &r.Candidates[i]
			if k >= len(c.Judged) {
				continue
			}
			j := c.Judged[k]
			difference := ""
			if j.Difference != nil {
				difference = j.Difference.Signed()
			} else if k == 0 { // the base is the first row
				fmt.Fprintf(t, "\njudge of\tcandidate\tvalue\tblunders\tvalue - %s\n", c.Name)
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%.1f%%\t%s\n", kind.Name, c.Name, j.Value.Signed(),
				100*j.Blunders.Rate, difference)
		}
	}
	t.Flush() // cannot fail: w is in memory
}

// writeMatches writes a row for each match.
func (r *Result) writeMatches(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	any := false
	for i := range r.Candidates {
		m := r.Candidates[i].Match
		if m == nil {
			continue
		}
		if !any {
			fmt.Fprintf(t, "\n%s a move against %s\twins\tdraws\tlosses\tscore\tElo with 95%%\n", r.Limit,
				r.Candidates[0].Name)
		}
		any = true
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%.1f%%\t%v\n", r.Candidates[i].Name, m.Total.Wins, m.Total.Draws,
			m.Total.Losses, 100*m.Score, m.Rating)
	}
	t.Flush() // cannot fail: w is in memory
}
