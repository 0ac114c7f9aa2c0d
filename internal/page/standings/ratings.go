package standings

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"epaminondas/internal/match/result"
)

// ratingTable has the players by rank, with intervals on a common axis.
type ratingTable struct {
	Ticks  []tick
	Anchor *float64 // place of the anchor's rating
	Rows   []ratingRow
	Effort bool // some player reported its effort
	// Sampled is true if some player has a bootstrap interval.
	Sampled bool
}

type ratingRow struct {
	Rank       int
	Player     *Player
	Label      string
	IsAnchor   bool
	Elo        string // "" if unknown
	Interval   string
	Sampled    string  // interval of the bootstrap
	At         float64 // places of the estimate and the bounds
	Low, High  float64
	OpenLow    bool // the bound is infinite
	OpenHigh   bool
	Bounded    bool // the estimate is finite
	Games      int
	Score      string
	Time       string
	Nodes      string
	Checkpoint bool
}

// ranking returns the players' indices, best first. Players with unknown rating come last.
func ranking(players []Player) []int {
	order := make([]int, len(players))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &players[i], &players[j]
		if u, v := unknown(a.Rating), unknown(b.Rating); u != v {
			return map[bool]int{true: 1, false: -1}[u]
		}
		return cmp.Or(cmp.Compare(b.Rating.Estimate, a.Rating.Estimate),
			cmp.Compare(b.tally().Score(), a.tally().Score()))
	})
	return order
}

// unknown reports whether the games leave a rating unknown.
func unknown(i result.Interval) bool {
	return math.IsInf(float64(i.Low), -1) && math.IsInf(float64(i.High), 1) &&
		!math.IsInf(float64(i.Estimate), 0)
}

func bounds(i result.Interval) []float64 {
	return []float64{float64(i.Low), float64(i.Estimate), float64(i.High)}
}

func newRatingTable(d *Data, order []int) *ratingTable {
	var values []float64
	for _, p := range d.Players {
		if !unknown(p.Rating) {
			values = append(values, bounds(p.Rating)...)
		}
	}
	scale := newAxis(values)
	t := &ratingTable{Ticks: scale.ticks(4, signed)}
	for rank, i := range order {
		p := &d.Players[i]
		row := newRatingRow(p, scale)
		row.Rank, row.IsAnchor = rank+1, p.Name == d.Anchor
		if row.IsAnchor {
			t.Anchor = &row.At
		}
		t.Effort = t.Effort || row.Time != "" || row.Nodes != ""
		t.Sampled = t.Sampled || row.Sampled != ""
		t.Rows = append(t.Rows, row)
	}
	return t
}

func newRatingRow(p *Player, scale axis) ratingRow {
	r := ratingRow{Player: p, Label: p.shown(), Checkpoint: p.Step != nil, Time: duration(p.SecondsPerMove)}
	if p.NodesPerMove > 0 {
		r.Nodes = short(p.NodesPerMove)
	}
	if t := p.tally(); t.Games() > 0 {
		r.Games, r.Score = t.Games(), percent(t.Score())
	}
	if unknown(p.Rating) {
		return r
	}
	r.Elo, r.Interval, r.Sampled = elo(p.Rating.Estimate), span(p.Rating), span(p.Sampled)
	r.At, r.Low, r.High = scale.at(float64(p.Rating.Estimate)), scale.at(float64(p.Rating.Low)),
		scale.at(float64(p.Rating.High))
	r.Bounded = !math.IsInf(float64(p.Rating.Estimate), 0)
	r.OpenLow, r.OpenHigh = math.IsInf(float64(p.Rating.Low), 0), math.IsInf(float64(p.Rating.High), 0)
	return r
}

// elo writes a rating for readers.
func elo(r result.Elo) string {
	if math.Round(float64(r)) == 0 {
		return "0"
	}
	return minus(r.String())
}

func signed(v float64) string { return elo(result.Elo(v)) }

// span writes the bounds of an interval, "" if it has no width.
func span(i result.Interval) string {
	low, high := math.IsInf(float64(i.Low), 0), math.IsInf(float64(i.High), 0)
	switch {
	case low && high:
		return "unknown"
	case high:
		return "above " + elo(i.Low)
	case low:
		return "below " + elo(i.High)
	case i.Low == i.High:
		return ""
	}
	return fmt.Sprintf("%s to %s", elo(i.Low), elo(i.High))
}

// mostMeasured is the largest number of players whose effort the facts show. The rating table shows
// it for all players.
const mostMeasured = 4

// measured returns the cost of each player's moves in words; "" if no player reported it. The page
// shows it because the same limit means different costs for different kinds of players.
func measured(t *ratingTable) string {
	var parts []string
	for _, r := range t.Rows {
		switch {
		case r.Nodes != "" && r.Time != "":
			parts = append(parts, fmt.Sprintf("%s: %s, %s", r.Label, nodes(r.Nodes), r.Time))
		case r.Nodes != "":
			parts = append(parts, fmt.Sprintf("%s: %s", r.Label, nodes(r.Nodes)))
		case r.Time != "":
			parts = append(parts, fmt.Sprintf("%s: %s", r.Label, r.Time))
		}
	}
	if len(parts) > mostMeasured {
		parts = append(parts[:mostMeasured], "the others below")
	}
	return strings.Join(parts, "; ")
}

// nodes returns a written number of nodes with its noun.
func nodes(number string) string {
	if number == "1" {
		return "1 node"
	}
	return number + " nodes"
}
