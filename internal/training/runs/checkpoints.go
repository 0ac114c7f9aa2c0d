package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"epaminondas/internal/base/durable"
)

// Phase is the part of the learning-rate schedule that ends with a checkpoint.
type Phase string

// The phases. A longer run can continue from a checkpoint of the constant phase. Checkpoints of the
// cooldown belong to one budget.
const (
	Constant Phase = "constant"
	Cooldown Phase = "cooldown"
	Final    Phase = "final"
)

// Checkpoint is an entry of the registry.
type Checkpoint struct {
	ID      int64
	Step    int64 // training steps so far
	Phase   Phase
	Budget  string        // budget of the schedule, as [config.Train.Budget] returns it
	Branch  int           // number of times that the run continued from before a cooldown
	File    string        // name in the folder checkpoints, ending in .safetensors
	Games   int64         // id of the newest game in its window
	Elapsed time.Duration // time at work so far
	Sampler []byte        // state of the sampler
	// Archive has positions from which games with this checkpoint may begin, one a line. Only
	// [Run.Register] uses it; see [Run.Archive].
	Archive string
	// Growth is the state of learning from an older run; empty before and after this phase.
	Growth []byte
	// Stage is the stage in which training continues from the checkpoint, counted from 0.
	Stage int
	// Plateau is the state of the measurements that may end the stage early; empty without them.
	Plateau []byte
	// Left says that the weights file was left behind when the run was packed.
	Left bool

	Processor Processor // processor time so far
}

// Path returns the file with the averaged weights of a checkpoint.
func (r *Run) Path(c Checkpoint) string { return CheckpointPath(r.Dir, c.File) }

// CheckpointPath returns the path of a checkpoint of the run in dir, given its file name in the
// registry.
func CheckpointPath(dir, file string) string { return filepath.Join(dir, checkpointsName, file) }

// The endings of the two files of a checkpoint.
const (
	weightsEnding = ".safetensors"
	stateEnding   = ".state"
)

// StatePath returns the file of the training state. Only some checkpoints keep that file.
func (r *Run) StatePath(c Checkpoint) string {
	return strings.TrimSuffix(r.Path(c), weightsEnding) + stateEnding
}

// FileName returns the file name of a checkpoint. Checkpoints of the same step, phase and branch
// have the same weights.
func FileName(step int64, phase Phase, branch int) string {
	name := fmt.Sprintf("step-%07d", step)
	if phase != Constant {
		name += "-" + string(phase)
	}
	if branch > 0 {
		name += fmt.Sprintf("-branch%d", branch)
	}
	return name + weightsEnding
}

// checkFile returns an error if the file of a checkpoint may be outside of the folder checkpoints.
// The registry of a run from a stranger may name any path, and training would write there.
func checkFile(id int64, file string) error {
	if file == "" || !filepath.IsLocal(file) || filepath.Base(file) != file {
		return fmt.Errorf("checkpoint %d is the file %q, want a name in the folder %s", id, file,
			checkpointsName)
	}
	return nil
}

// Register adds a checkpoint to the registry. Its files must be on the disk. It also adds the
// figures of the cycle that ends with it, and its gate match, if any. From then on the run resumes
// from this checkpoint. If the newest checkpoint has the same file, because there was no training
// step since, the new data replaces its row.
func (r *Run) Register(ctx context.Context, c Checkpoint, metrics []Metric,
	judged *Match) (Checkpoint, error) {
	digests, err := r.digestFiles(c)
	if err != nil {
		return c, fmt.Errorf("run: register checkpoint %s: %w", c.File, err)
	}
	err = r.Transact(ctx, func(tx *sql.Tx) error {
		var err error
		if c.ID, err = addCheckpoint(ctx, tx, c); err != nil {
			return err
		}
		if err := r.addDigests(ctx, tx, c, digests); err != nil {
			return err
		}
		if err := addArchive(ctx, tx, c); err != nil {
			return err
		}
		if err := addGrowth(ctx, tx, c); err != nil {
			return err
		}
		if err := r.addStage(ctx, tx, c); err != nil {
			return err
		}
		if err := addMetrics(ctx, tx, c, metrics); err != nil || judged == nil {
			return err
		}
		judged.Candidate = c.ID
		return addMatch(ctx, tx, *judged)
	})
	if err != nil {
		return c, fmt.Errorf("run: register checkpoint %s in %s: %w", c.File, r.Database(), err)
	}
	return c, nil
}

