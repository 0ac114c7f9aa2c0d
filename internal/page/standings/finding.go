package standings

import (
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/result"
)

// finding returns the result of the games in one or two sentences.
func finding(d *Data, order []int) string {
	switch {
	case d.Finding != "":
		return d.Finding
	case len(order) == 1:
		return ""
	case len(order) == 2:
		return matchFinding(d, order)
	}
	return ladderFinding(d, order) + runFinding(d)
}

// matchFinding returns the result of a match between two players.
func matchFinding(d *Data, order []int) string {
	a, b := &d.Players[order[0]], &d.Players[order[1]]
	t := a.tally()
	if t.Games() == 0 {
		return "No games were played."
	}
	text := fmt.Sprintf("%s scored %s against %s in %s (%s)", a.shown(), percent(t.Score()), b.shown(),
		noun.Count(t.Games(), "game"), record3(t))
	if difference, ok := between(a.Rating, b.Rating); ok {
		text += ": " + eloWords(difference)
	}
	if d.LOS != nil {
		text += fmt.Sprintf("; its likelihood of superiority is %s",
			percent(d.LOS[order[0]][order[1]]))
	}
	text += "."
	if d.SPRT != nil {
		text += " " + verdict(d.SPRT)
	}
	return text
}

// eloWords writes a rating and its interval, or its one finite bound.
func eloWords(i result.Interval) string {
	switch s := span(i); {
	case math.IsInf(float64(i.Estimate), 0):
		return s + " Elo (95%)"
	case s == "":
		return elo(i.Estimate) + " Elo"
	default:
		return fmt.Sprintf("%s Elo (95%%: %s)", elo(i.Estimate), s)
	}
}

// between returns the interval of the difference between a and b, if one of the two has a fixed
// rating. The intervals of two estimated ratings do not give the interval of the difference.
func between(a, b result.Interval) (result.Interval, bool) {
	switch {
	case unknown(a) || unknown(b):
		return result.Interval{}, false
	case b.Low == b.High:
		return result.Interval{Estimate: a.Estimate - b.Estimate, Low: a.Low - b.Estimate,
			High: a.High - b.Estimate}, true
	case a.Low == a.High:
		return result.Interval{Estimate: a.Estimate - b.Estimate, Low: a.Estimate - b.High,
			High: a.Estimate - b.Low}, true
	}
	return result.Interval{}, false
}

// ladderFinding names the best of many players in a sentence.
func ladderFinding(d *Data, order []int) string {
	best, second := &d.Players[order[0]], &d.Players[order[1]]
	if unknown(best.Rating) || unknown(second.Rating) {
		return "The games do not rate the players."
	}
	text := fmt.Sprintf("%s has the highest rating, %s", best.shown(), eloWords(best.Rating))
	if anchor := d.player(d.Anchor); anchor != nil && anchor != best {
		text += fmt.Sprintf(" on a scale where %s has %s", anchor.shown(), elo(anchor.Rating.Estimate))
	}
	if gap := float64(best.Rating.Estimate - second.Rating.Estimate); !math.IsInf(gap, 0) &&
		!math.IsNaN(gap) {
		text += fmt.Sprintf("; %s is next, %.0f points below", second.shown(), gap)
	}
	if d.LOS != nil {
		text += fmt.Sprintf(" (likelihood of superiority %s)", percent(d.LOS[order[0]][order[1]]))
	}
	return text + "."
}

// runFinding states the gain from the first to the last checkpoint in a sentence. It returns "" if
// there are fewer than two checkpoints.
func runFinding(d *Data) string {
	scale := newProgress(d.Players)
	var first, last *Player
	var from, to float64
	for i := range d.Players {
		p := &d.Players[i]
		at, ok := scale.of(p)
		if !ok || unknown(p.Rating) {
			continue
		}
		if first == nil || at < from {
			first, from = p, at
		}
		if last == nil || at > to {
			last, to = p, at
		}
	}
	if first == last {
		return ""
	}
	gain := float64(last.Rating.Estimate - first.Rating.Estimate)
	if math.IsInf(gain, 0) || math.IsNaN(gain) {
		return ""
	}
	verb, size := "gained", math.Abs(gain)
	if gain < 0 {
		verb = "lost"
	}
	text := fmt.Sprintf(" From %s to %s the run %s %.0f points", scale.text(first), scale.text(last),
		verb, size)
	if scale.timed && to > from {
		text += fmt.Sprintf(", %.0f for each doubling of the processor time", size/(to-from))
	}
	return text + "."
}

// player returns the player with a name, or nil.
func (d *Data) player(name string) *Player {
	for i := range d.Players {
		if d.Players[i].Name == name {
			return &d.Players[i]
		}
	}
	return nil
}

// place names the game, the board and the stones in words.
func place(r game.Rules) string {
	return fmt.Sprintf("%s on %d × %d, %s a side", r.Preset().Title, r.Width, r.Height,
		noun.Count(r.Width*r.Rows, "stone"))
}
