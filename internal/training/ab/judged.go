package ab

import (
	"context"
	"fmt"
	"slices"

	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
)

// Judge adds the judge's results for the final checkpoints of all seeds. It judges the first choice
// of their policies, and their moves with a small search.
func (e *Experiment) Judge(ctx context.Context, bench *judge.TestSet, r *Result) error {
	r.Judged = nil
	for _, kind := range judge.Kinds() {
		judged := Judged{Kind: kind.Name}
		var values []float64
		for _, s := range r.Seeds {
			report, err := e.judgeSeed(ctx, bench, kind, s)
			if err != nil {
				return err
			}
			judged.Report = append(judged.Report, report)
			values = append(values, report.Players[1].Against.Value.Estimate)
		}
		mean, low, high := spread(values)
		if len(values) == 1 { // JSON has no infinite numbers, so this is the interval over the positions
			judged.Value = judged.Report[0].Players[1].Against.Value
		} else {
			judged.Value = judge.Mean{Estimate: mean, Low: low, High: high}
		}
		r.Judged = append(r.Judged, judged)
	}
	return r.save(e.resultPath())
}

// judgeSeed judges the final checkpoints of a seed.
func (e *Experiment) judgeSeed(ctx context.Context, bench *judge.TestSet, kind judge.JudgedKind,
	s Seed) (*judge.Report, error) {
	j := judge.Judgement{Bench: bench, Seed: s.Seed, Parallel: e.Jobs,
		Progress: func(task string, done, total int) {
			e.tell(fmt.Sprintf("judge of %s, seed %d: %s", kind.Name, s.Seed, task), done, total)
		}}
	for _, side := range slices.Backward(s.Sides) { // B first, so that the difference is A - B
		network, err := player.LoadNetwork(side.Side, side.Checkpoint)
		if err != nil {
			return nil, err
		}
		j.Networks = append(j.Networks, network)
	}
	return j.Run(ctx, kind)
}
