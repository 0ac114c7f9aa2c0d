package run

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
)

// Match is a gate match: the candidate's games against the best checkpoint so far.
type Match struct {
	Candidate, Best     int64 // ids of checkpoints
	Wins, Draws, Losses int   // of the candidate
	Accepted            bool  // the candidate is the best from now on
	Verdict             string
	Detail              any // the whole match, kept as JSON
}

// AddMatch records a gate match and, where the candidate was accepted, names it as the best.
func (r *Run) AddMatch(ctx context.Context, m Match) error {
	err := r.transact(ctx, func(tx *sql.Tx) error { return addMatch(ctx, tx, m) })
	if err != nil {
		return fmt.Errorf("run: add match: %w", err)
	}
	return nil
}

func addMatch(ctx context.Context, tx *sql.Tx, m Match) error {
	detail, err := json.Marshal(m.Detail)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO matches (candidate, best, wins, draws, losses, verdict, detail) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		m.Candidate, m.Best, m.Wins, m.Draws, m.Losses, m.Verdict, string(detail))
	if err != nil || !m.Accepted {
		return err
	}
	return setBest(ctx, tx, m.Candidate)
}
