// Package record keeps what happened in a game between players: every move with
// what the player expected and spent, how the game ended and why. Its text reads
// like PGN and reads back.
package record

import (
	"fmt"
	"time"

	"epaminondas/game"
)

// Game is the record of a finished game.
type Game struct {
	// Number counts the games of a match or tournament from 0.
	Number  int
	Rules   game.Rules
	Players [2]string // by colour
	Seed    uint64    // of the match
	// Start is the text of the first position; "" is the start of the board.
	Start string
	// OpeningPlies is how many of Plies were given, not chosen.
	OpeningPlies int
	Plies        []Ply
	Outcome      game.Outcome
	Ending       Ending
	// Verdict says in a line what the player did that a forfeit is about, or what
	// an adjudication rests on; else "".
	Verdict string
}

// Ply is a move and what its player said of it.
type Ply struct {
	Move game.Move
	// Value is what the mover expects, for itself, in [-1, 1]; it counts only if
	// Judged.
	Value  float32
	Judged bool
	// Nodes is the number of positions that the player looked at, 0 if it did not
	// say.
	Nodes int
	Time  time.Duration // of wall clock; 0 in the opening
}

// Ending is why a game is over.
type Ending string

// The endings: those of the rules, as [game.Reason] names them, and those of
// matches.
const (
	FarRow      Ending = "far-row"      // the side to move leads on the far rows
	NoMoves     Ending = "no-moves"     // the side to move has no legal move
	PlyLimit    Ending = "ply-limit"    // the ply limit of the rules was reached
	Proof       Ending = "proof"        // both players saw the end, and a solver proved it
	OutOfTime   Ending = "out-of-time"  // forfeit: the clock ran out, or the time for the move and the grace
	IllegalMove Ending = "illegal-move" // forfeit: the rules do not allow the move
	Misconduct  Ending = "misconduct"   // forfeit: an answer that the protocol does not allow
	Crash       Ending = "crash"        // forfeit: the player's process ended
)

// Forfeit reports whether a player lost by its conduct, not on the board.
func (e Ending) Forfeit() bool {
	return e == OutOfTime || e == IllegalMove || e == Misconduct || e == Crash
}

// EndingOf returns the ending that the rules give a reason for.
func EndingOf(r game.Reason) Ending { return Ending(r.String()) }

// String describes the game in a line.
func (g *Game) String() string {
	return fmt.Sprintf("game %d: %s - %s %v, %v after %d plies",
		g.Number+1, g.Players[game.White], g.Players[game.Black], g.Outcome, g.Ending, len(g.Plies))
}
