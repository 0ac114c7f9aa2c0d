package arena

import (
	"encoding/binary"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

// score collects the games of a match as they are finished.
type score struct {
	mu       sync.Mutex
	test     *rating.SPRT
	progress func(Standing)
	games    []*played // by number, nil until finished
	standing Standing
	counted  int          // games of the pairs below, all finished
	pairs    rating.Pairs // openings 0, 1, 2, ... as far as both games are finished
	decision rating.Decision
}

func newScore(m *Match) *score {
	return &score{
		test:     m.SPRT,
		progress: m.Progress,
		games:    make([]*played, m.Games),
		standing: Standing{Games: m.Games},
		decision: rating.Undecided,
	}
}

// add takes a finished game and returns the decision of the test so far. Once
// it has decided, further games are not counted.
func (s *score) add(g *played) rating.Decision {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.decision != rating.Undecided {
		return s.decision
	}
	s.games[g.Number] = g
	s.standing.Played++
	s.standing.Total.add(g.Outcome.For(colourOfA(g.Number)))
	for s.decision == rating.Undecided && s.counted < len(s.games) && s.games[s.counted] != nil && s.games[s.counted+1] != nil {
		s.pairs[halves(s.games[s.counted])+halves(s.games[s.counted+1])]++
		s.counted += 2
		if s.test != nil {
			s.decision = s.test.Decide(s.pairs)
		}
	}
	if s.decision != rating.Undecided {
		clear(s.games[s.counted:]) // as if one game had been played at a time
	}
	if s.progress != nil {
		s.progress(s.standing)
	}
	return s.decision
}

// colourOfA returns the colour that A has in a game.
func colourOfA(number int) game.Colour { return game.Colour(number % 2) }

// halves returns the half points of A in a game.
func halves(g *played) int { return 1 + g.Outcome.For(colourOfA(g.Number)) }

// result sums up the games collected, when no more are added.
func (s *score) result(m *Match) *Result {
	r := &Result{
		Rules:        m.Board.Rules().Name(),
		A:            m.A.Name,
		B:            m.B.Name,
		Seed:         m.Seed,
		OpeningPlies: m.OpeningPlies,
		Planned:      m.Games,
		Reasons:      map[string]int{},
	}
	var white Tally
	plies := 0
	for i, g := range s.games {
		if g == nil {
			continue
		}
		a := colourOfA(g.Number)
		points := g.Outcome.For(a)
		r.Total.add(points)
		[]*Tally{&r.AsWhite, &r.AsBlack}[a].add(points)
		white.add(g.Outcome.For(game.White))
		plies += len(g.Plies)
		r.Reasons[string(g.Ending)]++
		r.EffortA.add(g.efforts[a])
		r.EffortB.add(g.efforts[a.Other()])
		r.Games = append(r.Games, g.Game)
		if i%2 != 0 && s.games[i-1] != nil {
			r.Pairs[halves(s.games[i-1])+halves(g)]++
		}
	}
	r.Score = r.Total.Score()
	r.FirstScore = white.Score()
	r.MeanPlies = float64(plies) / float64(max(len(r.Games), 1))
	r.Rating = r.Pairs.Interval()
	r.Superiority = r.Pairs.Superiority()
	r.Duplicates = duplicates(r.Games)
	if m.SPRT != nil {
		low, high := m.SPRT.Bounds()
		r.Test = &Test{SPRT: *m.SPRT, Ratio: m.SPRT.Ratio(s.pairs), Low: low, High: high, Decision: s.decision}
	}
	return r
}

// duplicates counts the games whose moves are those of an earlier one.
func duplicates(games []record.Game) int {
	n := 0
	seen := make(map[string]bool, len(games))
	var key []byte
	for _, g := range games {
		key = key[:0]
		for _, p := range g.Plies {
			key = binary.BigEndian.AppendUint16(key, uint16(p.Move))
		}
		if seen[string(key)] {
			n++
		}
		seen[string(key)] = true
	}
	return n
}
