package learning

import (
	"encoding/json"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/match/arena"
)

// Result is the comparison of candidates.
type Result struct {
	Run   string `json:"run"` // folder of the run
	Rules string `json:"rules"`
	// Steps and Seconds are the bounds of the largest budget.
	Steps   int64   `json:"budget_steps,omitempty"`
	Seconds float64 `json:"budget_seconds,omitempty"`
	// Clock is the clock of all seconds: processor, or wall if the system does not report processor
	// time.
	Clock   string  `json:"clock"`
	HeldOut HeldOut `json:"held_out"`
	Planned int     `json:"candidates_planned"`
	Limit   string  `json:"match_limit,omitempty"` // of a move in the matches

	// Candidates has a row for each finished candidate and budget.
	Candidates []Trained `json:"candidates"`
}

// HeldOut describes the held-out games.
type HeldOut struct {
	Share     float64 `json:"share"` // of the games of the run
	Games     int     `json:"games"`
	Positions int     `json:"positions"`
	Decided   int     `json:"decided_positions"` // in games with an outcome
	Damaged   int     `json:"damaged_games,omitempty"`
}

// Trained is a finished candidate.
type Trained struct {
	Name       string   `json:"name"`
	Settings   []string `json:"settings,omitempty"` // in which it differs from the base
	Parameters int      `json:"parameters"`
	Steps      int64    `json:"steps"`
	Samples    int64    `json:"samples"`
	Seconds    float64  `json:"seconds"` // of the training steps
	Rate       float64  `json:"samples_per_second"`
	// BudgetSteps and BudgetSeconds are the budget of this row.
	BudgetSteps   int64   `json:"budget_steps,omitempty"`
	BudgetSeconds float64 `json:"budget_seconds,omitempty"`
	// Evaluations is the number of evaluations a second on one core, one position at a time.
	Evaluations float64 `json:"evaluations_per_second,omitempty"`
	// Ratio is the speed of evaluation divided by the speed of the base. The two are measured in
	// turn.
	Ratio     float64 `json:"evaluation_speed_to_base,omitempty"`
	Games     int     `json:"window_games"`
	Positions int     `json:"window_positions"`
	Damaged   int     `json:"damaged_games,omitempty"`
	Uses      float64 `json:"uses"` // samples for each position of the window

	// Failed is the error if training diverged or the network gives numbers that are not finite.
	// Then there are no figures. Otherwise it is "".
	Failed     string   `json:"failed,omitempty"`
	Figures    *Figures `json:"figures,omitempty"`
	Difference *Figures `json:"difference,omitempty"` // to the base, paired by game
	Bands      []Band   `json:"calibration,omitempty"`
	Checkpoint string   `json:"checkpoint,omitempty"`
	// Judged has the results of [Experiment.Judge], and Match the result of [Experiment.Play].
	Judged []Judged      `json:"judged,omitempty"`
	Match  *arena.Result `json:"match_against_base,omitempty"`
}

// Figures are means over the fully searched positions of the held-out games. A figure is nil if
// there are no positions for it.
type Figures struct {
	// KL is the divergence of the policy from the search's policy, in nats.
	KL *Estimate `json:"kl,omitempty"`
	// Agreement is the share of positions in which the network and the search prefer the same move.
	Agreement *Estimate `json:"agreement,omitempty"`
	// Brier is the squared distance of win, draw and loss from the outcome, 0 to 2.
	Brier *Estimate `json:"brier,omitempty"`
	// SquaredError is the squared error of the expected value against the outcome, 0 to 4.
	SquaredError *Estimate `json:"squared_error,omitempty"`
	// ExactError is the squared error of the expected value against the solved board, 0 to 4.
	ExactError *Estimate `json:"exact_squared_error,omitempty"`
	// Thrown is the share of positions in which the network's likeliest move throws the value away.
	Thrown *Estimate `json:"exact_thrown_away,omitempty"`
}

// newFigures returns the figures that the function estimate returns for each kind.
func newFigures(estimate func(kind Kind) *Estimate) *Figures {
	return &Figures{
		KL: estimate(Divergence), Agreement: estimate(Agreement),
		Brier:        estimate(Brier),
		SquaredError: estimate(Square), ExactError: estimate(ExactSquare),
		Thrown: estimate(Thrown),
	}
}

// newResult returns the result before the first candidate.
func (e *Experiment) newResult(board *game.Board, b *HeldOutSet, damaged int) Result {
	largest := e.Budgets[len(e.Budgets)-1]
	r := Result{Run: e.Dir, Rules: board.Rules().Name(), Steps: largest.Steps,
		Seconds: largest.Processor.Seconds(), Clock: "processor", Planned: len(e.Candidates),
		HeldOut: HeldOut{Share: e.HeldOut, Games: b.Games(), Damaged: damaged}}
	if _, processor := e.clock(); !processor {
		r.Clock = "wall"
	}
	r.HeldOut.Positions, r.HeldOut.Decided = b.Count()
	return r
}

// finished returns the result, or nil if no candidate is finished.
func (w *work) finished() *Result {
	if len(w.result.Candidates) == 0 {
		return nil
	}
	return &w.result
}

// count records the steps, samples, time and games of a student.
func (t *Trained) count(s *student, damaged int) {
	t.Steps, t.Samples, t.Seconds = s.trainer.Steps(), int64(s.sampler.Drawn()), s.spent.Seconds()
	t.Games, t.Positions, t.Damaged = s.sampler.Games(), s.sampler.Window(), damaged
	t.Uses = float64(t.Samples) / float64(t.Positions)
	if t.Seconds > 0 {
		t.Rate = float64(t.Samples) / t.Seconds
	}
}

// describe adds the figures of a candidate. The first candidate is the base of the others.
func (w *work) describe(t *Trained, c Candidate, b Budget, m *Measurement) {
	t.Figures = newFigures(func(kind Kind) *Estimate {
		return Mean(m.Of(kind))
	})
	t.Bands = m.Calibration()
	if c.Name == w.Candidates[0].Name {
		w.base[b] = m
	} else if base := w.base[b]; base != nil {
		t.Difference = newFigures(func(kind Kind) *Estimate {
			return Difference(m.Of(kind), base.Of(kind))
		})
	}
}

// JSON returns the result as indented JSON.
func (r *Result) JSON() ([]byte, error) {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("fit: write the result: %w", err)
	}
	return append(text, '\n'), nil
}
