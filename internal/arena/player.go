// Package arena lets players meet and says who is better, and how sure that
// is. A tournament, of which a match is the smallest, plays every opening twice
// in each pairing with the colours exchanged, and takes the pair of games as the
// unit of its statistics: rating differences with their intervals, and for two
// players a sequential test that stops as soon as the answer is clear. It keeps
// the clocks, takes the game from whoever breaks the rules or does not answer,
// and goes on where it was stopped. A game is a function of the tournament's
// seed and the game's number, so a tournament between players limited by nodes
// repeats exactly, however many games are played at once.
package arena

import (
	"context"

	"epaminondas/game"
	"epaminondas/internal/clock"
	"epaminondas/internal/record"
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
	Ending  record.Ending
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
	// Cores is how many cores a player of it keeps busy while it thinks; 0 is 1.
	Cores int
}

// cores returns how many cores a player of c keeps busy.
func (c Contestant) cores() int { return max(c.Cores, 1) }
