package learning

// Band is the calibration of a network's value in a band of plies. It covers the positions of games
// with an outcome. Values and outcomes are for the side to move, from -1 to 1. Confidence is the
// mean |value|. Result is the mean outcome of the side that the network prefers. A calibrated
// network has the same confidence and result.
type Band struct {
	First      int     `json:"first_ply"`
	Last       int     `json:"last_ply"`
	Games      int     `json:"games"`
	Positions  int     `json:"positions"`
	Value      float64 `json:"value"`
	Outcome    float64 `json:"outcome"`
	Confidence float64 `json:"confidence"`
	Result     float64 `json:"result"`
	// TooSure is confidence minus result. It is nil in a band of fewer than 20 games.
	TooSure *Estimate `json:"too_sure,omitempty"`
}

// bands divides the plies of games into bands of the same width.
type bands struct{ width, count int }

// mostBands is the largest number of bands.
const mostBands = 8

// newBands returns the bands for plies up to last. The width is 1, 2 or 5 times a power of ten.
func newBands(last int) bands {
	for power := 1; ; power *= 10 {
		for _, digit := range []int{1, 2, 5} {
			width := digit * power
			if count := last/width + 1; count <= mostBands {
				return bands{width, count}
			}
		}
	}
}

// of returns the band of a ply.
func (b bands) of(ply int) int { return ply / b.width }

// bandSums are the sums over the positions of a game in a band.
type bandSums struct{ value, outcome, confidence, result Sum }

// add adds a position with the network's value and the outcome for the side to move.
func (s *bandSums) add(value, outcome float64) {
	s.value.add(value)
	s.outcome.add(outcome)
	if value < 0 {
		value, outcome = -value, -outcome
	}
	s.confidence.add(value)
	s.result.add(outcome)
}

// calibration returns the bands that have positions. games has the sums of each game, by band.
func (b bands) calibration(games [][]bandSums) []Band {
	var list []Band
	for i := range b.count {
		var all bandSums
		counted := 0
		confidence, result := make([]Sum, len(games)), make([]Sum, len(games))
		for g := range games {
			s := &games[g][i]
			all.merge(s)
			if s.value.N > 0 {
				counted++
			}
			confidence[g], result[g] = s.confidence, s.result
		}
		if n := float64(all.value.N); n > 0 {
			band := Band{
				First: i * b.width, Last: (i+1)*b.width - 1, Games: counted, Positions: all.value.N,
				Value: all.value.Total / n, Outcome: all.outcome.Total / n,
				Confidence: all.confidence.Total / n, Result: all.result.Total / n,
			}
			if counted >= FewestGames {
				band.TooSure = Difference(confidence, result)
			}
			list = append(list, band)
		}
	}
	return list
}

// merge adds the sums of a game.
func (s *bandSums) merge(o *bandSums) {
	for _, pair := range [][2]*Sum{{&s.value, &o.value}, {&s.outcome, &o.outcome},
		{&s.confidence, &o.confidence}, {&s.result, &o.result}} {
		pair[0].Total += pair[1].Total
		pair[0].N += pair[1].N
	}
}
