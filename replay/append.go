package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/internal/base/noun"
)

// ErrConflict means that the store has another game with the same seed and number. Errors wrap it.
var ErrConflict = errors.New("the store has another game with this seed and number")

// AppendResult says what happened to a game that a caller wanted to store.
type AppendResult int

// The fates of a game.
const (
	Added    AppendResult = iota // the store has added the game
	Known                        // the store already had the game, with the same content, or left it behind
	Conflict                     // the store keeps another game with the same seed and number
)

// AppendAll adds games in one transaction and returns the fate of each. All of them are on disk
// when it returns. The store keeps a game only once, even if it already has the game, or if games
// contains it several times.
func (st *Store) AppendAll(ctx context.Context, games []Encoded) (fates []AppendResult, err error) {
	err = st.retry(ctx, func() error {
		tx, err := st.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if fates, err = Insert(ctx, tx, games); err != nil {
			return err
		}
		return tx.Commit()
	})
	if err != nil {
		return nil, fmt.Errorf("replay: append %s to %s: %w", noun.Count(len(games), "game"), st.path,
			err)
	}
	return fates, nil
}

// Insert is [Store.AppendAll] within a transaction on the store's database, which may change other
// tables together with the games.
func Insert(ctx context.Context, tx *sql.Tx, games []Encoded) ([]AppendResult, error) {
	insert, err := tx.PrepareContext(ctx, insertGame+` ON CONFLICT (seed, number) DO NOTHING`)
	if err != nil {
		return nil, err
	}
	defer insert.Close()
	fates, left := make([]AppendResult, len(games)), leftFilter{}
	for i, g := range games {
		if behind, err := left.has(ctx, tx, g.Game); err != nil {
			return nil, fmt.Errorf("%v: %w", g.Game, err)
		} else if behind {
			fates[i] = Known
			continue
		}
		result, err := insert.ExecContext(ctx, columns(g)...)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", g.Game, err)
		}
		if rows, err := result.RowsAffected(); err != nil || rows > 0 {
			if err != nil {
				return nil, err
			}
			continue
		}
		if fates[i], err = compare(ctx, tx, g); err != nil {
			return nil, fmt.Errorf("%v: %w", g.Game, err)
		}
	}
	return fates, nil
}

// insertGame adds a row with the values that columns returns.
const insertGame = `
INSERT INTO games (seed, number, model, rules, plies, positions, outcome, reason, start, record)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// columns returns the row of a game. SQLite's integers are signed, so a seed of 2^63 or more is a
// negative number there.
func columns(e Encoded) []any {
	g := e.Game
	return []any{
		int64(g.Seed), int64(g.Number), g.Model, g.Rules, len(g.Moves), g.Positions(),
		g.Outcome.String(), g.Reason, g.Start, e.Record,
	}
}

// compare reports whether the stored game with the seed and number of g is the same game.
func compare(ctx context.Context, tx *sql.Tx, g Encoded) (AppendResult, error) {
	var stored []byte
	err := tx.QueryRowContext(ctx, `SELECT record FROM games WHERE seed = ? AND number = ?`,
		int64(g.Game.Seed), int64(g.Game.Number)).Scan(&stored)
	if err != nil {
		return 0, err
	}
	same, err := sameContent(stored, g.Record)
	if errors.Is(err, ErrCorrupt) || errors.Is(err, ErrVersion) { // the stored record is unreadable
		return Conflict, nil
	}
	if err != nil {
		return 0, err
	}
	if same {
		return Known, nil
	}
	return Conflict, nil
}

// PositionsAfter returns the number of full searches in the games with ids above after.
func (st *Store) PositionsAfter(ctx context.Context, after int64) (n int64, err error) {
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `SELECT coalesce(sum(positions), 0) FROM games WHERE id > ?`,
			after).Scan(&n)
	})
	if err != nil {
		return 0, fmt.Errorf("replay: count positions of %s: %w", st.path, err)
	}
	return n, nil
}
