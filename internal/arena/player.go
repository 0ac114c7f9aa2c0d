// Package arena lets players meet and says who is better, and how sure that
// is. A match draws openings that differ, plays each twice with the colours
// exchanged, and takes the pair of games as the unit of its statistics: a
// rating difference with its interval, and a sequential test that stops as soon
// as the answer is clear. A game is a function of the match's seed and the
// game's number, so a match between players limited by simulations repeats
// exactly, however many games are played at once.
package arena

import (
	"context"

	"epaminondas/game"
)

// Player chooses moves in one game at a time. One goroutine owns it.
type Player interface {
	// Name is how the player was written, such as "rollout,sims=200".
	Name() string
	// NewGame forgets the last game. All randomness of the next follows from seed.
	NewGame(seed uint64)
	// Choose returns a legal move in s, which is not over. When ctx ends it
	// returns within a second.
	Choose(ctx context.Context, s *game.State) (Choice, error)
	// Close frees what the player holds.
	Close() error
}

// Choice is a move and what it took to find it.
type Choice struct {
	Move game.Move
	// Value is what the player expects, for itself, in [-1, 1]; 0 from players
	// that do not judge positions.
	Value float32
	// Simulations is the number of positions the search looked at; 0 without a
	// search.
	Simulations int
}

// Contestant makes the players of one side of a match: one for each game that
// is played at the same time.
type Contestant struct {
	Name string
	New  func() (Player, error)
}
