package arena

import (
	"cmp"
	"slices"

	"epaminondas/internal/record"
)

// rate ranks the players by their scores.
func (s *Standings) rate(t *Tournament, games []*record.Game) error {
	for i := range s.Players {
		s.Ranking = append(s.Ranking, i)
		s.Players[i].Superiority = 0.5
	}
	slices.SortStableFunc(s.Ranking, func(a, b int) int { return cmp.Compare(s.Players[b].Score, s.Players[a].Score) })
	return nil
}
