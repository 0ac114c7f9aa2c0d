// Package engine defines what all engines have in common. An [Engine] searches positions of one board:
// with a network, by alpha-beta, by random games, or in another program. Matches, the page, the UGI
// server and the levels of play know only this interface.
//
// The package also keeps the time of a game, and it defines the levels of play, from beginner to
// strongest.
package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"epaminondas/game"
)

// Engine searches the positions of one game at a time. It keeps work for later positions of the game,
// such as its tree. One goroutine owns it.
type Engine interface {
	// Attributes describe the engine. They do not change.
	Attributes() Attributes

	// NewGame forgets the last game. All randomness of the next game depends on seed.
	NewGame(ctx context.Context, seed uint64) error

	// Search searches a position that is not over, until it reaches a limit, proves the outcome or ctx
	// ends. It passes its result so far to tell from time to time, in the goroutine of its caller; an
	// error of tell ends the search and is returned. tell may be nil. With tell, a search whose ctx has
	// ended still looks at the position once. A result is valid until the next call of the engine.
	Search(ctx context.Context, t Turn, limit Limit, tell func(*Result) error) (*Result, error)

	// Evaluate returns the estimate of a position without a search. It sets prior[i] to the
	// probability of moves[i] (all legal moves; the sum is 1) and returns the value in [-1, 1] for the
	// player to move.
	Evaluate(s *game.State, moves []game.Move, prior []float32) (value float32, err error)

	// Close releases the engine's resources.
	Close() error
}

// Attributes describe an engine to those who use it.
type Attributes struct {
	// Tree means that the engine searches a tree by simulations. Its nodes are simulations, and its
	// lines have visits. Nodes of other engines are positions.
	Tree bool
	// Policy means that Evaluate returns a policy that was learned.
	Policy bool
}

// Turn is a position and the game that led to it, for engines that need the whole game.
type Turn struct {
	State *game.State // not over
	Start game.State
	Moves []game.Move // from Start to State
}

// At returns the turn of a position whose game is unknown.
func At(s *game.State) Turn { return Turn{State: s, Start: *s} }

// Limit ends a search at the first limit that it reaches. A field that is 0 does not limit. Without
// limits the search runs until ctx ends or it proves the outcome.
type Limit struct {
	Nodes int           // positions; for a tree search its simulations
	Depth int           // plies of the longest line, or of the last iteration of deepening
	Time  time.Duration // wall-clock
	Clock *Clock        // clock of the game; nil without clocks
	// Lines is the number of best moves that the result must have with a variation. 0 means 1.
	Lines int
	// Pace is the time between two reports of a tree search. If it is 0, each round of the search is
	// longer than the last one, and the reports do not depend on the clock.
	Pace time.Duration
}

// Budget returns the time for the move of the side to move, or nothing without a clock.
func (l Limit) Budget(s *game.State) Budget {
	if l.Clock == nil {
		return Budget{}
	}
	return NewBudget(l.Clock.Left[s.Turn()], l.Clock.Increment, s)
}

// Result is the result of a search so far. Values are for the side to move, in [-1, 1].
type Result struct {
	Value  float32
	Judged bool // Value is known; an engine in another program may not report it
	Proof  Proof
	Nodes  int // nodes of this search, as in [Limit]
	Depth  int // plies
	// Lines are the best moves, best first: Lines[0] is the move to play. There are at least as
	// many as the limit asks for, or one for each legal move if there are fewer.
	Lines []Line
}

// Line is the result of a search for one move.
type Line struct {
	Move   game.Move
	Value  float32 // 1 or -1 if the move is proven to win or lose
	Proof  Proof   // proof of the move, for the player who makes it
	Plies  int     // plies in which the winner can end the game, if proven and known; otherwise 0
	Visits int     // simulations that went through the move; 0 for engines without a tree
	// Policy is the preference for the move, in [0, 1]. The sum over the lines is at most 1.
	Policy float32
	// Variation is the expected continuation, beginning with Move.
	Variation []game.Move
}

// Proof is a proven outcome for the side to move.
type Proof uint8

// The proofs. A draw is proven only where a ply limit makes draws.
const (
	Unknown Proof = iota
	Win
	Loss
	Draw
)

// ProofOf returns the proof that an exact value of a position gives.
func ProofOf(value float32) Proof {
	switch {
	case value > 0:
		return Win
	case value < 0:
		return Loss
	}
	return Draw
}

// proofTexts are the texts of the proofs, such as "win".
var proofTexts = [...]string{Unknown: "", Win: "win", Loss: "loss", Draw: "draw"}

// MarshalText returns the proof as a word, or nothing if it is unknown.
func (p Proof) MarshalText() ([]byte, error) { return []byte(proofTexts[p]), nil }

// UnmarshalText reads what MarshalText writes.
func (p *Proof) UnmarshalText(text []byte) error {
	i := slices.Index(proofTexts[:], string(text))
	if i < 0 {
		return fmt.Errorf("engine: proof is %.20q, want win, loss, draw or nothing", text)
	}
	*p = Proof(i)
	return nil
}
