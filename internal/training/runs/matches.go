package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Match is a gate match: the candidate's games against the best checkpoint so far.
type Match struct {
	Candidate, Best     int64 // ids of checkpoints
	Wins, Draws, Losses int   // of the candidate
	Accepted            bool  // the candidate becomes the best
	Verdict             string
	Detail              any // the whole match, stored as JSON
}

// AddMatch records a gate match. If the candidate was accepted, AddMatch also makes it the best
// checkpoint.
func (r *Run) AddMatch(ctx context.Context, m Match) error {
	err := r.Transact(ctx, func(tx *sql.Tx) error { return addMatch(ctx, tx, m) })
	if err != nil {
		return fmt.Errorf("run: add a match to %s: %w", r.Database(), err)
	}
	return nil
}

// LastMatch reads the detail of the last gate match; ok is false if there is none.
func (r *Run) LastMatch(ctx context.Context, detail any) (ok bool, err error) {
	var text string
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `SELECT detail FROM matches ORDER BY id DESC LIMIT 1`).Scan(&text)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), detail)
	}
	if err != nil {
		return false, fmt.Errorf("run: read the last gate match in %s: %w", r.Database(), err)
	}
	return true, nil
}

func addMatch(ctx context.Context, tx *sql.Tx, m Match) error {
	detail, err := json.Marshal(m.Detail)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx,
		`INSERT INTO matches (candidate, best, wins, draws, losses, verdict, detail) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		m.Candidate, m.Best, m.Wins, m.Draws, m.Losses, m.Verdict, string(detail))
	if err != nil || !m.Accepted {
		return err
	}
	return setBest(ctx, tx, m.Candidate)
}
