package arena

import (
	"fmt"
	"sync"

	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// Standing is the state of a tournament.
type Standing struct {
	Played int
	Games  int // in all; the maximum with a sequential test
	Before int // games of Played from earlier sessions
	// Expected is the expected number of games at the end. Without a test it is Games. With a
	// sequential test it is the likely length of the test, or more if the test already has more
	// games.
	Expected int
	// Total is A's result in a match. It is empty for more than two players.
	Total result.Tally
	// Test is the state of the sequential test, or nil.
	Test *result.Test
}

// score collects the finished games of a tournament.
type score struct {
	t *Tournament

	mu       sync.Mutex
	games    []*record.Game // by number; nil until finished
	standing Standing
	counted  int          // games of the pairs below, all finished
	pairs    result.Pairs // for a match: openings 0, 1, 2, ... as long as both games are finished
	decision result.Decision
	beyond   int // games in the journal after the deciding pair
}

// newScore returns a score with the earlier games.
func newScore(t *Tournament) *score {
	s := &score{
		t:        t,
		games:    make([]*record.Game, t.Games()),
		standing: Standing{Games: t.Games()},
		decision: result.Undecided,
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

// left returns the numbers of the remaining games.
func (s *score) left() []int {
	if s.decision != result.Undecided {
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

// add adds a finished game and returns the decision of the test so far. After a decision it neither
// saves nor counts further games.
func (s *score) add(g *record.Game) (result.Decision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.decision != result.Undecided {
		return s.decision, nil
	}
	if s.t.Journal != nil {
		if err := s.t.Journal.Append(g); err != nil {
			return s.decision, fmt.Errorf("arena: save game %d: %w", g.Number+1, err)
		}
	}
	s.games[g.Number] = g
	s.count(g)
	s.decide()
	s.tell()
	return s.decision, nil
}

// decide gives the test the new pairs in their order, and drops the games after the pair that
// decides. So concurrent games give the same result as one game at a time.
func (s *score) decide() {
	if s.t.SPRT == nil {
		return
	}
	for s.decision == result.Undecided && s.counted < len(s.games) && s.games[s.counted] != nil &&
		s.games[s.counted+1] != nil {
		s.pairs[halves(s.games[s.counted])+halves(s.games[s.counted+1])]++
		s.counted += 2
		s.decision = s.t.SPRT.Decide(s.pairs)
	}
	if s.decision == result.Undecided {
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

// count adds a game to the standing.
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

// expect returns the expected number of games at the end.
func (s *Standing) expect() int {
	if s.Test == nil {
		return s.Games
	}
	likely := max(s.Test.Games0, s.Test.Games1)
	switch {
	case s.Test.Decision != result.Undecided:
		return s.Played
	case s.Played < likely:
		return min(likely, s.Games)
	}
	return s.Games
}

// test returns the state of the sequential test, or nil.
func (s *score) test() *result.Test {
	if s.t.SPRT == nil {
		return nil
	}
	test := newTest(*s.t.SPRT, s.pairs, s.decision)
	test.Beyond = s.beyond
	return test
}

// halves returns A's half points in a game.
func halves(g *record.Game) int { return 1 + g.Outcome.For(colourOfA(g.Number)) }
