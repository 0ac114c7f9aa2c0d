package game

// Ending is the reason why a game is over, as a word. Records, databases, reports and the page use
// the same words.
type Ending string

// The endings. [State.Outcome] returns the endings of the rules. Self-play and matches add the
// others: self-play may stop a game, and in a match a player may lose by its conduct.
const (
	Unfinished Ending = "unfinished" // the game is not over
	FarRow     Ending = "far-row"    // the side to move leads on the far rows
	NoMoves    Ending = "no-moves"   // the side to move has no legal move
	PlyLimit   Ending = "ply-limit"  // the ply limit of the rules was reached

	Proof      Ending = "proof"      // a search proved the outcome before the end
	Repetition Ending = "repetition" // a draw: a position occurred again, and the ply limit would be a draw
	Stopped    Ending = "stopped"    // stopped while undecided

	OutOfTime   Ending = "out-of-time"  // forfeit: the clock, or the time for a move plus grace, ran out
	IllegalMove Ending = "illegal-move" // forfeit: the rules do not allow the move
	Misconduct  Ending = "misconduct"   // forfeit: an answer that the protocol does not allow
	Crash       Ending = "crash"        // forfeit: the player's process ended
)

// ByRules reports whether the rules ended the game, so that nobody can move in its last position.
func (e Ending) ByRules() bool { return e == FarRow || e == NoMoves || e == PlyLimit }

// Forfeit reports whether a player lost by its conduct, not on the board.
func (e Ending) Forfeit() bool {
	return e == OutOfTime || e == IllegalMove || e == Misconduct || e == Crash
}
