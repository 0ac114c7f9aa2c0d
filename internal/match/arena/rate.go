package arena

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
)

// bootstrapSamples is enough for a 95% interval.
const bootstrapSamples = 1000

// bootstrapStream is the stream of the seed for the samples. Stream 0 is for the openings, and the
// next streams are for the games.
const bootstrapStream = math.MaxUint64

// rate fits the ratings of all players to the games and ranks the players.
func (s *Standings) rate(t *Tournament, games []*record.Game, sample bool) error {
	results := make([]rating.Game, len(games))
	for i, g := range games {
		f := t.fixture(g.Number)
		results[i] = rating.Game{
			First:  f.sides[game.White],
			Second: f.sides[game.Black],
			Score:  float64(g.Outcome.For(game.White)+1) / 2,
			Pair:   f.opening,
		}
	}
	ratings, err := rating.Fit(len(t.Players), results, s.Anchor)
	if err != nil {
		return fmt.Errorf("arena: rate the players: %w", err)
	}
	ratings = ratings.Clustered()
	s.Reference = ratings.Reference()
	for i, interval := range ratings.Intervals(s.Reference) {
		s.Players[i].Elo = interval
	}
	s.First.Elo = ratings.FirstInterval()
	s.Crosstable = ratings.Crosstable()
	s.rank(ratings)
	s.Warnings = append(s.Warnings, ratings.Warnings(s.names())...)
	if sample {
		return s.sample(results, t.Seed)
	}
	return nil
}

// sample adds the intervals of a bootstrap.
func (s *Standings) sample(results []rating.Game, seed uint64) error {
	sampled, err := rating.Bootstrap(len(s.Players), results, s.Reference, bootstrapSamples,
		rand.New(rand.NewPCG(seed, bootstrapStream)))
	if err != nil {
		return fmt.Errorf("arena: rate the players: %w", err)
	}
	for i := range s.Players {
		s.Players[i].Sampled = sampled.Elo[i].Shifted(s.Players[s.Reference].Elo.Estimate)
	}
	s.First.Sampled = sampled.First
	return nil
}

// rank sorts the players, best first. Players with equal ratings are sorted by score.
func (s *Standings) rank(r *rating.Ratings) {
	for i := range s.Players {
		s.Ranking = append(s.Ranking, i)
	}
	slices.SortStableFunc(s.Ranking, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Elo[b], r.Elo[a]), cmp.Compare(s.Players[b].Score, s.Players[a].Score))
	})
	s.Superiority = make([][]float64, len(s.Players))
	for i := range s.Players {
		for j := range s.Players {
			s.Superiority[i] = append(s.Superiority[i], r.Superiority(i, j))
		}
	}
	for place, i := range s.Ranking {
		next := s.Ranking[min(place+1, len(s.Ranking)-1)]
		s.Players[i].Superiority = s.Superiority[i][next]
	}
}

func (s *Standings) names() []string {
	names := make([]string, len(s.Players))
	for i, p := range s.Players {
		names[i] = p.Name
	}
	return names
}
