package mcts

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"epaminondas/game"
)

// boards has the rules for the tests of proofs, with the number of games of each. The boards are
// small and large, with both kinds of capture and both verdicts at the ply limit.
var boards = []struct {
	rules string
	games int
}{
	{"epaminondas:4x6x1,max_plies=40,limit=draw", 100},
	{"epaminondas:4x4x1,max_plies=12", 100},
	{"epaminondas:3x5x1,symmetry=rotation", 100},
	{"epaminondas:6x7,symmetry=none", 40},
	{"epaminondas:8x8,max_plies=60", 20},
	{"crossings", 30},
	{"crossings:5x6x1", 60},
	{"crossings:5x6x1,crossed=free", 60},
	{"epaminondas:5x6x1,crossed=fixed", 60},
	{"epaminondas:5x6x1,capture=single", 60},
	{"epaminondas", 3},
}

// endings calls f with the last unfinished positions of random games. In these, stones enter and
// leave the far rows.
func endings(t *testing.T, f func(t *testing.T, s *game.State)) {
	for _, b := range boards {
		t.Run(b.rules, func(t *testing.T) {
			board, rng := game.MustBoard(b.rules), newRand(1)
			for range b.games {
				line := randomGame(board, rng, 1000)
				for i := range line[max(0, len(line)-8):] {
					f(t, &line[len(line)-1-i])
				}
			}
		})
	}
}

// randomGame returns the positions of a random game before its end.
func randomGame(board *game.Board, rng *rand.Rand, maxPlies int) (line []game.State) {
	s := board.Start()
	for range maxPlies {
		moves := s.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		line = append(line, s)
		s.Play(moves[rng.IntN(len(moves))])
	}
	return line
}

// bruteForce returns the proof of m for the side to move, by playing all replies. It is Loss if the
// opponent has then won. It is Win if the opponent then has no stones, or if it is behind on the
// far rows and loses with every reply.
func bruteForce(s *game.State, m game.Move) Proof {
	us := s.Turn()
	next := *s
	next.Play(m)
	switch outcome, reason := next.Outcome(); {
	case outcome.For(us) < 0 && reason == game.FarRow:
		return Loss
	case outcome != game.Ongoing:
		stones := next.Stones(us.Other())
		if outcome.For(us) > 0 && (stones.Empty() || next.Lead() < 0) {
			return Win
		}
		return Unknown
	}
	if next.Lead() >= 0 {
		return Unknown
	}
	for _, r := range next.AppendMoves(nil) {
		after := next
		after.Play(r)
		if outcome, reason := after.Outcome(); outcome.For(us) <= 0 || reason != game.FarRow {
			return Unknown
		}
	}
	return Win
}

// TestProofsAgreeWithBruteForce searches with one simulation and checks every
// move's proof, the root's, the move played and the target.
func TestProofsAgreeWithBruteForce(t *testing.T) {
	found := map[Proof]int{}
	endings(t, func(t *testing.T, s *game.State) {
		moves := s.AppendMoves(nil)
		want := make([]Proof, len(moves))
		wins, losses := 0, 0
		for i, m := range moves {
			want[i] = bruteForce(s, m)
			found[want[i]]++
			switch want[i] {
			case Win:
				wins++
			case Loss:
				losses++
			}
		}
		for root, cfg := range configs() {
			checkOneSimulation(t, root, cfg, s, want, wins, losses)
		}
	})
	if found[Win] < 100 || found[Loss] < 100 {
		t.Errorf("too few proofs to tell: %v", found)
	}
}

// TestLastStonesAreTaken does the same in positions with few stones, all between the far rows. One
// side often has just enough stones to take all stones of the other side.
func TestLastStonesAreTaken(t *testing.T) {
	for _, rules := range []string{"epaminondas:4x6x1", "epaminondas:6x5x1", "crossings:5x6x1",
		"epaminondas:6x5x1,crossed=fixed", "epaminondas:6x5x1,capture=single"} {
		board, rng, taken := game.MustBoard(rules), newRand(2), 0
		for range 2000 {
			s := scattered(board, rng)
			if outcome, _ := s.Outcome(); outcome != game.Ongoing {
				continue
			}
			var want []Proof
			wins, losses := 0, 0
			for _, m := range s.AppendMoves(nil) {
				proof := bruteForce(&s, m)
				want = append(want, proof)
				switch after := s; proof {
				case Win:
					wins++
					after.Play(m)
					if left := after.Stones(after.Turn()); left.Empty() {
						taken++
					}
				case Loss:
					losses++
				}
			}
			checkOneSimulation(t, RootGumbel, configs()[RootGumbel], &s, want, wins, losses)
		}
		if taken < 20 {
			t.Errorf("%s: only %d moves took the last stones", rules, taken)
		}
	}
}

// scattered returns a position with up to four stones of each side between the far rows.
func scattered(board *game.Board, rng *rand.Rand) game.State {
	var sides [2]game.Bits
	stones := 1 + rng.IntN(4)
	for c, n := range []int{stones, max(1, stones-rng.IntN(3))} {
		for sides[c].Count() < n {
			at := game.SquareAt(rng.IntN(board.Width()), 1+rng.IntN(board.Height()-2))
			if !sides[1-c].Has(at) {
				sides[c].Set(at)
			}
		}
	}
	return board.Position(sides[0], sides[1], game.White)
}

