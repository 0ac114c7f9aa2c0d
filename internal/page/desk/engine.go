package desk

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/level"
)

// engine finds moves and judges positions. It keeps nothing between calls, so an answer depends on
// the request alone.
type engine interface {
	choose(ctx context.Context, s *game.State, l level.Level, seed uint64) (level.Choice, error)
	// policy returns the prior probability of each move, or nil if the engine has no policy.
	policy(s *game.State, moves []game.Move) ([]float32, error)
	// effort returns the nodes a move at a level: positions, or simulations of a network.
	effort(l level.Level) int
	// analyst returns an analyst for positions of a board, one at a time.
	analyst(b *game.Board) (analyst, error)
}

// analyst judges positions of one game.
type analyst interface {
	// analyse searches an unfinished position deeper and deeper, until the limit is reached, ctx
	// ends, or a deeper search cannot find more. It calls tell after the first iteration, from time
	// to time, and at the end. It returns the error of tell, or an error if the first iteration
	// fails. If ctx ends the search later, it returns nil.
	analyse(ctx context.Context, s *game.State, limit limit, tell func(*findings) error) error
}

// limit bounds an analysis. The first bound that is reached ends it.
type limit struct {
	lines int           // number of lines wanted, at least 1
	nodes int           // positions or simulations; 0 for no bound
	time  time.Duration // 0 for no bound
}

// findings are the results of an analyst for a position. Values are for the side to move, in
// [-1, 1]. Findings are immutable.
type findings struct {
	value float32
	proof proof
	lines []line // best first, at least one
	nodes int
	depth int // plies
}

// line is the result for one move.
type line struct {
	move      game.Move
	value     float32
	visits    int     // of a tree search
	share     float32 // of them
	proof     proof
	plies     int         // plies in which the winner can end the game, if proven and known; else 0
	variation []game.Move // principal variation, beginning with move
}

// proof is the proven result for the side to move: "win", "loss", "draw", or "" if nothing is
// proven.
type proof string
