package ab

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"epaminondas/internal/base/durable"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/result"
)

// Result is the result of an experiment. All scores are A's.
type Result struct {
	Rules    string       `json:"rules"`
	Settings [][3]string  `json:"settings"` // settings that differ: key, A's value, B's value
	Limit    string       `json:"limit"`    // of a move in the matches
	Pairs    int          `json:"pairs"`    // of games of each seed
	Seeds    []Seed       `json:"seeds"`
	Total    result.Tally `json:"total"`
	// ByGame is the difference in Elo, with the interval from all pairs of games. It compares these
	// particular networks.
	ByGame result.Interval `json:"elo_by_game"`
	// BySeed is the difference in Elo, with the interval from the spread of the seeds' scores. It
	// compares the configs. With only one seed the interval is infinite.
	BySeed      result.Interval `json:"elo_by_seed"`
	Superiority float64         `json:"los"` // likelihood that A is better, by game
	Judged      []Judged        `json:"judged,omitempty"`
}

// Seed is the result of one seed.
type Seed struct {
	Seed  uint64        `json:"seed"`
	Sides []Trained     `json:"sides"`
	Match *arena.Result `json:"match"`
}

// Trained has the figures of a trained side.
type Trained struct {
	Side             string  `json:"side"`
	Checkpoint       string  `json:"checkpoint"` // the final one
	Steps            int64   `json:"steps"`
	Games            int64   `json:"games"`
	Positions        int64   `json:"positions"` // positions with a full search
	Hours            float64 `json:"hours"`     // at work
	ProcessorSeconds float64 `json:"processor_seconds"`
}

// Judged has the judge's results for one kind of player, over all seeds.
type Judged struct {
	Kind   string          `json:"kind"`   // such as policy
	Report []*judge.Report `json:"report"` // by seed: B first, so that differences are A's
	// Value is the mean difference in value over the seeds. Its interval comes from the spread of
	// the seeds.
	Value judge.Mean `json:"value"`
}

// pool combines the results of the seeds.
func (r *Result) pool() {
	var pairs result.Pairs
	var scores []float64
	for _, s := range r.Seeds {
		for i, n := range s.Match.Pairs {
			pairs[i] += n
		}
		r.Total.Wins += s.Match.Total.Wins
		r.Total.Draws += s.Match.Total.Draws
		r.Total.Losses += s.Match.Total.Losses
		scores = append(scores, s.Match.Pairs.Score())
	}
	r.ByGame, r.Superiority = pairs.Interval(), pairs.Superiority()
	mean, low, high := spread(scores)
	within := func(score float64) result.Elo { return result.EloOf(min(max(score, 0), 1)) }
	r.BySeed = result.Interval{Estimate: within(mean), Low: within(low), High: within(high)}
}

// spread returns the mean of numbers with its 95% interval by Student's t. The interval is infinite
// for a single number.
func spread(numbers []float64) (mean, low, high float64) {
	if len(numbers) < 2 {
		return numbers[0], math.Inf(-1), math.Inf(1)
	}
	mean, deviation := stat.MeanStdDev(numbers, nil)
	n := float64(len(numbers))
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * deviation / math.Sqrt(n)
	return mean, mean - half, mean + half
}

// save writes the result into the folder.
func (r *Result) save(path string) error {
	if err := durable.WriteFile(path, r.WriteJSON); err != nil {
		return fmt.Errorf("ab: store the result: %w", err)
	}
	return nil
}

// WriteJSON writes the result as indented JSON.
func (r *Result) WriteJSON(w io.Writer) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("ab: write the result: %w", err)
	}
	return nil
}
