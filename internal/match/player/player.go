// Package player has the players: networks, the classical engine, simple players that never change,
// and any engine that speaks UGI. All have one small interface, and a line of text names each of
// them ([ParseSpec]).
package player

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// Player chooses moves in one game at a time. One goroutine owns it.
type Player interface {
	// Name returns the text of the player, such as "rollout,sims=200".
	Name() string
	// NewGame forgets the last game. All randomness of the next game depends on seed.
	NewGame(ctx context.Context, seed uint64) error
	// Choose returns a move. If ctx ends it returns within a second. An error that wraps [Forfeit]
	// loses the game, and any other error ends the tournament. After an error the player is closed,
	// and the next game gets a new one.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// Close releases the player's resources.
	Close() error
}

// Turn is the information that a player gets for its move.
type Turn struct {
	State *game.State // not over
	// Start and Moves are the game that led to State, for players that need the whole game.
	Start game.State
	Moves []game.Move
	Clock *engine.Clock // nil in games without a clock
}

// Choice is a move and the effort of its search.
type Choice struct {
	Move game.Move
	// Value is the result that the player expects for itself, in [-1, 1]. It is valid only if
	// Judged.
	Value  float32
	Judged bool
	// Nodes is the number of positions in the search. For a tree search it is the number of
	// simulations. It is 0 without a search.
	Nodes int
}

// Forfeit is an action that loses a game. It is an error of a player, not of the match.
type Forfeit struct {
	Ending  game.Ending
	Verdict string // one line about the player's action
}

// Error implements error.
func (f *Forfeit) Error() string { return string(f.Ending) + ": " + f.Verdict }

// Factory makes the players of one side of a tournament: one for each concurrent game. The
// factory owns what they share, such as the weights of a network, so a new player costs little.
type Factory struct {
	Name string
	// New makes a player. An error that wraps [Forfeit] loses the game that needed the player, and
	// any other error ends the tournament.
	New func(context.Context) (Player, error)
	// MoveTime is the time limit of a move in games without a clock, or 0.
	MoveTime time.Duration
	// Cores is the number of cores that a player uses while it thinks. 0 means 1.
	Cores int
	// Together is the number of games at the same time with which the player's network is fastest. 0
	// means one for each core.
	Together int
}

// WantedCores returns the number of cores that each player of the factory uses.
func (c Factory) WantedCores() int { return max(c.Cores, 1) }
