package runs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/replay"
)

// Inheritance is the state of copying the games of an older run into a run. The copied games are
// ordinary games of the run, except for the held-out ones, which have a table of their own.
type Inheritance struct {
	Run      string  // identity of the older run
	Next     int64   // id in the older run of the next game
	Last     int64   // id in the older run of the last game
	HeldFrom int64   // id in the older run of the first game that may be held out
	Share    float64 // share of the games that are held out
	Before   int     // positions of the older run that the run does not learn

	Games     int   // copied games to learn from
	Positions int   // fully searched positions of these games
	HeldOut   int   // copied games that are held out
	Newest    int64 // id in this run of the last copied game
}

// Done reports whether all games are copied.
func (i Inheritance) Done() bool { return i.Next > i.Last }

// growSchema has the tables of runs that began with the games of an older run.
const growSchema = `
CREATE TABLE IF NOT EXISTS inheritance (
	id        INTEGER PRIMARY KEY CHECK (id = 1),
	run       TEXT    NOT NULL,                 -- identity of the older run
	next      INTEGER NOT NULL,                 -- id there of the next game to copy
	last      INTEGER NOT NULL,                 -- id there of the last game to copy
	held_from INTEGER NOT NULL,                 -- id there of the first game that may be held out
	share     REAL    NOT NULL,                 -- share of the games that are held out
	before    INTEGER NOT NULL,                 -- positions there that this run does not learn
	games     INTEGER NOT NULL,                 -- copied games to learn from
	positions INTEGER NOT NULL,                 -- positions of these games
	held_out  INTEGER NOT NULL,                 -- copied games that are held out
	newest    INTEGER NOT NULL                  -- id here of the last copied game
) STRICT;
CREATE TABLE IF NOT EXISTS held_out_games (
	id        INTEGER PRIMARY KEY,
	seed      INTEGER NOT NULL,
	number    INTEGER NOT NULL,
	record    BLOB    NOT NULL,                 -- the whole game
	UNIQUE (seed, number)
) STRICT;
CREATE TABLE IF NOT EXISTS growth (
	checkpoint INTEGER PRIMARY KEY REFERENCES checkpoints,
	state      TEXT   NOT NULL                  -- how far learning from the older run is, as JSON
) STRICT;
`

// Inheritance returns the state of copying the games of an older run. ok is false before the first
// game is copied.
func (r *Run) Inheritance(ctx context.Context) (i Inheritance, ok bool, err error) {
	err = r.wait.Retry(ctx, func() error {
		return r.db.QueryRowContext(ctx, `
SELECT run, next, last, held_from, share, before, games, positions, held_out, newest FROM inheritance`).Scan(
			&i.Run, &i.Next, &i.Last, &i.HeldFrom, &i.Share, &i.Before, &i.Games, &i.Positions, &i.HeldOut,
			&i.Newest)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return Inheritance{}, false, nil
	}
	if err != nil {
		return i, false, fmt.Errorf("run: read the inheritance of %s: %w", r.Database(), err)
	}
	return i, true, nil
}

// Inherit adds games of an older run in one transaction, and sets i.Next to next. It counts the new
// games in the inheritance that it returns. Games that the run already has do not count.
func (r *Run) Inherit(ctx context.Context, i Inheritance, learned, held []replay.Encoded,
	next int64) (Inheritance, error) {
	var after Inheritance
	err := r.Transact(ctx, func(tx *sql.Tx) error {
		after = i
		after.Next = next
		fates, err := replay.Insert(ctx, tx, learned)
		if err != nil {
			return err
		}
		for at, fate := range fates {
			if fate == replay.Added {
				after.Games++
				after.Positions += learned[at].Game.Positions()
			}
		}
		for _, g := range held {
			result, err := tx.ExecContext(ctx, `
INSERT OR IGNORE INTO held_out_games (seed, number, record) VALUES (?, ?, ?)`, int64(g.Game.Seed),
				int64(g.Game.Number), g.Record)
			if err != nil {
				return err
			}
			added, err := result.RowsAffected()
			if err != nil {
				return err
			}
			after.HeldOut += int(added)
		}
		if after.Newest, err = replay.LastIn(ctx, tx); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `
INSERT OR REPLACE INTO inheritance VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, after.Run, after.Next,
			after.Last, after.HeldFrom, after.Share, after.Before, after.Games, after.Positions,
			after.HeldOut, after.Newest)
		return err
	})
	if err != nil {
		return i, fmt.Errorf("run: copy %s into %s: %w", noun.Count(len(learned)+len(held), "game"),
			r.Database(), err)
	}
	return after, nil
}

// HeldOutGames calls do for each held-out game. For a damaged record, do gets the damage instead of
// the game.
func (r *Run) HeldOutGames(ctx context.Context, do func(id int64, g *replay.Game, damage error)) error {
	type row struct {
		id     int64
		record []byte
	}
	var list []row
	err := r.Rows(ctx, func() { list = nil }, func(rows *sql.Rows) error {
		var one row
		err := rows.Scan(&one.id, &one.record)
		list = append(list, one)
		return err
	}, `SELECT id, record FROM held_out_games ORDER BY id`)
	if err != nil {
		return fmt.Errorf("run: read the held-out games of %s: %w", r.Database(), err)
	}
	for _, one := range list {
		g, damage := replay.DecodeGame(one.record)
		do(one.id, g, damage)
	}
	return nil
}

// addGrowth records the state of learning from an older run at a checkpoint.
func addGrowth(ctx context.Context, tx *sql.Tx, c Checkpoint) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM growth WHERE checkpoint = ?`, c.ID); err != nil ||
		len(c.Growth) == 0 {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO growth (checkpoint, state) VALUES (?, ?)`, c.ID,
		string(c.Growth))
	return err
}
