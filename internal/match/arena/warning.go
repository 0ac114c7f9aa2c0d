package arena

import (
	"fmt"
	"slices"
	"time"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/result"
)

// The kinds of warnings about games. The package rating has the kinds about ratings.
const (
	RepeatedOpenings result.Kind = "repeated-openings"
	RepeatedGames    result.Kind = "repeated-games"
	Forfeits         result.Kind = "forfeits"
	Overtime         result.Kind = "overtime"
)

// tolerable is the largest share of repeated games without a warning. With short openings and
// players without randomness some games repeat.
const tolerable = 0.05

// warn adds the warnings that make the figures less reliable.
func (s *Standings) warn(t *Tournament) {
	var found []result.Warning
	say := func(kind result.Kind, format string, args ...any) {
		found = append(found, result.Warning{Kind: kind, Text: fmt.Sprintf(format, args...)})
	}
	if n := repeatedOpenings(t.Openings); n > 0 {
		say(RepeatedOpenings,
			"%d of %s %s another opening, or its mirror image, and %s little information", n,
			noun.Count(len(t.Openings), "opening"), noun.Form(n, "repeats", "repeat"),
			noun.Form(n, "adds", "add"))
	}
	if float64(s.Repeated) > tolerable*float64(s.Played) {
		say(RepeatedGames,
			"%d of %s %s an earlier game move by move and %s no information, so the intervals are too narrow",
			s.Repeated, noun.Count(s.Played, "game"), noun.Form(s.Repeated, "repeats", "repeat"),
			noun.Form(s.Repeated, "adds", "add"))
	}
	for _, p := range s.Players {
		if p.Forfeits > 0 {
			say(Forfeits, "%s lost %d of %s by forfeit, not on the board", p.Name,
				p.Forfeits, noun.Count(p.Total.Games(), "game"))
		}
	}
	for i, p := range t.Players {
		if late, moves := s.overtime(t, i); float64(late) > tolerable*float64(moves) {
			say(Overtime,
				"%s exceeded its %v a move on %d of %s, with %s on average: it had more time than allowed",
				p.Name, p.MoveTime, late, noun.Count(moves, "move"),
				result.Seconds(s.Players[i].Effort.SecondsAMove()))
		}
	}
	if len(s.Results) == 1 { // a match shows them with its result, which needs no ratings
		s.Results[0].Warnings = found
	}
	s.Warnings = slices.Concat(found, s.Warnings)
}

// overtime counts the moves of a player, and the late moves. A late move exceeds the limit by a
// quarter, and by more than a busy machine explains. With a clock no move counts as late.
func (s *Standings) overtime(t *Tournament, index int) (late, moves int) {
	told := t.Players[index].MoveTime
	if told == 0 || t.Control != (engine.Control{}) {
		return 0, 0
	}
	allowed := told + max(told/4, 20*time.Millisecond)
	for i := range s.Games {
		f := t.fixture(s.Games[i].Number)
		mover := t.Openings[f.opening].State.Turn()
		for _, ply := range s.Games[i].Plies[s.Games[i].OpeningPlies:] {
			if f.sides[mover] == index {
				moves++
				if ply.Time > allowed {
					late++
				}
			}
			mover = mover.Other()
		}
	}
	return late, moves
}

// repeatedOpenings counts the openings that repeat the position of an earlier one or its mirror
// image.
func repeatedOpenings(openings []Opening) int {
	seen := make(map[uint64]bool, len(openings))
	n := 0
	for i := range openings {
		id := openings[i].State.MirrorHash()
		if seen[id] {
			n++
		}
		seen[id] = true
	}
	return n
}
