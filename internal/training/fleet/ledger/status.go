package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"epaminondas/internal/training/runs"
)

// Status is the state of the workers of a run.
type Status struct {
	Workers      []WorkerLine `json:"workers"`        // by name
	GamesPerHour float64      `json:"games_per_hour"` // of the workers that reported lately
	Stored       int64        `json:"stored"`         // games
	Refused      int64        `json:"refused"`
	Spooled      int64        `json:"spooled"`    // games without a receipt
	UsedShare    float64      `json:"used_share"` // share of the run's games that training has used so far, 0 to 1
	Ready        int          `json:"ready"`      // batches that may be learnt from now
	Ahead        int          `json:"ahead"`      // workers pause at this number of batches; 0 for never
	Wait         bool         `json:"wait"`       // workers wait, because the trainer learns from an older run
	Training     bool         `json:"training"`
}

// WorkerLine is the line of a worker in a status.
type WorkerLine struct {
	Name         string           `json:"name"`
	State        string           `json:"state"`
	Seen         *int64           `json:"seen"` // seconds since 1970 by the hub's clock; null for never
	Cores        int              `json:"cores"`
	GamesPerHour float64          `json:"games_per_hour"`
	Lag          *int64           `json:"lag"` // steps behind the newest checkpoint; null for no network
	Spooled      int64            `json:"spooled"`
	Stored       int64            `json:"stored"`
	Refused      map[string]int64 `json:"refused"` // by reason

	RefusedBatches map[string]int64 `json:"refused_batches"` // batches refused as a whole, by reason
}

// SeenLately is the largest age of a worker's last report at which the worker counts as present.
const SeenLately = 30 * time.Second

// Look returns the state of the workers, or nil if there was never an invitation.
func Look(ctx context.Context, v *runs.View, now time.Time) (*Status, error) {
	workers, err := viewWorkers(ctx, v)
	if err != nil || len(workers) == 0 {
		return nil, err
	}
	s := &Status{}
	flow, ok, err := v.Flow(ctx)
	if err != nil {
		return nil, err
	}
	if ok {
		s.UsedShare, s.Ready, s.Ahead = flow.UsedShare(), flow.Ready, flow.Ahead
		s.Wait, s.Training = flow.Wait, flow.Fresh(now)
	}
	var newest int64
	if err := v.Rows(ctx, func() {}, func(rows *sql.Rows) error { return rows.Scan(&newest) },
		`SELECT coalesce((SELECT step FROM checkpoints ORDER BY id DESC LIMIT 1), 0)`); err != nil {
		return nil, fmt.Errorf("ledger: read %s: %w", v.Dir, err)
	}
	for _, w := range workers {
		s.add(w, newest, now)
	}
	return s, nil
}

// viewWorkers is [Workers] in a view. The result is empty for a run that never had workers.
func viewWorkers(ctx context.Context, v *runs.View) ([]Worker, error) {
	ok, err := v.Has(ctx, "fleet_workers")
	if err != nil || !ok {
		return nil, err
	}
	counted, err := v.Has(ctx, "fleet_faults")
	if err != nil {
		return nil, err
	}
	list, err := readWorkers(ctx, v, counted)
	if err != nil {
		return nil, fmt.Errorf("ledger: list the workers of %s: %w", v.Dir, err)
	}
	return list, nil
}

// add adds a worker. Newest is the step of the newest checkpoint.
func (s *Status) add(w Worker, newest int64, now time.Time) {
	line := WorkerLine{
		Name: w.Name, State: w.State, Cores: w.Cores, GamesPerHour: w.GamesPerHour,
		Spooled: w.Spooled, Stored: w.Stored, Refused: w.Refused,
		RefusedBatches: w.RefusedBatches,
	}
	if !w.Seen.IsZero() {
		seen := w.Seen.Unix()
		line.Seen = &seen
	}
	if w.Step >= 0 {
		lag := max(0, newest-w.Step)
		line.Lag = &lag
	}
	switch {
	case !w.Revoked.IsZero():
		line.State = "revoked"
	case w.Seen.IsZero():
		line.State = "never seen"
	case now.Sub(w.Seen).Abs() > SeenLately:
		line.State = "away"
	default:
		s.GamesPerHour += w.GamesPerHour
	}
	s.Stored += w.Stored
	s.Spooled += w.Spooled
	for _, games := range w.Refused {
		s.Refused += games
	}
	s.Workers = append(s.Workers, line)
}
