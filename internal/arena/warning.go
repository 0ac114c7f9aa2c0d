package arena

import "fmt"

// tolerable is the share of repeated games that is not worth a warning: short
// openings and players of few moods repeat now and then.
const tolerable = 0.05

// warn says what makes the figures worth less than they look.
func (s *Standings) warn(t *Tournament) {
	if n := repeatedOpenings(t.Openings); n > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d of %d openings repeat another one, or its mirror image: they tell less", n, len(t.Openings)))
	}
	if s.Repeated > 0 && float64(s.Repeated) > tolerable*float64(s.Played) {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d of %d games repeat an earlier one move by move: they tell nothing new, and the intervals are too narrow", s.Repeated, s.Played))
	}
	for _, p := range s.Players {
		if p.Forfeits > 0 {
			s.Warnings = append(s.Warnings, fmt.Sprintf("%s lost %d of %d games by its conduct, not on the board", p.Name, p.Forfeits, p.Total.Games()))
		}
	}
	if len(s.Results) == 1 { // a match shows them with its result
		s.Results[0].Warnings = s.Warnings
	}
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
