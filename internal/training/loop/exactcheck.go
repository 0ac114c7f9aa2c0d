package loop

import (
	"context"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/training/runs"
)

// exactCheck tests the moves that the policies of checkpoints prefer in positions of the solved
// board. It uses the positions of the report, so that a user sees the progress during training. It
// is nil on a board that cannot be solved.
type exactCheck struct {
	table     *solve.Table
	positions []game.State
	played    arena.PlayedSample
	spent     time.Duration // time spent in this session
}

// exactCheckShare is the largest share of a session's time for exact checks. The final checkpoint
// is always checked.
const exactCheckShare = 0.005

// prepareExactCheck solves the board of the run, unless an earlier run has solved it. The report at the
// end also needs the solution. A stage on another board has no check.
func (l *loop) prepareExactCheck(ctx context.Context) error {
	l.exactCheck = nil
	n, rules := l.config.Report.ExactPositions, l.board.Rules()
	if n == 0 || solve.Supported(rules) != nil || l.config.Rules != l.run.Whole().Rules {
		return nil
	}
	table, err := solve.Load(ctx, rules, "", func(done, total int64) {
		l.observe(func(o Observer) { o.Doing("solving the board, once for all runs", int(done), int(total)) })
	})
	if err != nil {
		return fmt.Errorf("loop: report.exact_positions is %d (0 turns the solved board off): %w", n, err)
	}
	l.exactCheck = &exactCheck{table: table, positions: table.Sample(n, exactSeed)}
	if l.exactCheck.played, err = arena.LoadPlayed(ctx, table, n); err != nil {
		return fmt.Errorf("loop: %w", err)
	}
	return nil
}

// due reports whether there is time to check a checkpoint, given the length of the session.
func (e *exactCheck) due(session time.Duration, phase runs.Phase) bool {
	return e != nil && (phase == runs.Final || e.spent.Seconds() <= exactCheckShare*session.Seconds())
}

// measure returns, for both samples, the number of positions and the number of mistakes. A mistake
// is a bad move that the policy prefers. now measures the time.
func (e *exactCheck) measure(ctx context.Context, p candidate, now func() time.Time) ([]runs.Metric, error) {
	began := now()
	defer func() { e.spent += now().Sub(began) }()
	exact, err := arena.MeasureExact(ctx, arena.ExactTrial{
		Table: e.table, Positions: e.positions, Played: e.played, Model: arena.NamedNetwork{Name: p.File,
			Evaluators: p.network}, Parallel: 1,
	})
	if err != nil {
		return nil, err
	}
	all := exact.Policy.All
	metrics := []runs.Metric{
		{Name: "exact_positions", Value: float64(all.Positions)},
		{Name: "exact_policy_mistakes", Value: float64(all.Mistakes)},
	}
	if exact.Played != nil {
		all := exact.Played.Policy.All
		metrics = append(metrics,
			runs.Metric{Name: "exact_played_positions", Value: float64(all.Positions)},
			runs.Metric{Name: "exact_played_mistakes", Value: float64(all.Mistakes)})
	}
	return metrics, nil
}
