// Package replay stores the games for training. A [Game] holds the moves of self-play, and the
// value and improved policy of every search. [EncodeGame] makes one compressed record with a
// checksum. A SQLite [Store], to which several processes append, or a plain [File] keeps the
// records. A [Sampler] holds the newest games as a window that grows more slowly than the data. It
// draws training samples from the window. The number of samples stays in proportion to the number
// of games.
package replay

import (
	"errors"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Game is the record of one game of self-play.
type Game struct {
	Rules        string // name of the rules, as game.Rules.Name writes it
	Seed, Number uint64 // identity of the game; its random source comes from both
	Model        string // name of the player's checkpoint, or of a player without a checkpoint

	// Opponent is the name of the older checkpoint that plays OpponentSide. It is empty if Model
	// plays both sides. The opponent's searches have no policy, and training does not use them.
	Opponent     string
	OpponentSide game.Colour

	Start       string // first position, as game.State.String writes it
	RandomPlies int    // random plies at the beginning, without a search
	Moves       []game.Move
	Searches    []SearchRecord // in ascending order of Ply
	Outcome     game.Outcome   // Ongoing only if the game was stopped
	Reason      game.Ending    // by the rules, or Proof, Repetition or Stopped
}

// SearchRecord is the result of a search in one position of a game.
type SearchRecord struct {
	Ply    int     // index into Game.Moves; len(Moves) is the position after the last of them
	Value  float32 // root value in [-1, 1] for the side to move
	Weight float32 // importance for learning in [0, 1]; below 1 if the game is practically decided

	// Moves and Policy, of the same length, hold the policy target of a full search; both are nil
	// for a fast one, which found only a value. Moves are legal and different, in any order. Other
	// legal moves have probability 0, and the probabilities sum to 1. A decoded game holds all
	// legal moves, ascending.
	Moves  []game.Move
	Policy []float32
}

// Full reports whether the search was full, so that it has a policy target.
func (s *SearchRecord) Full() bool { return s.Policy != nil }

// Positions returns the number of full searches, which are the positions for training.
func (g *Game) Positions() int {
	n := 0
	for i := range g.Searches {
		if g.Searches[i].Full() {
			n++
		}
	}
	return n
}

// ByOpponent reports whether the opponent, and not the model, moves for the given side.
func (g *Game) ByOpponent(side game.Colour) bool {
	return g.Opponent != "" && side == g.OpponentSide
}

// playedOut reports whether g ended by the rules. The last position is then a final one.
func (g *Game) playedOut() bool {
	return g.Reason.ByRules()
}

// String names g in messages.
func (g *Game) String() string { return fmt.Sprintf("game %d of seed %d", g.Number, g.Seed) }

// MaxPlies is the largest number of moves in a record, and maxText the largest number of bytes in a text.
// They limit the memory that a reader needs for any record.
const (
	MaxPlies = 1 << 16
	maxText  = 1 << 12
)

// check returns an error for the first field with an impossible value. It does not check that the
// moves are legal.
func (g *Game) check() error {
	for _, text := range []string{g.Rules, g.Model, g.Start, g.Opponent} {
		if len(text) > maxText {
			return fmt.Errorf("one of rules, model, start and opponent has %s, want at most %d",
				noun.Count(len(text), "byte"), maxText)
		}
	}
	switch {
	case len(g.Moves) > MaxPlies:
		return fmt.Errorf("the game has %s, want at most %d", noun.Count(len(g.Moves), "move"), MaxPlies)
	case g.RandomPlies < 0 || g.RandomPlies > len(g.Moves):
		return fmt.Errorf("the game has %s, want 0 to %d, the number of moves",
			noun.Count(g.RandomPlies, "random ply", "random plies"),
			len(g.Moves))
	case g.OpponentSide > game.Black:
		return fmt.Errorf("the side of the opponent is %d, want %d or %d", g.OpponentSide, game.White,
			game.Black)
	case g.Opponent == "" && g.OpponentSide != game.White:
		return errors.New("the opponent has a side, but no name")
	case g.Outcome > game.Draw:
		return fmt.Errorf("the outcome is %d, want 0 to %d", g.Outcome, game.Draw)
	}
	next := g.RandomPlies
	for i := range g.Searches {
		s := &g.Searches[i]
		if s.Ply < next || s.Ply > len(g.Moves) {
			return fmt.Errorf("search %d is at ply %d, want %d to %d", i, s.Ply, next, len(g.Moves))
		}
		if err := s.check(); err != nil {
			return fmt.Errorf("search at ply %d: %w", s.Ply, err)
		}
		next = s.Ply + 1
	}
	return nil
}

// check returns an error for a number outside its range. NaN fails every comparison here.
func (s *SearchRecord) check() error {
	switch {
	case !(s.Value >= -1 && s.Value <= 1):
		return fmt.Errorf("the value is %v, want -1 to 1", s.Value)
	case !(s.Weight >= 0 && s.Weight <= 1):
		return fmt.Errorf("the weight is %v, want 0 to 1", s.Weight)
	case len(s.Moves) != len(s.Policy):
		return fmt.Errorf("the search has %s but %s", noun.Count(len(s.Moves), "move"),
			noun.Count(len(s.Policy), "probability", "probabilities"))
	}
	sum := 0.0
	for _, p := range s.Policy {
		if !(p >= 0 && p <= 1) {
			return fmt.Errorf("a probability is %v, want 0 to 1", p)
		}
		sum += float64(p)
	}
	if s.Full() && math.Abs(sum-1) > 1e-3 {
		return fmt.Errorf("the sum of the probabilities is %v, want 1", sum)
	}
	return nil
}

// checkEnd returns an error unless g may end in the position last with its outcome and reason.
func (g *Game) checkEnd(last *game.State) error {
	outcome, reason := last.Outcome()
	switch {
	case g.playedOut() && (g.Reason != reason || g.Outcome != outcome):
		return fmt.Errorf("the record ends with %v by %s, but the rules give %v by %v", g.Outcome, g.Reason,
			outcome, reason)
	case g.playedOut():
		return nil
	case g.Reason != game.Proof && g.Reason != game.Stopped && g.Reason != game.Repetition:
		return fmt.Errorf("the record ends with the unknown reason %.40q", g.Reason)
	case outcome != game.Ongoing:
		return fmt.Errorf("the record ends by %s, but the rules give %v by %v", g.Reason, outcome, reason)
	case g.Reason == game.Proof && g.Outcome != game.WhiteWins && g.Outcome != game.BlackWins:
		return errors.New("the record ends by proof, but has no winner")
	case g.Reason == game.Repetition && g.Outcome != game.Draw:
		return fmt.Errorf("the record ends with %v by repetition, want a draw", g.Outcome)
	case g.Reason == game.Repetition && !DrawnByRepetition(last.Board().Rules()):
		return errors.New("the record ends by repetition, but in these rules a game at the ply limit is not a draw")
	}
	return nil
}

// DrawnByRepetition reports whether a game that repeats its positions ends as a draw: the rules
// have a ply limit, and a game that reaches it is a draw.
func DrawnByRepetition(r game.Rules) bool { return r.MaxPlies > 0 && r.Limit == game.LimitDraw }
