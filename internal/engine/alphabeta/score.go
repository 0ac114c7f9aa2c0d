package alphabeta

// Scores are for the mover, in a tenth of the unit of [Weights]: nominal hundredths of a stone, of which the fit gave a stone 15 to
// 32. A win in n plies is win - n, so that shorter ones are better.
const (
	win       = 30_000
	mostPlies = 100             // plies that a line of the search may have
	proven    = win - mostPlies // scores from here on are proofs
	mostScore = 20_000          // of the evaluation
	infinite  = win + 1
)

// isProven reports whether a score that is exact says who wins.
func isProven(score int) bool { return score >= proven || score <= -proven }

// clampUnproven keeps a score that may be mistaken from being taken for a proof.
func clampUnproven(score int) int { return min(max(score, -mostScore), mostScore) }
