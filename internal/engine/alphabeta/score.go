package alphabeta

// Scores are for the mover, in nominal hundredths of a stone: the score 1 is 10 units of [Weights].
// With the fitted weights, a stone has a score of 15 to 32. A win in n plies has the score win - n,
// so shorter wins are better.
const (
	win       = 30_000
	mostPlies = 100             // the longest line of the search, in plies
	proven    = win - mostPlies // scores from here on are proofs
	mostScore = 20_000          // greatest score of the evaluation
	infinite  = win + 1
)

// isProven reports whether an exact score proves a win or a loss.
func isProven(score int) bool { return score >= proven || score <= -proven }

// clampUnproven limits a score without a proof, so that it does not count as one.
func clampUnproven(score int) int { return min(max(score, -mostScore), mostScore) }
