package arena

import (
	"fmt"
	"sync"

	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// Standing is how far a tournament has come.
type Standing struct {
	Played int
	Games  int // in all; with a sequential test the most
	Before int // of Played, in an earlier session
	// Expected is how many games will have been played in the end: Games, or what
	// a sequential test is likely to take at most, until it has taken more.
	Expected int
	// Total is that of A in a match; it is empty where more than two meet.
	Total result.Tally
	// Test is where the sequential test stands, nil without one.
	Test *result.Test
}

// score collects the games of a tournament as they are finished.
type score struct {
	t *Tournament

	mu       sync.Mutex
	games    []*record.Game // by number, nil until finished
	standing Standing
	counted  int          // games of the pairs below, all finished
	pairs    rating.Pairs // of a match: openings 0, 1, 2, ... as far as both games are finished
	decision rating.Decision
	beyond   int // games kept that are later than the pair that decided
}

// newScore begins with the games that were played before.
func newScore(t *Tournament) *score {
	s := &score{
		t:        t,
		games:    make([]*record.Game, t.Games()),
		standing: Standing{Games: t.Games()},
		decision: rating.Undecided,
	}
	for i := range t.Played {
		s.games[t.Played[i].Number] = &t.Played[i]
		s.count(&t.Played[i])
	}
	s.decide()
	s.standing.Before = s.standing.Played
	s.tell()
	return s
}

// left returns the numbers of the games to be played.
func (s *score) left() []int {
	if s.decision != rating.Undecided {
		return nil
	}
	var left []int
	for number, g := range s.games {
		if g == nil {
			left = append(left, number)
		}
	}
	return left
}

// add takes a finished game and returns the decision of the test so far. Once
// it has decided, further games are neither kept nor counted.
func (s *score) add(g *record.Game) (rating.Decision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.decision != rating.Undecided {
		return s.decision, nil
	}
	if s.t.Journal != nil {
		if err := s.t.Journal.Append(g); err != nil {
			return s.decision, fmt.Errorf("arena: keep game %d: %w", g.Number+1, err)
		}
	}
	s.games[g.Number] = g
	s.count(g)
	s.decide()
	s.tell()
	return s.decision, nil
}

// decide goes through the pairs that the test has not seen, in their order, and
// forgets what was played beyond the one that decides: as if one game had been
// played at a time.
func (s *score) decide() {
	if s.t.SPRT == nil {
		return
	}
	for s.decision == rating.Undecided && s.counted < len(s.games) && s.games[s.counted] != nil && s.games[s.counted+1] != nil {
		s.pairs[halves(s.games[s.counted])+halves(s.games[s.counted+1])]++
		s.counted += 2
		s.decision = s.t.SPRT.Decide(s.pairs)
	}
	if s.decision == rating.Undecided {
		return
	}
	for _, g := range s.games[s.counted:] {
		if g != nil {
			s.beyond++
		}
	}
	clear(s.games[s.counted:])
	s.standing.Played, s.standing.Total = 0, result.Tally{}
	for _, g := range s.games[:s.counted] {
		s.count(g)
	}
}

// count takes a game into the standing.
func (s *score) count(g *record.Game) {
	s.standing.Played++
	if len(s.t.Players) == 2 {
		s.standing.Total.Add(g.Outcome.For(colourOfA(g.Number)))
	}
}

func (s *score) tell() {
	s.standing.Test = s.test()
	s.standing.Expected = s.standing.expect()
	if s.t.Progress != nil {
		s.t.Progress(s.standing)
	}
}

// expect returns how many games there will be in the end.
func (s *Standing) expect() int {
	if s.Test == nil {
		return s.Games
	}
	likely := max(s.Test.Games0, s.Test.Games1)
	switch {
	case s.Test.Decision != rating.Undecided:
		return s.Played
	case s.Played < likely:
		return min(likely, s.Games)
	}
	return s.Games
}

// test returns where the sequential test stands, nil without one.
func (s *score) test() *result.Test {
	if s.t.SPRT == nil {
		return nil
	}
	test := newTest(*s.t.SPRT, s.pairs, s.decision)
	test.Beyond = s.beyond
	return test
}

// halves returns the half points of A in a game.
func halves(g *record.Game) int { return 1 + g.Outcome.For(colourOfA(g.Number)) }
