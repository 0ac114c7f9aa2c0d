package arena

import (
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// Standings is the result of a tournament. Players and pairings are in the tournament's order, and
// indices refer to Players.
type Standings struct {
	Rules    string              `json:"rules"`
	Seed     uint64              `json:"seed"`
	Control  engine.Control      `json:"clock,omitzero"`
	Openings result.OpeningCount `json:"openings"`
	// Planned is the number of requested games, and Played the number of counted games.
	Planned int `json:"games_planned"`
	Played  int `json:"games_played"`
	// Before is the number of these games from earlier sessions.
	Before int `json:"games_before,omitempty"`

	Players []Rank `json:"players"`
	// Ranking has the players by strength, best first.
	Ranking []int `json:"ranking"`
	// Anchor is the player whose rating is 0.
	Anchor int `json:"anchor"`
	// Reference is the player to which the intervals are relative. It is the anchor, unless most
	// other players never lost to the anchor.
	Reference int       `json:"reference"`
	Pairings  []Pairing `json:"pairings"`
	Results   []*Result `json:"results"` // by pairing
	// Crosstable has the result of each row's player against each column's player, and the points
	// that the ratings predict.
	Crosstable [][]rating.Cell `json:"crosstable"`
	// Superiority is the likelihood that the row's player is better than the column's player.
	Superiority [][]float64 `json:"los"`

	// First is the advantage of moving first.
	First    Advantage        `json:"first_player"`
	Plies    float64          `json:"mean_plies"`
	Endings  map[string]int   `json:"reasons"`
	Repeated int              `json:"duplicates"` // games with the same moves as an earlier game
	Warnings []result.Warning `json:"warnings,omitempty"`
	Seconds  float64          `json:"seconds"` // wall-clock time of this session

	// Games are the finished games, by number.
	Games []record.Game `json:"-"`
}

// Rank is a tournament's result for one player.
type Rank struct {
	Name  string       `json:"name"`
	Total result.Tally `json:"total"`
	Score float64      `json:"score"`
	// Elo is relative to the anchor. Its interval comes from the sandwich estimator over the pairs
	// of games. The interval of Sampled comes from a bootstrap over the pairs. Sampled is the zero
	// value if the tournament was stopped.
	Elo     result.Interval `json:"elo"`
	Sampled result.Interval `json:"elo_bootstrap,omitzero"`
	// Superiority is the likelihood that the player is better than the next one in the ranking, or
	// one half for the last.
	Superiority float64       `json:"los_next"`
	Effort      result.Effort `json:"effort"`
	Forfeits    int           `json:"forfeits"`
}

// Advantage is the advantage of White, which moves first from the start of the board.
type Advantage struct {
	Total result.Tally `json:"total"` // of White
	Score float64      `json:"score"`
	// Elo is the advantage between equal players, with intervals as in [Rank].
	Elo     result.Interval `json:"elo"`
	Sampled result.Interval `json:"elo_bootstrap,omitzero"`
}

// newStandings summarises the counted games. It returns nil if there are none. It skips the
// bootstrap if the tournament was stopped, because a bootstrap takes seconds with many players.
func newStandings(t *Tournament, s *score, sample bool) (*Standings, error) {
	games := slices.DeleteFunc(slices.Clone(s.games), func(g *record.Game) bool { return g == nil })
	if len(games) == 0 {
		return nil, nil
	}
	st := &Standings{
		Rules:    t.Board.Rules().Name(),
		Seed:     t.Seed,
		Control:  t.Control,
		Openings: countOpenings(t),
		Planned:  t.Games(),
		Played:   len(games),
		Before:   min(s.standing.Before, len(games)),
		Players:  make([]Rank, len(t.Players)),
		Anchor:   anchor(t.Players),
		Pairings: t.Pairings,
		Endings:  map[string]int{},
	}
	for i, p := range t.Players {
		st.Players[i].Name = p.Name
	}
	st.count(games)
	st.meet(t, games, s.test())
	if err := st.rate(t, games, sample); err != nil {
		return st, err
	}
	st.warn(t)
	return st, nil
}

// anchor returns the player with rating 0: "random" if it takes part, since it never changes,
// otherwise the first player.
func anchor(players []player.Factory) int {
	return max(0, slices.IndexFunc(players,
		func(c player.Factory) bool { return c.Name == player.Random }))
}

// count summarises all games together.
func (s *Standings) count(games []*record.Game) {
	for _, g := range games {
		s.Games = append(s.Games, *g)
		s.First.Total.Add(g.Outcome.For(game.White))
		s.Plies += float64(len(g.Plies)) / float64(len(games))
		s.Endings[string(g.Ending)]++
	}
	s.First.Score = s.First.Total.Score()
	s.Repeated = duplicates(s.Games)
}

// meet summarises the games of every pairing, and from these the results of every player.
func (s *Standings) meet(t *Tournament, games []*record.Game, test *result.Test) {
	of := make([][]*record.Game, len(t.Pairings))
	for _, g := range games {
		at := t.fixture(g.Number).pairing
		of[at] = append(of[at], g)
	}
	for i, p := range t.Pairings {
		r := newResult(t, p, of[i], test)
		s.Results = append(s.Results, r)
		s.Players[p.A].add(r.Total, r.EffortA, r.ForfeitsA)
		s.Players[p.B].add(r.Total.Mirrored(), r.EffortB, r.ForfeitsB)
	}
}

// add adds a player's result in a pairing.
func (r *Rank) add(t result.Tally, e result.Effort, forfeits int) {
	r.Total.Wins += t.Wins
	r.Total.Draws += t.Draws
	r.Total.Losses += t.Losses
	r.Score = r.Total.Score()
	r.Effort.Add(e)
	r.Forfeits += forfeits
}
