package train

import (
	"errors"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Sample is a position to learn from, with its targets. If a sample is mirrored, then so are its state,
// moves, replies and final stones.
type Sample struct {
	State  game.State
	Weight float32    // weight of the sample in the batch, 0 or more
	Value  [3]float32 // chances of a win, a draw and a loss for the side to move; the sum is 1

	Moves  []game.Move // all legal moves
	Policy []float32   // target of each move, with sum 1; empty if there is no policy to learn

	ReplyState  game.State  // after the move that was played
	Reply       []game.Move // all legal moves in ReplyState
	ReplyPolicy []float32   // target of each reply, with sum 1; empty if there is no reply to learn

	HasFinal bool         // whether Final is known
	Final    [2]game.Bits // stones at the end of the game, by colour

	HasPlies  bool // whether PliesLeft is known
	PliesLeft int  // moves from here to the end of the game
}

// check returns an error if a sample is unusable on a board with at most most legal moves.
func (s *Sample) check(board *game.Board, most int) error {
	of := s.State.Board()
	switch {
	case of == nil || of.Width() != board.Width() || of.Height() != board.Height():
		return fmt.Errorf("its position is not on a board of %dx%d", board.Width(), board.Height())
	case !(s.Weight >= 0) || math.IsInf(float64(s.Weight), 1):
		return fmt.Errorf("its weight is %v, want 0 or more", s.Weight)
	case len(s.Policy) > 0 && len(s.Policy) != len(s.Moves):
		return fmt.Errorf("it has %s, but a policy for %d", noun.Count(len(s.Moves), "move"),
			len(s.Policy))
	case len(s.ReplyPolicy) > 0 && len(s.ReplyPolicy) != len(s.Reply):
		return fmt.Errorf("it has %s, but a policy for %d", noun.Count(len(s.Reply), "reply", "replies"),
			len(s.ReplyPolicy))
	case len(s.Moves) > most || len(s.Reply) > most:
		return fmt.Errorf("it has %s and %s, want at most %d of each", noun.Count(len(s.Moves), "move"),
			noun.Count(len(s.Reply), "reply", "replies"), most)
	case s.HasPlies && s.PliesLeft < 0:
		return errors.New("its number of plies left is below 0")
	}
	return nil
}
