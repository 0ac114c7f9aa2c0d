package arena

import (
	"encoding/binary"
	"math"

	"epaminondas/game"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// countOpenings summarises the openings of a tournament.
func countOpenings(t *Tournament) result.OpeningCount {
	c := result.OpeningCount{Count: len(t.Openings), Balanced: t.Balanced}
	for i, o := range t.Openings {
		if c.Longest = max(c.Longest, len(o.Moves)); i == 0 {
			c.Shortest = c.Longest
		}
		c.Shortest = min(c.Shortest, len(o.Moves))
	}
	return c
}

// Result is the result of one pairing, with its games. All scores are A's.
type Result struct {
	result.Match
	// Games are the finished games, by number.
	Games []record.Game `json:"-"`
}

// newResult summarises the games of a pairing. They must be sorted by number.
func newResult(t *Tournament, p Pairing, games []*record.Game, test *result.Test) *Result {
	r := &Result{Match: result.Match{
		Rules:    t.Board.Rules().Name(),
		A:        t.Players[p.A].Name,
		B:        t.Players[p.B].Name,
		Seed:     t.Seed,
		Control:  t.Control,
		Openings: countOpenings(t),
		Planned:  2 * len(t.Openings),
		Reasons:  map[string]int{},
		Test:     test,
	}}
	var white result.Tally
	plies := 0
	for i, g := range games {
		r.add(g, t.efforts(g))
		white.Add(g.Outcome.For(game.White))
		plies += len(g.Plies)
		if i > 0 && g.Number%2 != 0 && games[i-1].Number == g.Number-1 {
			r.Pairs[halves(games[i-1])+halves(g)]++
		}
	}
	r.Score = r.Total.Score()
	r.FirstScore = white.Score()
	r.MeanPlies = float64(plies) / float64(max(len(r.Games), 1))
	r.Rating = r.Pairs.Interval()
	r.Superiority = r.Pairs.Superiority()
	r.Duplicates = duplicates(r.Games)
	r.Seconds = r.EffortA.Seconds + r.EffortB.Seconds
	return r
}

// add counts a game.
func (r *Result) add(g *record.Game, efforts [2]result.Effort) {
	a := colourOfA(g.Number)
	points := g.Outcome.For(a)
	r.Total.Add(points)
	[]*result.Tally{&r.AsWhite, &r.AsBlack}[a].Add(points)
	r.Reasons[string(g.Ending)]++
	if g.Ending.Forfeit() {
		*[]*int{&r.ForfeitsA, &r.ForfeitsB}[(points+1)/2]++ // the player that did not win
	}
	r.EffortA.Add(efforts[a])
	r.EffortB.Add(efforts[a.Other()])
	r.Games = append(r.Games, *g)
}

// efforts returns the players' efforts in a game, by colour.
func (t *Tournament) efforts(g *record.Game) (efforts [2]result.Effort) {
	mover := t.Openings[t.fixture(g.Number).opening].State.Turn()
	for _, ply := range g.Plies[g.OpeningPlies:] {
		efforts[mover].Add(result.Effort{Moves: 1, Seconds: ply.Time.Seconds(), Nodes: ply.Nodes})
		mover = mover.Other()
	}
	return efforts
}

// duplicates counts the games with the same moves as an earlier game.
func duplicates(games []record.Game) int {
	n := 0
	seen := make(map[string]bool, len(games))
	for i := range games {
		key := []byte(games[i].Start)
		for _, p := range games[i].Plies {
			key = binary.BigEndian.AppendUint16(key, uint16(p.Move))
		}
		if seen[string(key)] {
			n++
		}
		seen[string(key)] = true
	}
	return n
}

// newTest returns the state of a test after the pairs.
func newTest(sprt result.SPRT, pairs result.Pairs, decision result.Decision) *result.Test {
	games := func(elo float64) int {
		return 2 * int(math.Ceil(sprt.ExpectedPairs(elo, result.CautiousVariance)))
	}
	low, high := sprt.Bounds()
	return &result.Test{
		SPRT: sprt, Ratio: sprt.Ratio(pairs), Low: low, High: high, Decision: decision,
		Games0: games(sprt.Elo0), Games1: games(sprt.Elo1),
	}
}

// Path returns the ratio of the sequential test after each opening with two finished games, or nil
// without a test.
func (r *Result) Path() []float64 {
	if r.Test == nil {
		return nil
	}
	var path []float64
	var pairs result.Pairs
	for i := 1; i < len(r.Games); i++ {
		if first, second := &r.Games[i-1], &r.Games[i]; second.Number == first.Number+1 &&
			second.Number%2 != 0 {
			pairs[halves(first)+halves(second)]++
			path = append(path, r.Test.SPRT.Ratio(pairs))
		}
	}
	return path
}
