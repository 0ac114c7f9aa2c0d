package arena

import (
	"encoding/binary"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
)

// Tally counts results for one side.
type Tally struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns how many games were counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the share of the points, a draw being half of one; 0 without
// games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0
	}
	return (float64(t.Wins) + 0.5*float64(t.Draws)) / float64(t.Games())
}

// mirrored returns the same games as the opponent counts them.
func (t Tally) mirrored() Tally { return Tally{t.Losses, t.Draws, t.Wins} }

// add counts a game that went +1, 0 or -1.
func (t *Tally) add(points int) {
	switch points {
	case 1:
		t.Wins++
	case 0:
		t.Draws++
	default:
		t.Losses++
	}
}

// Effort is what a player spent on its moves.
type Effort struct {
	Moves   int     `json:"moves"`
	Seconds float64 `json:"seconds"`
	Nodes   int     `json:"nodes"` // positions looked at: simulations
}

// SecondsAMove returns the mean thinking time, 0 without moves.
func (e Effort) SecondsAMove() float64 { return e.Seconds / float64(max(e.Moves, 1)) }

// NodesAMove returns the mean size of a search, 0 without moves.
func (e Effort) NodesAMove() float64 { return float64(e.Nodes) / float64(max(e.Moves, 1)) }

func (e *Effort) add(other Effort) {
	e.Moves += other.Moves
	e.Seconds += other.Seconds
	e.Nodes += other.Nodes
}

// Result is what the games of one pairing have shown. All scores are A's.
type Result struct {
	Rules    string        `json:"rules"`
	A        string        `json:"a"`
	B        string        `json:"b"`
	Seed     uint64        `json:"seed"`
	Control  clock.Control `json:"clock,omitzero"`
	Openings OpeningCount  `json:"openings"`
	// Planned is the number of games asked for; fewer were played if the test
	// decided before or the tournament was stopped.
	Planned int `json:"games_planned"`

	Total   Tally   `json:"total"`
	AsWhite Tally   `json:"as_white"`
	AsBlack Tally   `json:"as_black"`
	Score   float64 `json:"score"`
	// Pairs counts the openings of which both games were played, and Rating and
	// Superiority are about these.
	Pairs       rating.Pairs    `json:"pairs"`
	Rating      rating.Interval `json:"elo"`
	Superiority float64         `json:"los"`
	Test        *Test           `json:"sprt,omitempty"`

	// Duplicates is the number of games whose moves are those of an earlier one:
	// they tell nothing new.
	Duplicates int `json:"duplicates"`
	// FirstScore is the score of White, who moves first from the start of the
	// board, whoever had it and whose move it is after an opening.
	FirstScore float64        `json:"first_player_score"`
	MeanPlies  float64        `json:"mean_plies"`
	Reasons    map[string]int `json:"reasons"` // why games ended
	ForfeitsA  int            `json:"forfeits_a"`
	ForfeitsB  int            `json:"forfeits_b"`
	EffortA    Effort         `json:"effort_a"`
	EffortB    Effort         `json:"effort_b"`
	// Seconds is how long the players thought, all together.
	Seconds  float64          `json:"seconds"`
	Warnings []rating.Warning `json:"warnings,omitempty"`

	// Games are the games played, by number.
	Games []record.Game `json:"-"`
}

// OpeningCount sums up the openings of a tournament.
type OpeningCount struct {
	Count    int `json:"count"`
	Shortest int `json:"shortest"` // in plies
	Longest  int `json:"longest"`
}

func countOpenings(openings []Opening) OpeningCount {
	c := OpeningCount{Count: len(openings)}
	for i, o := range openings {
		if c.Longest = max(c.Longest, len(o.Moves)); i == 0 {
			c.Shortest = c.Longest
		}
		c.Shortest = min(c.Shortest, len(o.Moves))
	}
	return c
}

