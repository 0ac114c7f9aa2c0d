package arena

import (
	"fmt"
	"io"
	"math"
	"strings"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/result"
)

const (
	nameWidth = 32 // of a player's name in a table, in characters
	axisWidth = 24 // of the bars for intervals
	mostCross = 26 // players in a crosstable on a terminal
)

// WriteTable writes the standings as text: the ranking, the results of the pairings, and the other
// findings.
func (s *Standings) WriteTable(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n\n", settings(s.Rules, s.Openings, s.Control, s.Seed))
	out.WriteString(s.ranking())
	out.WriteByte('\n')
	switch {
	case s.gauntlet():
		out.WriteString(s.opponents())
	case len(s.Players) <= mostCross:
		out.WriteString(s.cross())
	default:
		fmt.Fprintf(&out, "The crosstable of %s is too wide to show here.\n",
			noun.Count(len(s.Players), "player"))
	}
	out.WriteByte('\n')
	out.WriteString(s.findings())
	writeWarnings(&out, s.Warnings)
	return writeText(w, out.String())
}

// gauntlet reports whether one player met all others, and the others did not meet each other.
func (s *Standings) gauntlet() bool {
	for _, p := range s.Pairings {
		if p.A != s.Pairings[0].A {
			return false
		}
	}
	return true
}

// ranking returns the table of the players.
func (s *Standings) ranking() string {
	scale := s.scale()
	g := grid{left: 2}
	g.row("#", "player", "Elo", "95%", scale.header(), "games", "score", "LOS", "time a move")
	names := shortNames(s.names(), nameWidth)
	for place, i := range s.Ranking {
		p := &s.Players[i]
		share, _ := showTally(p.Total)
		superiority := ""
		if place+1 < len(s.Ranking) {
			superiority = percent(p.Superiority)
		}
		g.row(place+1, names[i], eloText(p.Elo.Estimate), bounds(p.Elo), scale.draw(p.Elo),
			p.Total.Games(), share, superiority, result.Seconds(p.Effort.SecondsAMove()))
	}
	return g.String() + s.legend()
}

// legend returns an explanation of the columns of the ranking.
func (s *Standings) legend() string {
	text := fmt.Sprintf("Elo: %s is 0. ", s.Players[s.Anchor].Name)
	if note := s.ReferenceNote(); note != "" {
		text += note + ". "
	}
	return text + "LOS: the likelihood that a player is better than the next.\n"
}

// ReferenceNote returns a note with the player to which the intervals are relative, or "" if that
// is the anchor.
func (s *Standings) ReferenceNote() string {
	if s.Reference == s.Anchor {
		return ""
	}
	return fmt.Sprintf("95%%: of the difference to %s, because few players lost to %s",
		s.Players[s.Reference].Name, s.Players[s.Anchor].Name)
}

// bounds returns the bounds of an interval as text: "[+88, +213]".
func bounds(i result.Interval) string {
	if i.Low == i.High {
		return ""
	}
	return fmt.Sprintf("[%v, %v]", i.Low, i.High)
}

// eloText returns a rating as text. The anchor's rating has no sign.
func eloText(r result.Elo) string {
	if r == 0 {
		return "0"
	}
	return r.String()
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// opponents returns the table of a gauntlet: the results of the first player against each opponent.
func (s *Standings) opponents() string {
	g := grid{left: 1}
	names := shortNames(s.names(), nameWidth)
	g.row(names[s.Pairings[0].A]+" against", "games", "wins", "draws", "losses", "score",
		"", "Elo over it", "LOS")
	for i, r := range s.Results {
		share, shown := showTally(r.Total)
		g.row("  "+names[s.Pairings[i].B], r.Total.Games(), r.Total.Wins, r.Total.Draws, r.Total.Losses,
			share, shown, r.Rating, percent(r.Superiority))
	}
	return g.String()
}

// cross returns the crosstable in the order of the ranking. Each cell is the score of the row's
// player against the column's player.
func (s *Standings) cross() string {
	g := grid{left: 2}
	header := []any{"", "% against"}
	for place := range s.Ranking {
		header = append(header, place+1)
	}
	g.row(header...)
	names := shortNames(s.names(), nameWidth)
	for place, i := range s.Ranking {
		cells := []any{place + 1, names[i]}
		for _, j := range s.Ranking {
			switch t := s.Crosstable[i][j]; {
			case i == j:
				cells = append(cells, "·")
			case t.Games() == 0:
				cells = append(cells, "")
			default:
				cells = append(cells, fmt.Sprintf("%.0f", 100*t.Score()))
			}
		}
		g.row(cells...)
	}
	return g.String()
}

// findings returns the table of the other results.
func (s *Standings) findings() string {
	g := grid{left: 2}
	g.row("White", fmt.Sprintf("scores %s; between equal players moving first is worth %v Elo (95%%)",
		percent(s.First.Score), s.First.Elo))
	g.row("length", fmt.Sprintf("%.1f plies a game; ends: %s", s.Plies, countsText(s.Endings)))
	g.row("duplicate games", s.Repeated)
	g.row("played", s.played())
	return g.String()
}

// played returns the number of games and the time of this session.
func (s *Standings) played() string {
	text := fmt.Sprintf("%d of %s", s.Played, noun.Count(s.Planned, "game"))
	switch now := s.Played - s.Before; {
	case s.Before == 0:
		return text + " in " + result.Seconds(s.Seconds)
	case now > 0:
		return text + fmt.Sprintf(", the last %d in %s", now, result.Seconds(s.Seconds))
	}
	return text
}

// scale is the axis of the intervals in a table.
type scale struct{ low, high float64 }

// scale returns an axis with room for all finite bounds.
func (s *Standings) scale() scale {
	var axis scale // includes 0, the rating of the anchor
	openLow, openHigh := 0.0, 0.0
	for _, p := range s.Players {
		for _, x := range []result.Elo{p.Elo.Estimate, p.Elo.Low, p.Elo.High} {
			switch {
			case math.IsInf(float64(x), -1):
				openLow = 1
			case math.IsInf(float64(x), 1):
				openHigh = 1
			default:
				axis.low, axis.high = min(axis.low, float64(x)), max(axis.high, float64(x))
			}
		}
	}
	room := (axis.high - axis.low) / 8 // for the arrows
	return scale{axis.low - openLow*room, axis.high + openHigh*room}
}

// header returns the labels at both ends of the axis.
func (a scale) header() string {
	low, high := eloText(result.Elo(a.low)), eloText(result.Elo(a.high))
	return low + strings.Repeat(" ", max(1, axisWidth-len(low)-len(high))) + high
}

// column returns the column of x on the axis.
func (a scale) column(x result.Elo) int {
	if a.high == a.low {
		return 0
	}
	share := (float64(x) - a.low) / (a.high - a.low)
	return int(math.Round(min(max(share, 0), 1) * (axisWidth - 1)))
}

// draw draws an interval and its estimate. An arrow stands for an infinite bound.
func (a scale) draw(i result.Interval) string {
	cells := []rune(strings.Repeat("·", axisWidth))
	for k := a.column(i.Low); k <= a.column(i.High); k++ {
		cells[k] = '━'
	}
	if math.IsInf(float64(i.Low), -1) {
		cells[0] = '◂'
	}
	if math.IsInf(float64(i.High), 1) {
		cells[axisWidth-1] = '▸'
	}
	cells[a.column(i.Estimate)] = '●'
	return string(cells)
}
