package ab

import (
	"context"
	"fmt"

	"epaminondas/internal/engine/inference"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/match/player"
	"epaminondas/mcts"
	"epaminondas/net"
)

// judgedSimulations is the number of simulations of the networks' search for the judge.
const judgedSimulations = 64

// Judge adds the judge's results for the final checkpoints of all seeds: for the first choice of
// their policies, and for their moves with a small search.
func (e *Experiment) Judge(ctx context.Context, bench *judge.Bench, r *Result) error {
	kinds := []struct {
		name string
		make func(name string, n player.Evaluators) player.Contestant
	}{
		{"policy", func(name string, n player.Evaluators) player.Contestant {
			return player.PolicyContestant(name, n, bench.Board)
		}},
		{fmt.Sprintf("sims=%d", judgedSimulations), func(name string, n player.Evaluators) player.Contestant {
			return player.NetContestant(name, n, bench.Board, mcts.Play(),
				mcts.Limit{Simulations: judgedSimulations})
		}},
	}
	r.Judged = nil
	for _, kind := range kinds {
		judged := Judged{Kind: kind.name}
		var values []float64
		for _, s := range r.Seeds {
			trial := judge.Trial{
				Board: bench.Board, Positions: bench.Positions, Reference: bench.Reference, Seed: s.Seed,
				Parallel: e.Jobs,
				Progress: func(task string, done, total int) {
					e.tell(fmt.Sprintf("judge of %s, seed %d: %s", kind.name, s.Seed, task), done, total)
				},
			}
			for i := len(s.Sides) - 1; i >= 0; i-- { // B first, so that the difference is A's
				checkpoint, err := net.LoadCheckpoint(s.Sides[i].Checkpoint)
				if err != nil {
					return err
				}
				trial.Players = append(trial.Players,
					kind.make(s.Sides[i].Side, inference.Direct{Network: net.NewNetwork(checkpoint.Weights)}))
			}
			report, err := judge.Run(ctx, trial)
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
