package judge

import (
	"epaminondas/internal/engine/solve"
)

// Limits for good and bad moves, in units of value.
const (
	// goodRegret is the largest regret of a best move. It is above 0 because scores of a search are
	// not exact.
	goodRegret = 0.01
	// blunderRegret is the largest regret that is not a blunder.
	blunderRegret = 0.5
)

// Report is the result of a trial.
type Report struct {
	Rules     string         `json:"rules"`
	Reference string         `json:"reference"`
	Positions int            `json:"positions"`
	Seed      uint64         `json:"seed"`
	Players   []PlayerResult `json:"players"`
}

// PlayerResult is the result of one player in a trial.
type PlayerResult struct {
	Name   string `json:"name"`
	Value  Mean   `json:"value"`  // of the player's moves
	Regret Mean   `json:"regret"` // the best move's value minus the value of the player's move
	Best   Share  `json:"best"`   // positions in which the player's move is as good as the best
	// Blunders are positions in which the player's move costs more than [blunderRegret].
	Blunders Share `json:"blunders"`
	// Thrown are the blunders in positions with a move that is proven to win.
	Thrown       Share       `json:"wins_thrown_away"`
	Milliseconds float64     `json:"ms_per_position"`
	Against      *Difference `json:"against_first,omitempty"` // nil for the first player
}

// Difference is the result of a player minus the result of the first player, position by position.
type Difference struct {
	Value    Mean    `json:"value"`
	Best     Mean    `json:"best"`
	Blunders Mean    `json:"blunders"`
	Same     float64 `json:"same_moves"` // share of positions in which both choose the same move
}

// Share is the share of positions of some kind, with a 95% interval by Wilson.
type Share struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Rate  float64 `json:"rate"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func newShare(count, of int) Share {
	s := solve.NewShare(of, count)
	return Share{Count: count, Of: of, Rate: s.Rate, Low: s.Low, High: s.High}
}

// figures are a player's figures, by position.
type figures struct {
	value, regret, best, blunder []float64
	thrown, wins                 int
	milliseconds                 float64
}

// figuresOf returns the figures of player k.
func figuresOf(list []verdicts, k int) figures {
	var f figures
	for _, v := range list {
		w := v.chosen[k]
		regret := v.best.Value - w.Value
		blunder := regret > blunderRegret
		f.value = append(f.value, w.Value)
		f.regret = append(f.regret, regret)
		f.best = append(f.best, indicator(regret <= goodRegret))
		f.blunder = append(f.blunder, indicator(blunder))
		if v.best.Proven && v.best.Value == 1 {
			f.wins++
			if blunder {
				f.thrown++
			}
		}
		f.milliseconds += v.answers[k].spent.Seconds() * 1000
	}
	return f
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// count returns the sum of indicators.
func count(indicators []float64) int {
	n := 0
	for _, x := range indicators {
		n += int(x)
	}
	return n
}

// report summarises the verdicts.
func (t *Trial) report(list []verdicts) *Report {
	r := &Report{Rules: t.Board.Rules().Name(), Reference: t.Reference.Name(),
		Positions: len(list), Seed: t.Seed}
	first := figuresOf(list, 0)
	for k, c := range t.Players {
		f := figuresOf(list, k)
		p := PlayerResult{
			Name:         c.Name,
			Value:        newMean(f.value),
			Regret:       newMean(f.regret).above(0),
			Best:         newShare(count(f.best), len(list)),
			Blunders:     newShare(count(f.blunder), len(list)),
			Thrown:       newShare(f.thrown, f.wins),
			Milliseconds: f.milliseconds / float64(len(list)),
		}
		if k > 0 {
			p.Against = newDifference(f, first, list, k)
		}
		r.Players = append(r.Players, p)
	}
	return r
}

func newDifference(f, first figures, list []verdicts, k int) *Difference {
	same := 0
	for _, v := range list {
		if v.answers[k].move == v.answers[0].move {
			same++
		}
	}
	return &Difference{
		Value:    newMean(minus(f.value, first.value)),
		Best:     newMean(minus(f.best, first.best)),
		Blunders: newMean(minus(f.blunder, first.blunder)),
		Same:     float64(same) / float64(len(list)),
	}
}

// minus returns a-b.
func minus(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}
