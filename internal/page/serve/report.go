package serve

import (
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// Report has the measurements of the finished player.
type Report struct {
	Step    int64         `json:"step"`
	Matches []ReportMatch `json:"matches"`
	Exact   []ReportExact `json:"exact"`
}

// ReportMatch is the result of the finished player against one opponent.
type ReportMatch struct {
	Against string          `json:"against"`
	Wins    int             `json:"wins"`
	Draws   int             `json:"draws"`
	Losses  int             `json:"losses"`
	Elo     result.Interval `json:"elo"`
}

// ReportExact is how often a network throws away the value of a position on the solved board.
type ReportExact struct {
	Model       string      `json:"model"`
	Simulations int         `json:"simulations"`
	Policy      solve.Share `json:"policy"`
	Search      solve.Share `json:"search"`
	// Played has the same figures for positions from games. It is nil in reports of earlier
	// versions.
	Played *ReportPlayed `json:"played,omitempty"`
}

// ReportPlayed is how often a network throws away the value of a position from games.
type ReportPlayed struct {
	Policy solve.Share `json:"policy"`
	Search solve.Share `json:"search"`
}

// summarize returns a report in the form for the page.
func summarize(r *runs.Report) *Report {
	s := &Report{Step: r.Step, Matches: []ReportMatch{}, Exact: []ReportExact{}}
	for _, m := range r.Matches {
		s.Matches = append(s.Matches, ReportMatch{m.B, m.Total.Wins, m.Total.Draws, m.Total.Losses, m.Rating})
	}
	for _, e := range r.Exact {
		s.Exact = append(s.Exact, summarizeExact(e))
	}
	return s
}

// summarizeExact returns the figures on the solved board in the form for the page.
func summarizeExact(e *result.Exact) ReportExact {
	s := ReportExact{Model: e.Model, Simulations: e.Simulations, Policy: e.Policy.All, Search: e.Search.All}
	if e.Played != nil {
		s.Played = &ReportPlayed{e.Played.Policy.All, e.Played.Search.All}
	}
	return s
}

// readReport reads the report of a finished run.
func (t *snapshot) readReport(dir string) error {
	if t.state() != Finished {
		t.report = nil
		return nil
	}
	if t.report != nil && t.report.Step == t.markers[len(t.markers)-1].Step {
		return nil
	}
	kept, err := runs.ReadReport(dir)
	if err != nil || kept == nil {
		return err
	}
	if kept.Step != t.markers[len(t.markers)-1].Step {
		return nil // the report is about a shorter run
	}
	t.report = summarize(kept)
	return nil
}