// addCheckpoint adds the row of a checkpoint, or replaces the newest row if it has the same file. It
// returns the id of the row.
func addCheckpoint(ctx context.Context, tx *sql.Tx, c Checkpoint) (id int64, err error) {
	used, offered := c.Processor.columns()
	err = tx.QueryRowContext(ctx, `
UPDATE checkpoints SET step = ?, phase = ?, budget = ?, branch = ?, games = ?, elapsed = ?, processor = ?,
	offered = ?, sampler = ?, created = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
WHERE id = (SELECT max(id) FROM checkpoints) AND file = ? RETURNING id`,
		c.Step, c.Phase, c.Budget, c.Branch, c.Games, c.Elapsed.Seconds(), used, offered, c.Sampler,
		c.File).Scan(&id)
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = tx.QueryRowContext(ctx, `
INSERT INTO checkpoints (step, phase, budget, branch, file, games, elapsed, processor, offered, sampler)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		c.Step, c.Phase, c.Budget, c.Branch, c.File, c.Games, c.Elapsed.Seconds(), used, offered,
		c.Sampler).Scan(&id)
	return id, err
}

// Checkpoints returns the registry, oldest first. Each file occurs only once, see [superseded].
func (r *Run) Checkpoints(ctx context.Context) ([]Checkpoint, error) {
	var list []Checkpoint
	err := r.Rows(ctx, func() { list = nil }, func(rows *sql.Rows) error {
		var c Checkpoint
		var elapsed float64
		var used, offered sql.NullFloat64
		var growth, plateau sql.NullString
		err := rows.Scan(&c.ID, &c.Step, &c.Phase, &c.Budget, &c.Branch, &c.File, &c.Games, &elapsed, &used,
			&offered, &c.Sampler, &growth, &c.Stage, &plateau, &c.Left)
		if growth.Valid {
			c.Growth = []byte(growth.String)
		}
		if plateau.String != "" {
			c.Plateau = []byte(plateau.String)
		}
		c.Elapsed, c.Processor = seconds(elapsed), newProcessor(used, offered)
		list = append(list, c)
		if err != nil {
			return err
		}
		return errors.Join(checkFile(c.ID, c.File), r.checkStage(c))
	}, `SELECT id, step, phase, budget, branch, file, games, elapsed, processor, offered, sampler, state,
			coalesce(stage, 0), plateau, name IS NOT NULL FROM checkpoints
		LEFT JOIN files_left_behind ON name = file
		LEFT JOIN growth ON growth.checkpoint = id LEFT JOIN stages ON stages.checkpoint = id ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("run: list the checkpoints in %s: %w", r.Database(), err)
	}
	return newestRows(list, func(c Checkpoint) string { return c.File }), nil
}

// Tidy removes unneeded files from the folder checkpoints: training states of checkpoints not in
// keep, and files that a killed process left unfinished or unregistered. It removes only files with
// names that training makes, and no weights that name a different run. It removes at most one
// checkpoint, because a killed process leaves no more than that.
func (r *Run) Tidy(ctx context.Context, keep ...Checkpoint) error {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return err
	}
	found, err := readLeftovers(r.Dir)
	if err != nil {
		return err
	}
	needed := map[string]bool{}
	for _, c := range registry {
		needed[r.Path(c)] = true
	}
	for _, c := range keep {
		needed[r.StatePath(c)] = true
	}
	unneeded := func(names []string) (paths []string) {
		for _, name := range names {
			if path := CheckpointPath(r.Dir, name); !needed[path] {
				paths = append(paths, path)
			}
		}
		return paths
	}
	remove := append(unneeded(found.states), unneeded(found.temporary)...)
	if weights := unneeded(found.weights); len(weights) == 1 && !r.foreign(weights[0]) {
		remove = append(remove, weights...)
	}
	if err := durable.Remove(remove...); err != nil {
		return fmt.Errorf("run: remove old files from %s: %w", filepath.Join(r.Dir, checkpointsName), err)
	}
	return nil
}

// Finished reports whether the newest checkpoint is the last of its run. A later start with a larger
// budget may still continue the run.
func (r *Run) Finished(ctx context.Context) (finished bool, err error) {
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `
SELECT coalesce((SELECT phase FROM checkpoints ORDER BY id DESC LIMIT 1) = ?, FALSE)`,
			Final).Scan(&finished)
	})
	if err != nil {
		return false, fmt.Errorf("run: read whether %s is finished: %w", r.Database(), err)
	}
	return finished, nil
}

// Best returns the id of the last checkpoint that passed the gate; ok is false if there is none. The
// id is of a checkpoint that [Run.Checkpoints] returns.
func (r *Run) Best(ctx context.Context) (id int64, ok bool, err error) {
	err = r.wait.Retry(ctx, func() error {
		id, ok, err = best(ctx, r.db)
		return err
	})
	if err != nil {
		return 0, false, fmt.Errorf("run: read %s: %w", r.Database(), err)
	}
	return id, ok, nil
}

func best(ctx context.Context, db *sql.DB) (id int64, ok bool, err error) {
	err = db.QueryRowContext(ctx, `
WITH best AS (SELECT CAST(value AS INTEGER) AS id FROM meta WHERE key = ?)
SELECT coalesce((SELECT max(newer.id) FROM checkpoints c JOIN checkpoints newer
	ON newer.file = c.file AND newer.id >= c.id WHERE c.id = best.id), best.id) FROM best`,
		bestKey).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("read the best checkpoint: %w", err)
	}
	return id, true, nil
}

// setBest records the checkpoint that passed the gate.
func setBest(ctx context.Context, tx *sql.Tx, id int64) error {
	_, err := tx.ExecContext(ctx,
		`INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, bestKey,
		fmt.Sprint(id))
	return err
}
