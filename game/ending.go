package game

// Ending is why a game is over, in the word that records, databases, reports and the page use.
type Ending string

// The endings. [State.Outcome] returns the endings of the rules. Self-play and matches add the
// others: self-play may stop a game, and in a match a player may lose by its conduct.
const (
	Unfinished Ending = "unfinished" // the game is not over
	FarRow     Ending = "far-row"    // the side to move leads on the far rows
	NoMoves    Ending = "no-moves"   // the side to move has no legal move
	PlyLimit   Ending = "ply-limit"  // the ply limit of the rules was reached

	Proof      Ending = "proof"      // the outcome is proven; the moves that show it were not played
	Repetition Ending = "repetition" // a draw: a position came again where the ply limit is a draw
	Stopped    Ending = "stopped"    // stopped while undecided

	OutOfTime   Ending = "out-of-time"  // forfeit: the clock ran out, or the time for the move and the grace
	IllegalMove Ending = "illegal-move" // forfeit: the rules do not allow the move
	Misconduct  Ending = "misconduct"   // forfeit: an answer that the protocol does not allow
	Crash       Ending = "crash"        // forfeit: the player's process ended
)

// ByRules reports whether the rules end the game so, so that its last position is a final one.
func (e Ending) ByRules() bool { return e == FarRow || e == NoMoves || e == PlyLimit }

// Forfeit reports whether a player lost by its conduct, not on the board.
func (e Ending) Forfeit() bool {
	return e == OutOfTime || e == IllegalMove || e == Misconduct || e == Crash
}
