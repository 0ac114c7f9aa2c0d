package arena

import (
	"fmt"

	"epaminondas/game"
)

// Game is the record of a finished game.
type Game struct {
	// Number counts the games of a match from 0; in even ones A has White.
	Number  int
	Rules   game.Rules
	Players [2]string // by colour
	Seed    uint64    // of the match
	// OpeningPlies is how many of Moves were drawn, not chosen.
	OpeningPlies int
	// Moves are all moves from the start of the board.
	Moves   []game.Move
	Outcome game.Outcome
	Reason  game.Reason
}

// colourOfA returns the colour that A has in a game.
func colourOfA(number int) game.Colour { return game.Colour(number % 2) }

// String describes the game in a line.
func (g *Game) String() string {
	return fmt.Sprintf("game %d: %s - %s %v, %v after %d plies",
		g.Number+1, g.Players[game.White], g.Players[game.Black], g.Outcome, g.Reason, len(g.Moves))
}
