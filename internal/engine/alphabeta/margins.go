package alphabeta

// margins say how large a difference of scores must be before the search stops looking, in hundredths of
// a stone. They suit an evaluation.
type margins struct {
	stone int // what a captured stone is expected to bring
	delta int // what a capture may bring besides its stones
	// A position that is better than beta by reverseFutility for each ply that is left counts as good. If it
	// is worse than alpha by futility for each ply, its quiet moves count as bad.
	reverseFutility, futility int
	window                    int // half width of the window around the score of the last iteration
}

// featureMargins suit the evaluation by features.
func featureMargins(w Weights) margins {
	return margins{stone: w.Stone / 10, delta: 150, reverseFutility: 90, futility: 110, window: 30}
}

// lineMargins suit an evaluation by lines.
var lineMargins = margins{stone: 30, delta: 120, reverseFutility: 50, futility: 100, window: 30}
