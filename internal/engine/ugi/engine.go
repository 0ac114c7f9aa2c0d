package ugi

import (
	"context"
	"time"

	"epaminondas/game"
)

// An Engine thinks about positions of one board. The server never calls it from
// two goroutines at once.
type Engine interface {
	// NewGame forgets what was found out about earlier positions.
	NewGame()

	// Search thinks about s, which is not over, until a limit is reached, the
	// outcome is proven or ctx is cancelled, and returns what it has found: also
	// when ctx is cancelled before the call, after a first look at the position.
	// The result has at least so many lines, if there are as many moves. It calls
	// progress now and then from its own goroutine; that Result is valid only
	// during the call.
	Search(ctx context.Context, s *game.State, limit Limit, lines int, progress func(*Result)) (*Result, error)

	// Evaluate is the engine's estimate without a search. It sets prior[i] to the
	// probability of moves[i] (all legal moves; the sum is 1) and returns the
	// value in [-1,1] for the player to move.
	Evaluate(s *game.State, moves []game.Move, prior []float32) (value float32, err error)
}

// A Builder makes the engine that the settings ask for. The server calls it at
// the start and whenever Rules, MaxPlies, Model, Threads or Seed change; an
// error leaves the old engine and the old settings in place.
type Builder func(*game.Board, Settings) (Engine, error)

// Limit ends a search at whichever comes first. A field that is 0 does not
// limit; with all of them 0 the search goes on until it is cancelled or proven.
type Limit struct {
	Nodes int           // positions; those of a tree search are its simulations
	Depth int           // plies of the longest line looked at, or of the last step of deepening
	Time  time.Duration // wall-clock
}

// Result is what a search knows about a position.
type Result struct {
	Nodes int    // positions so far
	Depth int    // as in Limit
	Lines []Line // of the best moves, best first: Lines[0] is the one to play
	// Visited says that the lines have visits.
	Visited bool
}

// Line is what a search knows about one move.
type Line struct {
	Move      game.Move
	Value     float32     // of the move, for the player who makes it, in [-1,1]
	Proven    bool        // Value is exact: 1 or -1
	Visits    int         // simulations that went through the move
	Policy    float32     // how much the move is to be preferred, in [0,1]; the sum over the lines is 1 at most
	Variation []game.Move // the expected continuation, beginning with Move
}
