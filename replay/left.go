package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// LeftSchema is the table of the games that a copy of a run has left behind. Databases of earlier
// versions lack it.
const LeftSchema = `
CREATE TABLE IF NOT EXISTS left_behind (
	seed      INTEGER PRIMARY KEY,
	number    INTEGER NOT NULL, -- the greatest number of these games
	games     INTEGER NOT NULL,
	positions INTEGER NOT NULL  -- of these games
) STRICT;`

// LeftBehind holds sums over the games that a store has left behind.
type LeftBehind struct{ Games, Positions int64 }

// leftNumber is an expression for the greatest number left behind of the seed ?1, or -1.
const leftNumber = `coalesce((SELECT number FROM left_behind WHERE seed = ?1), -1)`

// LeaveBehind removes the games with ids below first, but never the newest game. It is meant for a
// copy of a run that goes on elsewhere and no longer needs these games. The store remembers their
// numbers, so it asks for none of them again, and it still counts the games and their positions.
// Afterwards the file is as small as possible.
func (st *Store) LeaveBehind(ctx context.Context, first int64) error {
	err := st.retry(ctx, func() error {
		tx, err := st.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		newest, err := LastIn(ctx, tx) // without it, SQLite would use small ids again
		if err != nil {
			return err
		}
		for _, statement := range []string{`
INSERT INTO left_behind SELECT seed, max(number), count(*), sum(positions) FROM games WHERE id < ?
GROUP BY seed ON CONFLICT (seed) DO UPDATE SET number = max(number, excluded.number),
	games = games + excluded.games, positions = positions + excluded.positions`,
			`DELETE FROM games WHERE id < ?`} {
			if _, err := tx.ExecContext(ctx, statement, min(first, newest)); err != nil {
				return err
			}
		}
		return tx.Commit()
	})
	if err == nil {
		err = st.retry(ctx, func() error {
			_, err := st.db.ExecContext(ctx, `VACUUM`)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("replay: leave games of %s behind: %w", st.path, err)
	}
	return nil
}

// LeftBehind returns the number of games that were left behind, and of their positions.
func (st *Store) LeftBehind(ctx context.Context) (left LeftBehind, err error) {
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx,
			`SELECT coalesce(sum(games), 0), coalesce(sum(positions), 0) FROM left_behind`).Scan(
			&left.Games, &left.Positions)
	})
	if err != nil {
		return left, fmt.Errorf("replay: count games of %s: %w", st.path, err)
	}
	return left, nil
}

// leftUpTo returns the greatest number left behind of a seed, or -1.
func leftUpTo(ctx context.Context, q Querier, seed uint64) (number int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT number FROM left_behind WHERE seed = ?`, int64(seed)).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return -1, nil
	}
	return number, err
}

// A leftFilter finds games that were left behind. It asks the database once for each seed.
type leftFilter map[uint64]int64

// has reports whether a game was left behind. Its number is not above the greatest number that was
// left behind, and the store does not have it.
func (f leftFilter) has(ctx context.Context, q Querier, g *Game) (bool, error) {
	number, known := f[g.Seed]
	if !known {
		var err error
		if number, err = leftUpTo(ctx, q, g.Seed); err != nil {
			return false, err
		}
		f[g.Seed] = number
	}
	if number < 0 || g.Number > uint64(number) {
		return false, nil
	}
	var stored bool
	err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM games WHERE seed = ? AND number = ?)`,
		int64(g.Seed), int64(g.Number)).Scan(&stored)
	return !stored, err
}
