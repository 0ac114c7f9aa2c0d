package threat

import (
	"testing"

	"epaminondas/game"
)

// A plain search is the twin of [Search]. It tries all legal moves of both sides, takes results
// from the rules, has no memory, and stops at a depth.
type plain struct {
	nodes int // left
}

// proves returns the proof of s by threats, within lines of a number of plies.
func (p *plain) proves(s *game.State, plies int) Proof {
	switch {
	case p.wins(s, plies):
		return Win
	case s.Lead() < 0 && !over(s) && p.loses(s, plies):
		return Loss
	}
	return Unknown
}

// wins reports whether a threat wins for the side to move.
func (p *plain) wins(s *game.State, plies int) bool {
	if p.nodes--; p.nodes < 0 || plies < 1 {
		return false
	}
	us := s.Turn()
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		outcome, reason := next.Outcome()
		switch {
		case outcome == game.Win(us) && (next.Lead() < 0 || reason == game.NoMoves && stranded(&next)):
			return true
		case outcome == game.Ongoing && next.Lead() < 0 && p.loses(&next, plies-1):
			return true
		}
	}
	return false
}

// loses reports whether every move of the side to move, which is behind, loses to threats.
func (p *plain) loses(s *game.State, plies int) bool {
	if p.nodes--; p.nodes < 0 {
		return false
	}
	them := s.Turn().Other()
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		outcome, reason := next.Outcome()
		if outcome == game.Win(them) && reason == game.FarRow {
			continue
		}
		if outcome != game.Ongoing || !p.wins(&next, plies-1) {
			return false
		}
	}
	return true
}

// stranded reports whether no stone of the side to move may move.
func stranded(s *game.State) bool {
	stones := s.Stones(s.Turn())
	if s.Board().Rules().Crossed == game.CrossedFixed {
		stones = stones.AndNot(s.Board().FarRow(s.Turn()))
	}
	return stones.Empty()
}

// TestAgreesWithPlainSearch compares proofs in both directions: each search must prove the short
// proofs of the other.
func TestAgreesWithPlainSearch(t *testing.T) {
	found, deep, search := [3]int{}, 0, New()
	eachNear(t, small, scaled(t, 1000), func(t *testing.T, s *game.State) {
		if over(s) {
			return
		}
		const budget = 50_000
		r := search.Prove(s, budget)
		if !Possible(s) && r.Proof != Unknown {
			t.Fatalf("%v: impossible, yet %v", s, r.Proof)
		}
		for plies := range 6 {
			p := plain{nodes: 20_000}
			proof := p.proves(s, plies)
			switch {
			case proof != Unknown && r.Proof != proof:
				t.Fatalf("%v: %v, by a plain search of %d plies %v", s, r.Proof, plies, proof)
			case p.nodes < 0:
				return
			case proof == Unknown && r.Proof != Unknown && r.Plies <= plies:
				t.Fatalf("%v: %v in %d plies, a plain search proves nothing", s, r.Proof, r.Plies)
			case proof != Unknown:
				found[proof]++
				if plies >= 3 {
					deep++
				}
				return
			}
		}
	})
	if found[Win] < 100 || found[Loss] < 100 || deep < 10 {
		t.Errorf("too few proofs to tell: %v, %d of 3 plies and more", found, deep)
	}
}

// scaled returns n, or less in a short test.
func scaled(t testing.TB, n int) int {
	t.Helper()
	if testing.Short() {
		return n / 4
	}
	return n
}

// TestProofsHoldAgainstAllReplies plays each proof out by the rules alone: the attacker plays the
// moves of the search, the defender every legal move.
func TestProofsHoldAgainstAllReplies(t *testing.T) {
	played, search := 0, New()
	eachNear(t, append(small, "epaminondas"), scaled(t, 1000), func(t *testing.T, s *game.State) {
		r := search.Prove(s, 3000)
		if r.Proof == Unknown || over(s) {
			return
		}
		us := s.Turn()
		if r.Proof == Loss {
			us = us.Other()
		}
		budget := 3000
		if !forced(search, s, us, r.Plies+1, &budget) {
			t.Fatalf("%v: %v in %d plies does not hold", s, r.Proof, r.Plies)
		}
		if budget > 0 && r.Plies > 2 {
			played++
		}
	})
	if played < 50 {
		t.Errorf("only %d proofs of more than 2 plies were played out", played)
	}
}

// forced reports whether us wins within the given number of plies by the moves of the search. It
// also returns true if the budget is spent.
func forced(search *Search, s *game.State, us game.Colour, plies int, budget *int) bool {
	if *budget--; *budget < 0 {
		return true
	}
	if over(s) {
		outcome, _ := s.Outcome()
		return outcome == game.Win(us)
	}
	if plies == 0 {
		return false
	}
	moves := s.AppendMoves(nil)
	if s.Turn() == us {
		r := search.Prove(s, 100_000)
		if r.Proof != Win {
			return false
		}
		moves = []game.Move{r.Move}
	}
	for _, m := range moves {
		next := *s
		next.Play(m)
		if !forced(search, &next, us, plies-1, budget) {
			return false
		}
	}
	return true
}

// TestProofsHoldFullWidth confirms short proofs by minimax, with all moves of both sides.
func TestProofsHoldFullWidth(t *testing.T) {
	confirmed := 0
	boards := []string{"epaminondas:5x6x1", "epaminondas:5x6x1,max_plies=40", "crossings:5x6x1",
		"crossings:5x6x1,max_plies=40,limit=draw", "epaminondas:4x4x1,symmetry=rotation"}
	eachNear(t, boards, 1000, func(t *testing.T, s *game.State) {
		r := New().Prove(s, 3000)
		if r.Proof == Unknown || r.Plies > 3 {
			return
		}
		budget := 100_000
		value := minimax(s, r.Plies+1, &budget)
		if budget < 0 {
			return
		}
		if want := map[Proof]int{Win: 1, Loss: -1}[r.Proof]; value != want {
			t.Fatalf("%v: %v in %d plies, minimax says %d", s, r.Proof, r.Plies, value)
		}
		if r.Plies > 1 {
			confirmed++
		}
	})
	if confirmed < 50 {
		t.Errorf("only %d proofs of more than one ply were confirmed", confirmed)
	}
}

// minimax returns 1 if the side to move wins within the given number of plies, -1 if it loses
// within them, and otherwise 0.
func minimax(s *game.State, plies int, budget *int) int {
	if *budget--; *budget < 0 {
		return 0
	}
	if outcome, _ := s.Outcome(); outcome != game.Ongoing || plies == 0 {
		return outcome.For(s.Turn())
	}
	best := -1
	for _, m := range s.AppendMoves(nil) {
		next := *s
		next.Play(m)
		if best = max(best, -minimax(&next, plies-1, budget)); best == 1 {
			break
		}
	}
	return best
}
