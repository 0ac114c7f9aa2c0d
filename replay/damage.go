package replay

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/base/sqlite"
)

// Damaged is a game that is set aside. Its row stays, but training does not use it.
type Damaged struct {
	ID           int64
	Seed, Number uint64
	Reason       string
}

// String returns the name of the game and its fault.
func (d Damaged) String() string {
	return fmt.Sprintf("game %d (number %d of seed %d): %s", d.ID, d.Number, d.Seed, d.Reason)
}

// DamageSchema is the table of the games that are set aside. Databases of earlier versions lack it.
// Seed and number identify the game, because SQLite gives the id of a deleted row to another row.
const DamageSchema = `
CREATE TABLE IF NOT EXISTS damaged_games (
	id     INTEGER PRIMARY KEY,                   -- of the game
	seed   INTEGER NOT NULL,
	number INTEGER NOT NULL,
	reason TEXT    NOT NULL,
	found  INTEGER NOT NULL DEFAULT (unixepoch()) -- seconds since 1970
) STRICT;`

// sound restricts a query of games to those that are not set aside.
const sound = `NOT EXISTS (SELECT 1 FROM damaged_games d WHERE d.id = games.id AND d.seed = games.seed AND d.number = games.number)`

// SetAside implements [Games].
func (st *Store) SetAside(ctx context.Context, id int64, reason error) (d Damaged, err error) {
	d = Damaged{ID: id, Reason: reason.Error()}
	var seed, number int64
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `
INSERT OR REPLACE INTO damaged_games (id, seed, number, reason) SELECT id, seed, number, ?
		FROM games WHERE id = ?
RETURNING seed, number`, d.Reason, id).Scan(&seed, &number)
	})
	if err != nil {
		return d, fmt.Errorf("replay: set aside game %d of %s (%v): %w", id, st.path, reason, err)
	}
	d.Seed, d.Number = uint64(seed), uint64(number)
	return d, nil
}

// Damaged returns the games that are set aside, in the order of their ids.
func (st *Store) Damaged(ctx context.Context) (list []Damaged, err error) {
	err = st.retry(ctx, func() error {
		list = nil
		return sqlite.EachRow(ctx, st.db, func(rows *sql.Rows) error {
			var d Damaged
			var seed, number int64
			err := rows.Scan(&d.ID, &seed, &number, &d.Reason)
			d.Seed, d.Number = uint64(seed), uint64(number)
			list = append(list, d)
			return err
		}, `SELECT id, seed, number, reason FROM damaged_games ORDER BY id`)
	})
	if err != nil {
		return nil, fmt.Errorf("replay: list damaged games of %s: %w", st.path, err)
	}
	return list, nil
}

// Inspect reads every game that is not set aside. After each game it reports the number of games so
// far. If the sampler cannot use the game, it also reports the reason. With mend it sets such games
// aside. It changes nothing in the sampler.
func (s *Sampler) Inspect(ctx context.Context, games Games, mend bool,
	tell func(read int, wrong *Damaged)) (read int, err error) {
	err = games.Walk(ctx, 1, maxID, func(id int64, g *Game, reason error) error {
		read++
		if reason == nil {
			_, reason = hold(cmp.Or(s.others[g.Rules], s.board), id, g, 0, s.window.GameWeight)
		}
		if reason == nil {
			tell(read, nil)
			return nil
		}
		d := Damaged{ID: id, Reason: reason.Error()}
		if g != nil {
			d.Seed, d.Number = g.Seed, g.Number
		}
		if mend {
			if d, err = games.SetAside(ctx, id, reason); err != nil {
				return err
			}
		}
		tell(read, &d)
		return nil
	})
	return read, err
}
