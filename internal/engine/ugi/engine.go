package ugi

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
)

// An Engine searches positions of one board. The server never calls it from two goroutines at once.
type Engine interface {
	// NewGame forgets everything about earlier positions.
	NewGame()

	// Search searches s until it reaches a limit, proves the outcome or ctx is cancelled, and
	// returns what it has found. The game in s must not be over. If ctx is cancelled before the
	// call, Search still evaluates the position once. The result has at least the given number of
	// lines, or a line for every legal move if there are fewer. Search calls progress from time to
	// time, in the goroutine of its caller. The Result is valid only during the call.
	Search(ctx context.Context, s *game.State, limit Limit, lines int,
		progress func(*Result)) (*Result, error)

	// Evaluate returns the engine's estimate without a search. It sets prior[i] to the probability
	// of moves[i] (all legal moves; the sum is 1) and returns the value in [-1, 1] for the player
	// to move.
	Evaluate(s *game.State, moves []game.Move, prior []float32) (value float32, err error)
}

// A Builder makes the engine for some settings. The server calls it at the start and whenever
// Rules, MaxPlies, Model, Threads or Seed changes. After an error the server keeps the old engine
// and the old settings.
type Builder func(*game.Board, Settings) (Engine, error)

// Limit ends a search at the first limit that it reaches. A field that is 0 does not limit. Without
// limits the search runs until it is cancelled or proves the outcome.
type Limit struct {
	Nodes int           // positions; for a tree search its simulations
	Depth int           // plies of the longest line, or of the last iteration of deepening
	Time  time.Duration // wall-clock
	Clock clock.Budget  // in a game with a clock
}

// Result is the result of a search for a position.
type Result struct {
	Nodes int    // positions so far
	Depth int    // as in Limit
	Lines []Line // the best moves, best first: Lines[0] is the one to play
	// Visited means that the lines have visits.
	Visited bool
}

// Line is the result of a search for one move.
type Line struct {
	Move   game.Move
	Value  float32 // of the move, for the player who makes it, in [-1,1]
	Proven bool    // Value is exact: 1 or -1
	Visits int     // simulations that went through the move
	// Policy is the preference for the move, in [0,1]. The sum over the lines is at most 1.
	Policy    float32
	Variation []game.Move // the expected continuation, beginning with Move
}
