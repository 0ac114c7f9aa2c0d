// Package puzzle has puzzles: positions in which exactly one move wins by proof. It makes puzzles from
// the positions of games, and checks those that come with the program. When a person solves a puzzle, it
// answers each move.
//
// A proof is a threat search (package threat), or a search by alpha-beta whose result is proven.
// Both are exact. That all other moves fail is exact where a board is solved (package solve). On
// larger boards, a search with at least ten times the budget finds no other move that wins. It also
// sees the mover at most slightly ahead after each other move.
package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"math"

	"epaminondas/game"
)

// Puzzle is a position whose side to move wins by exactly one move.
type Puzzle struct {
	// Start is the position, at ply 0 of a board without a ply limit.
	Start    game.State
	Solution game.Move // the only move that wins
	// Moves is the number of moves that the winner needs against the longest defence, 1 or more. No
	// play wins in fewer.
	Moves int
	// Prior is the probability of the solution in the policy of the board's network, without a
	// search. It has thousandths.
	Prior float64
}

// MostMoves is the greatest number of moves of a puzzle.
const MostMoves = 9

// ID identifies the puzzle among the puzzles of its board. It depends only on the position, so that
// links outlast a new order of the puzzles.
func (p *Puzzle) ID() string {
	sum := sha256.Sum256([]byte(p.Start.Placement()))
	return hex.EncodeToString(sum[:3])
}

// The rating of a puzzle: the first move, each further move, and each halving of the prior.
const (
	baseRating  = 700
	moveRating  = 220
	priorRating = 70
)

// Rating returns how hard the puzzle is, on the scale of Elo: about 750 to 2500. It grows with the
// number of moves, and with the number of halvings in the prior of the solution.
func (p *Puzzle) Rating() int {
	missed := -math.Log2(max(p.Prior, 0.001))
	return int(math.Round(baseRating + moveRating*float64(p.Moves-1) + priorRating*missed))
}

// kin returns the same number for positions that are the same puzzle: mirror images of each other,
// also after turning the board and exchanging the colours.
func kin(s *game.State) uint64 {
	turned := s.Turned()
	return min(s.MirrorHash(), turned.MirrorHash())
}

// Settled reports whether the player who has just moved to s wins against every reply: the
// opponent cannot draw level on the far rows, or the game is over.
func Settled(s *game.State) bool {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return outcome.For(s.Turn()) < 0
	}
	return s.Lead() < 0 && len(s.AppendLeading(nil, 0)) == 0
}
