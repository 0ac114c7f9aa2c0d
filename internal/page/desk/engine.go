package desk

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/level"
)

// engine finds moves and judges positions. Nothing is kept from one call to the next, so that an answer depends on the
// request alone.
type engine interface {
	choose(ctx context.Context, s *game.State, l level.Level, seed uint64) (level.Choice, error)
	// policy returns how likely each of the moves is to be the best at first sight, nil for an engine that has no opinion then.
	policy(s *game.State, moves []game.Move) ([]float32, error)
	// effort is how many nodes a level gives a move: positions, or simulations of a network.
	effort(l level.Level) int
	// analyst returns what judges positions of a board, one at a time.
	analyst(b *game.Board) (analyst, error)
}

// analyst judges positions of one game.
type analyst interface {
	// analyse looks into a position that is not over, deeper and deeper, until the limit or ctx ends it or there is nothing more to find.
	// It tells what it has found after a first look, from time to time, and at the end. It fails with the error of tell, or if even a
	// first look does; that ctx ends it later is no error.
	analyse(ctx context.Context, s *game.State, limit limit, tell func(*findings) error) error
}

// limit ends an analysis at whichever comes first.
type limit struct {
	lines int           // that are wanted, at least 1
	nodes int           // positions or simulations; 0 for any number
	time  time.Duration // 0 for any
}

// findings are what an analyst has found about a position. Values are for the side to move, in [-1, 1]. Nobody changes them later.
type findings struct {
	value float32
	proof proof
	lines []line // best first, at least one
	nodes int
	depth int // plies
}

// line is what is found about a move.
type line struct {
	move      game.Move
	value     float32
	visits    int     // of a tree search
	share     float32 // of them
	proof     proof
	plies     int         // if proven and known: the winner can end the game after so many
	variation []game.Move // that is expected, beginning with move
}

// proof is what is certain for the side to move: "win", "loss", "draw" or "".
type proof string
