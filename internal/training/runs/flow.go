package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"
)

// Flow is the trainer's message to processes that play for the run. The trainer writes it about
// every two seconds, and at once when [Flow.Enough] changes.
type Flow struct {
	Ready  int       // batches that may be learnt from now
	Ahead  int       // replay.ahead: number of batches at which self-play waits; 0 for never
	Owed   float64   // samples that may still be drawn from the games so far
	Drawn  float64   // samples drawn so far
	Newest int64     // id of the newest game that the trainer has seen
	Told   time.Time // when the trainer wrote the row
	Wait   bool      // all other processes wait, regardless of Ready and Ahead
}

// flowSchema is the table with the one row of [Flow].
const flowSchema = `
CREATE TABLE IF NOT EXISTS flow (
	id     INTEGER PRIMARY KEY CHECK (id = 1),
	ready  INTEGER NOT NULL,                 -- batches that may be learnt from now
	ahead  INTEGER NOT NULL,                 -- batches at which self-play waits; 0 for never
	owed   REAL    NOT NULL,                 -- samples that may still be drawn
	drawn  REAL    NOT NULL,                 -- samples drawn so far
	newest INTEGER NOT NULL,                 -- id of the newest game that the trainer has seen
	told   INTEGER NOT NULL                  -- milliseconds since 1970
) STRICT;
`

// readyWait is the value of the column ready if Wait is set. It makes a program that does not know
// Wait wait too.
const readyWait = math.MaxInt32

// flowFresh is the largest age of a flow from a running trainer.
const flowFresh = 15 * time.Second

// Enough reports whether self-play should wait: the trainer says so, or it has more unused games than it
// asked for.
func (f Flow) Enough() bool { return f.Wait || f.Ahead > 0 && f.Ready > f.Ahead }

// Fresh reports whether the trainer was running at the time now.
func (f Flow) Fresh(now time.Time) bool {
	return now.Sub(f.Told).Abs() < flowFresh // a clock may have been set back
}

// UsedShare returns the share of the games that training has used so far, 0 to 1. It is the number
// of drawn samples divided by the number of all samples that these games allow.
func (f Flow) UsedShare() float64 {
	if f.Drawn <= 0 {
		return 0
	}
	return f.Drawn / (f.Drawn + max(f.Owed, 0))
}

// SetFlow writes the flow for other processes.
func (r *Run) SetFlow(ctx context.Context, f Flow) error {
	if f.Wait {
		f.Ready, f.Ahead = readyWait, max(1, f.Ahead)
	}
	err := r.wait.Retry(ctx, func() error {
		_, err := r.db.ExecContext(ctx, `INSERT OR REPLACE INTO flow VALUES (1, ?, ?, ?, ?, ?, ?)`,
			f.Ready, f.Ahead, f.Owed, f.Drawn, f.Newest, f.Told.UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("run: write the flow of %s: %w", r.Database(), err)
	}
	return nil
}

// Flow returns the last flow of the trainer. ok is false if there is none.
func (r *Run) Flow(ctx context.Context) (f Flow, ok bool, err error) {
	err = r.wait.Retry(ctx, func() error {
		f, ok, err = readFlow(ctx, r.db)
		return err
	})
	if err != nil {
		return Flow{}, false, fmt.Errorf("run: read the flow of %s: %w", r.Database(), err)
	}
	return f, ok, nil
}

// Flow is [Run.Flow].
func (v *View) Flow(ctx context.Context) (Flow, bool, error) {
	ok, err := v.Has(ctx, "flow")
	if err != nil || !ok {
		return Flow{}, false, err
	}
	f, ok, err := readFlow(ctx, v.files.DB)
	if err != nil {
		return f, false, fmt.Errorf("run: read the flow of %s: %w", v.Dir, err)
	}
	return f, ok, nil
}

func readFlow(ctx context.Context, db *sql.DB) (f Flow, ok bool, err error) {
	var told int64
	err = db.QueryRowContext(ctx, `SELECT ready, ahead, owed, drawn, newest, told FROM flow`).Scan(
		&f.Ready, &f.Ahead, &f.Owed, &f.Drawn, &f.Newest, &told)
	if errors.Is(err, sql.ErrNoRows) {
		return Flow{}, false, nil
	}
	f.Told = time.UnixMilli(told)
	if f.Ready == readyWait {
		f.Ready, f.Wait = 0, true
	}
	return f, err == nil, err
}
