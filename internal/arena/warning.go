package arena

import (
	"fmt"
	"slices"

	"epaminondas/internal/rating"
)

// The kinds of warnings that are about games, beside those of ratings.
const (
	RepeatedOpenings rating.Kind = "repeated-openings"
	RepeatedGames    rating.Kind = "repeated-games"
	Forfeits         rating.Kind = "forfeits"
)

// tolerable is the share of repeated games that is not worth a warning: with
// short openings and players without randomness some repeat.
const tolerable = 0.05

// warn says what makes the figures worth less than they look.
func (s *Standings) warn(t *Tournament) {
	var found []rating.Warning
	say := func(kind rating.Kind, format string, args ...any) {
		found = append(found, rating.Warning{Kind: kind, Text: fmt.Sprintf(format, args...)})
	}
	if n := repeatedOpenings(t.Openings); n > 0 {
		say(RepeatedOpenings, "%d of %d openings repeat another one, or its mirror image: they tell little new", n, len(t.Openings))
	}
	if float64(s.Repeated) > tolerable*float64(s.Played) {
		say(RepeatedGames, "%d of %d games repeat an earlier one move by move: they tell nothing new, and the intervals are too narrow", s.Repeated, s.Played)
	}
	for _, p := range s.Players {
		if p.Forfeits > 0 {
			say(Forfeits, "%s lost %d of %d games by its conduct, not on the board", p.Name, p.Forfeits, p.Total.Games())
		}
	}
	if len(s.Results) == 1 { // a match shows them with its result, which needs no ratings
		s.Results[0].Warnings = found
	}
	s.Warnings = slices.Concat(found, s.Warnings)
}

// repeatedOpenings counts the openings whose position, or its mirror image, was
// reached by an earlier one.
func repeatedOpenings(openings []Opening) int {
	seen := make(map[uint64]bool, len(openings))
	n := 0
	for i := range openings {
		id := identity(&openings[i].State)
		if seen[id] {
			n++
		}
		seen[id] = true
	}
	return n
}