func checkOneSimulation(t *testing.T, root string, cfg Config, s *game.State, want []Proof, wins,
	losses int) {
	t.Helper()
	search := newSearch(t, cfg, Uniform{}, 1)
	r := mustRun(t, search, s, Limit{Simulations: 1})
	if root == RootGumbel { // looking again changes nothing
		first := clone(r)
		if r = mustRun(t, search, s, Limit{Simulations: 1}); !reflect.DeepEqual(first, *r) {
			t.Errorf("%v: first\n%+v\nthen\n%+v", s, first, *r)
		}
	}
	sum := float32(0)
	for i, m := range r.Moves {
		sum += r.Policy[i]
		name := fmt.Sprintf("%s: %v: move %s (%v)", root, s, s.FormatMove(m, game.RearNotation), want[i])
		switch {
		case want[i] == Win && r.Q[i] != 1, want[i] == Loss && r.Q[i] != -1:
			t.Errorf("%s: Q = %v", name, r.Q[i])
		case want[i] != Unknown && r.Proven[i] != want[i], r.Proof != Loss &&
			(r.Proven[i] == Loss) != (r.Q[i] == -1), (r.Proven[i] == Win) != (r.Q[i] == 1):
			t.Errorf("%s: proven %v, Q = %v", name, r.Proven[i], r.Q[i])
		case wins > 0 && want[i] != Win && r.Policy[i] != 0:
			t.Errorf("%s: policy %v beside %d wins", name, r.Policy[i], wins)
		case want[i] == Loss && losses < len(want) && r.Policy[i] != 0:
			t.Errorf("%s: policy %v", name, r.Policy[i])
		}
	}
	if sum < 0.999 || sum > 1.001 {
		t.Errorf("%s: %v: policy adds up to %v", root, s, sum)
	}
	switch best := want[r.Best]; {
	case wins > 0 && (best != Win || r.Proof != Win || r.Value != 1):
		t.Errorf("%s: %v: %d wins, plays %v, proof %v, value %v", root, s, wins, best, r.Proof, r.Value)
	case losses < len(want) && best == Loss:
		t.Errorf("%s: %v: plays a lost move of %d of %d", root, s, losses, len(want))
	case losses == len(want) && (r.Proof != Loss || r.Value != -1):
		t.Errorf("%s: %v: all lost, proof %v, value %v", root, s, r.Proof, r.Value)
	}
}

// TestInteriorProofs expands positions as inner nodes. A node must be proven if and only if one
// move wins or all moves lose. In that case the search must not call the evaluator.
func TestInteriorProofs(t *testing.T) {
	endings(t, func(t *testing.T, s *game.State) {
		moves := s.AppendMoves(nil)
		p := &position{root: *s, eval: never{t}}
		var x expansion
		for _, m := range moves {
			next := *s
			next.Play(m)
			replies := next.AppendMoves(nil)
			if len(replies) == 0 {
				continue
			}
			want, lost := Unknown, 0
			for _, r := range replies {
				switch bruteForce(&next, r) {
				case Win:
					want = Win
				case Loss:
					lost++
				}
			}
			if lost == len(replies) {
				want = Loss
			}
			p.eval = Evaluator(never{t})
			if want == Unknown {
				p.eval = Uniform{}
			}
			if err := p.expand([]action{action(m)}, &x); err != nil {
				t.Fatal(err)
			}
			if x.proof != want || (want == Unknown) == (len(x.actions) == 0) || x.value != proofValue(want) {
				t.Fatalf("%v: proof %v, value %v, %d moves, want %v", &next, x.proof, x.value,
					len(x.actions), want)
			}
			return // one a position, to keep the test short
		}
	})
}

// never is an evaluator that fails the test if the search calls it.
type never struct{ t *testing.T }

func (n never) Evaluate(s *game.State, _ []game.Move, _ []float32) (float32, error) {
	n.t.Errorf("%v was evaluated", s)
	return 0, nil
}

// TestVerdictAtThePlyLimit checks that all values are exact one ply before the limit.
func TestVerdictAtThePlyLimit(t *testing.T) {
	for name, cfg := range configs() {
		for _, limit := range []string{"draw", "advancement"} {
			board := game.MustBoard("epaminondas:5x6x1,max_plies=8,limit=" + limit)
			line := randomGame(board, newRand(4), 8)
			s := &line[7]
			r := mustRun(t, newSearch(t, cfg, Uniform{}, 1), s, Limit{Simulations: 500, Considered: 100})
			for i, m := range r.Moves {
				next := *s
				next.Play(m)
				outcome, _ := next.Outcome()
				if exact := float32(outcome.For(s.Turn())); r.Proof == Unknown && r.Q[i] != exact {
					t.Errorf("%s, %s: move %v has Q = %v, exactly %v", name, limit, m, r.Q[i], exact)
				}
			}
			if limit == "draw" && (r.Proof != Unknown || r.Value != 0) {
				t.Errorf("%s: a drawn position has value %v, proof %v", name, r.Value, r.Proof)
			}
		}
	}
}
