package alphabeta

// Scores are in hundredths of a stone for the mover. A win in n plies is win - n, so that shorter ones are better.
const (
	win       = 30_000
	mostPlies = 100             // plies that a line of the search may have
	proven    = win - mostPlies // scores from here on are proofs
	mostScore = 20_000          // of the evaluation
	infinite  = win + 1
)

// isProven reports whether a score that is exact says who wins.
func isProven(score int) bool { return score >= proven || score <= -proven }

// modest keeps a score that may be mistaken from being taken for a proof.
func modest(score int) int { return min(max(score, -mostScore), mostScore) }