// newResult sums up the games of a pairing, which come by number.
func newResult(t *Tournament, p Pairing, games []*record.Game, test *Test) *Result {
	r := &Result{
		Rules:    t.Board.Rules().Name(),
		A:        t.Players[p.A].Name,
		B:        t.Players[p.B].Name,
		Seed:     t.Seed,
		Control:  t.Control,
		Openings: countOpenings(t.Openings),
		Planned:  2 * len(t.Openings),
		Reasons:  map[string]int{},
		Test:     test,
	}
	var white Tally
	plies := 0
	for i, g := range games {
		r.add(g, t.efforts(g))
		white.add(g.Outcome.For(game.White))
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
func (r *Result) add(g *record.Game, efforts [2]Effort) {
	a := colourOfA(g.Number)
	points := g.Outcome.For(a)
	r.Total.add(points)
	[]*Tally{&r.AsWhite, &r.AsBlack}[a].add(points)
	r.Reasons[string(g.Ending)]++
	if g.Ending.Forfeit() {
		*[]*int{&r.ForfeitsA, &r.ForfeitsB}[(points+1)/2]++ // who did not win
	}
	r.EffortA.add(efforts[a])
	r.EffortB.add(efforts[a.Other()])
	r.Games = append(r.Games, *g)
}

// efforts returns what the players of a game spent, by colour.
func (t *Tournament) efforts(g *record.Game) (efforts [2]Effort) {
	mover := t.Openings[t.fixture(g.Number).opening].State.Turn()
	for _, ply := range g.Plies[g.OpeningPlies:] {
		efforts[mover].add(Effort{Moves: 1, Seconds: ply.Time.Seconds(), Nodes: ply.Nodes})
		mover = mover.Other()
	}
	return efforts
}

// duplicates counts the games whose moves are those of an earlier one.
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

// Test is what became of a match's sequential test.
type Test struct {
	rating.SPRT
	Ratio    float64         `json:"llr"`
	Low      float64         `json:"llr_low"`
	High     float64         `json:"llr_high"`
	Decision rating.Decision `json:"decision"`
	// Games0 and Games1 are how many games the test takes on average where the
	// difference is Elo0 and where it is Elo1, if all games are decided; with
	// draws it is shorter.
	Games0 int `json:"games_elo0"`
	Games1 int `json:"games_elo1"`
	// Beyond is the number of games that are later than the pair that decided, but
	// were finished before it: they are kept, and do not count. It depends on the
	// number of games played at the same time.
	Beyond int `json:"games_beyond,omitempty"`
}

// newTest returns where a test stands after the pairs.
func newTest(sprt rating.SPRT, pairs rating.Pairs, decision rating.Decision) *Test {
	games := func(elo float64) int { return 2 * int(math.Ceil(sprt.ExpectedPairs(elo, rating.CautiousVariance))) }
	low, high := sprt.Bounds()
	return &Test{
		SPRT: sprt, Ratio: sprt.Ratio(pairs), Low: low, High: high, Decision: decision,
		Games0: games(sprt.Elo0), Games1: games(sprt.Elo1),
	}
}

// Path returns the ratio of the result's sequential test after each opening of
// which both games were played, nil without a test.
func (r *Result) Path() []float64 {
	if r.Test == nil {
		return nil
	}
	var path []float64
	var pairs rating.Pairs
	for i := 1; i < len(r.Games); i++ {
		if first, second := &r.Games[i-1], &r.Games[i]; second.Number == first.Number+1 && second.Number%2 != 0 {
			pairs[halves(first)+halves(second)]++
			path = append(path, r.Test.SPRT.Ratio(pairs))
		}
	}
	return path
}

// Forecast says how long the test is likely to take: "about 190 games if A is
// +0 Elo, 150 if +50".
func (t *Test) Forecast() string {
	return fmt.Sprintf("about %d games if A is %v Elo, %d if %v", t.Games0, rating.Elo(t.Elo0), t.Games1, rating.Elo(t.Elo1))
}
