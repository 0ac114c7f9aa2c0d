package learning

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
)

// Judged has the judge's result of a candidate for one kind of player.
type Judged struct {
	Kind     string      `json:"kind"`     // such as policy
	Value    judge.Mean  `json:"value"`    // of the candidate's moves
	Blunders judge.Share `json:"blunders"` // positions in which the move costs much
	// Difference is the value minus the value of the base's moves; nil for the base.
	Difference *judge.Mean `json:"difference,omitempty"`
}

// duelSeed is the seed of matches and judgements, the same in each experiment.
const duelSeed = 1

// compared returns the networks for a judgement or a match: the base, and at least one other
// candidate.
func (e *Experiment) compared() ([]player.Network, error) {
	switch {
	case len(e.networks) == 0 || e.networks[0].Name != e.Candidates[0].Name:
		return nil, errors.New("fit: the base has failed, so no candidate can be compared with it")
	case len(e.networks) == 1:
		return nil, errors.New("fit: there is no candidate to compare with the base")
	}
	return e.networks, nil
}

// Judge adds the judge's results for the finished candidates with their largest budgets. Call it
// after [Experiment.Run].
func (e *Experiment) Judge(ctx context.Context, bench *judge.TestSet, r *Result) error {
	networks, err := e.compared()
	if err != nil {
		return err
	}
	j := judge.Judgement{Bench: bench, Networks: networks, Seed: duelSeed, Parallel: runtime.GOMAXPROCS(0)}
	for _, kind := range judge.Kinds() {
		j.Progress = func(task string, done, total int) {
			e.task(fmt.Sprintf("judge of %s: %s", kind.Name, task))(done, total)
		}
		report, err := j.Run(ctx, kind)
		if err != nil {
			return err
		}
		for _, p := range report.Players {
			judged := Judged{Kind: kind.Name, Value: p.Value, Blunders: p.Blunders}
			if p.Against != nil {
				judged.Difference = &p.Against.Value
			}
			row := r.last(p.Name)
			row.Judged = append(row.Judged, judged)
		}
	}
	return nil
}

// Play adds a match of each finished candidate against the base, with their largest budgets. All
// matches have the same openings. Call it after [Experiment.Run].
func (e *Experiment) Play(ctx context.Context, terms arena.MatchTerms, r *Result) error {
	networks, err := e.compared()
	if err != nil {
		return err
	}
	board, err := e.Candidates[0].Config.Board()
	if err != nil {
		return err
	}
	m := arena.NetworkMatch{MatchTerms: terms, Board: board, Networks: networks, Seed: duelSeed,
		Parallel: runtime.GOMAXPROCS(0), Progress: e.task("match against " + networks[0].Name)}
	for at := 1; at < len(networks); at++ {
		m.Pairings = append(m.Pairings, arena.Pairing{A: at, B: 0})
	}
	results, err := m.Play(ctx)
	if err != nil {
		return err
	}
	for i, p := range m.Pairings {
		r.last(networks[p.A].Name).Match = results[i]
	}
	r.Limit = terms.Limit()
	return nil
}

// last returns the row of a candidate with its largest budget.
func (r *Result) last(name string) *Trained {
	var found *Trained
	for i := range r.Candidates {
		if r.Candidates[i].Name == name {
			found = &r.Candidates[i]
		}
	}
	return found
}
