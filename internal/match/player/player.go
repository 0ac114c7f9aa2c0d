// Package player is who plays: networks, the classical engine, simple ones that never change, and any engine that speaks
// UGI, all behind one small interface, and all written in a line of text ([ParseSpec]).
package player

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/clock"
)

// Player chooses moves in one game at a time. One goroutine owns it.
type Player interface {
	// Name is how the player was written, such as "rollout,sims=200".
	Name() string
	// NewGame forgets the last game. All randomness of the next follows from seed.
	NewGame(ctx context.Context, seed uint64) error
	// Choose returns a move. When ctx ends it returns within a second. An error
	// that wraps [Foul] loses the game, any other ends the tournament. After an
	// error the player is closed, and the next game gets a new one.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// Close frees what the player holds.
	Close() error
}

// Turn is what a player knows when it is to move.
type Turn struct {
	State *game.State // not over
	// Start and Moves are how the game came there, for players that are not told
	// positions but games.
	Start game.State
	Moves []game.Move
	Clock *clock.Clock // nil in games without
}

// Choice is a move and what it took to find it.
type Choice struct {
	Move game.Move
	// Value is what the player expects, for itself, in [-1, 1]; it counts only if
	// Judged.
	Value  float32
	Judged bool
	// Nodes is the number of positions the search looked at, its simulations; 0
	// without a search.
	Nodes int
}

// Foul is conduct that loses a game: an error of a player, not of the match.
type Foul struct {
	Ending  game.Ending
	Verdict string // what the player did, in a line
}

// Error implements error.
func (f *Foul) Error() string { return string(f.Ending) + ": " + f.Verdict }

// Contestant makes the players of one side of a tournament: one for each game
// that is played at the same time. What they share, such as the weights of a
// network, belongs to the contestant, so that a player is made quickly.
type Contestant struct {
	Name string
	// New makes a player. An error that wraps [Foul] loses the game that it was
	// wanted for, any other ends the tournament.
	New func(context.Context) (Player, error)
	// MoveTime is what a player is told to spend on a move in games without a clock;
	// 0 if time does not limit it.
	MoveTime time.Duration
	// Cores is how many cores a player of it keeps busy while it thinks; 0 is 1.
	Cores int
}

// WantedCores returns how many cores a player of c keeps busy.
func (c Contestant) WantedCores() int { return max(c.Cores, 1) }
