package alphabeta

// DefaultTableMiB is the size of the transposition table of those who play: with
// another one the moves may be others.
const DefaultTableMiB = 32
