package runs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// Window is the window of training at a checkpoint.
type Window struct {
	First     int64 `json:"first"`     // id of the oldest game in the window; 0 if it is empty
	Last      int64 `json:"last"`      // id of the newest game in the window
	Positions int64 `json:"window"`    // positions in the window
	Added     int64 `json:"positions"` // positions ever added
	Drawn     int64 `json:"drawn"`     // samples ever drawn
}

// Window returns the window of training at the checkpoint with an id, from the state of its
// sampler. ok is false if the state has no window or cannot be read.
func (v *View) Window(ctx context.Context, id int64) (w Window, ok bool, err error) {
	var state []byte
	err = v.files.DB.QueryRowContext(ctx, `SELECT sampler FROM checkpoints WHERE id = ?`, id).Scan(&state)
	if errors.Is(err, sql.ErrNoRows) {
		return w, false, nil
	}
	if err != nil {
		return w, false, fmt.Errorf("run: read the window of checkpoint %d of %s: %w", id, v.Dir, err)
	}
	if json.Unmarshal(state, &w) != nil {
		return Window{}, false, nil
	}
	return w, w.Positions > 0, nil
}
