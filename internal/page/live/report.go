package live

import (
	"encoding/json"
	"fmt"

	"epaminondas/internal/training/runs"
)

// Report is what was measured of the finished player.
type Report struct {
	Step    int64         `json:"step"`
	Matches []ReportMatch `json:"matches"`
	Exact   []ReportExact `json:"exact"`
}

// ReportMatch is what the finished player did against another one.
type ReportMatch struct {
	Against string          `json:"against"`
	Wins    int             `json:"wins"`
	Draws   int             `json:"draws"`
	Losses  int             `json:"losses"`
	Elo     json.RawMessage `json:"elo"` // a rating.Interval
}

// ReportExact is how often a network throws away positions of the solved board.
type ReportExact struct {
	Model       string          `json:"model"`
	Simulations int             `json:"simulations"`
	Policy      json.RawMessage `json:"policy"` // a solve.Share
	Search      json.RawMessage `json:"search"`
	// Played is the same for positions that games reach; nil in reports of earlier versions.
	Played *ReportPlayed `json:"played,omitempty"`
}

// ReportPlayed is how often a network throws away positions that games reach.
type ReportPlayed struct {
	Policy json.RawMessage `json:"policy"` // a solve.Share
	Search json.RawMessage `json:"search"`
}

// savedExact is what is needed of the exact figures as a report keeps them.
type savedExact struct {
	Model          string
	Simulations    int
	Policy, Search struct{ All json.RawMessage }
	Played         *struct{ Policy, Search struct{ All json.RawMessage } }
}

// told returns the figures as the page is told them.
func (e savedExact) told() ReportExact {
	r := ReportExact{Model: e.Model, Simulations: e.Simulations, Policy: e.Policy.All, Search: e.Search.All}
	if e.Played != nil {
		r.Played = &ReportPlayed{e.Played.Policy.All, e.Played.Search.All}
	}
	return r
}

// readReport reads the report of a run that has come to its end.
func (t *snapshot) readReport(dir string) error {
	if t.state() != Finished {
		t.report = nil
		return nil
	}
	if t.report != nil && t.report.Step == t.markers[len(t.markers)-1].Step {
		return nil
	}
	text, err := runs.ReadReport(dir)
	if err != nil || text == nil {
		return err
	}
	var kept struct {
		Step    int64
		Matches []struct {
			B     string
			Total struct{ Wins, Draws, Losses int }
			Elo   json.RawMessage
		}
		Exact []savedExact
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		return fmt.Errorf("read the report of %s: %w", dir, err)
	}
	if kept.Step != t.markers[len(t.markers)-1].Step {
		return nil // of a shorter run
	}
	t.report = &Report{Step: kept.Step, Matches: []ReportMatch{}, Exact: []ReportExact{}}
	for _, m := range kept.Matches {
		t.report.Matches = append(t.report.Matches, ReportMatch{m.B, m.Total.Wins, m.Total.Draws, m.Total.Losses, m.Elo})
	}
	for _, e := range kept.Exact {
		t.report.Exact = append(t.report.Exact, e.told())
	}
	return nil
}
