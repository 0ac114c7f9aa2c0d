package alphabeta

// DefaultTableMiB is the size of the transposition table of the players. With another size the
// engine may play other moves.
const DefaultTableMiB = 32
