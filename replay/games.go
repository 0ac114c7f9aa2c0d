package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"epaminondas/internal/base/sqlite"
)

// ErrDuplicate means that the store already has a game with the same seed and number. Errors wrap
// it.
var ErrDuplicate = errors.New("the store has this game already")

// Append adds g and returns its id. The game is on disk when Append returns. Ids rise in the order
// in which games of all processes become visible. So a reader that continues after the last id
// misses no game. The error wraps [ErrDuplicate] if the store has a game with the seed and number
// of g.
func (st *Store) Append(ctx context.Context, g *Game) (id int64, err error) {
	encoded, err := Encode(g)
	if err != nil {
		return 0, err
	}
	err = st.retry(ctx, func() error {
		result, err := st.db.ExecContext(ctx, insertGame, columns(encoded)...)
		if err != nil {
			return err
		}
		id, err = result.LastInsertId()
		return err
	})
	if sqlite.IsDuplicate(err) {
		err = ErrDuplicate
	}
	if err != nil {
		return 0, fmt.Errorf("replay: append %v to %s: %w", g, st.path, err)
	}
	return id, nil
}

// Count returns the number of games, with those that were left behind.
func (st *Store) Count(ctx context.Context) (int64, error) {
	return st.figure(ctx, `
SELECT (SELECT count(*) FROM games) + coalesce((SELECT sum(games) FROM left_behind), 0)`)
}

// Positions returns the number of full searches in all games, with those that were left behind.
func (st *Store) Positions(ctx context.Context) (int64, error) {
	return st.figure(ctx, `
SELECT coalesce((SELECT sum(positions) FROM games), 0) +
	coalesce((SELECT sum(positions) FROM left_behind), 0)`)
}

// Last returns the id of the newest game, 0 if there is none.
func (st *Store) Last(ctx context.Context) (int64, error) {
	return st.figure(ctx, `SELECT coalesce(max(id), 0) FROM games`)
}

// figure returns the result of a query for one number.
func (st *Store) figure(ctx context.Context, query string) (n int64, err error) {
	err = st.retry(ctx, func() error { return st.db.QueryRowContext(ctx, query).Scan(&n) })
	if err != nil {
		return 0, fmt.Errorf("replay: count games of %s: %w", st.path, err)
	}
	return n, nil
}

// Load returns the game with the given id, even if it is set aside. The error wraps [ErrNoGame] if
// there is none.
func (st *Store) Load(ctx context.Context, id int64) (*Game, error) {
	var record []byte
	err := st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `SELECT record FROM games WHERE id = ?`, id).Scan(&record)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("replay: read game %d of %s: %w", id, st.path, ErrNoGame)
	}
	var g *Game
	if err == nil {
		g, err = DecodeGame(record)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: read game %d of %s: %w", id, st.path, err)
	}
	return g, nil
}

// maxID is greater than all ids of games.
const maxID = math.MaxInt64

// Each calls do for every game whose id is at least from, in the order of ids. If do returns an
// error, Each stops and returns it. Each includes games that arrive meanwhile, and skips games that
// are set aside. do may use the store.
func (st *Store) Each(ctx context.Context, from int64, do func(id int64, g *Game) error) error {
	return st.Walk(ctx, from, maxID, func(id int64, g *Game, damage error) error {
		if damage != nil {
			return fmt.Errorf("replay: read game %d of %s: %w", id, st.path, damage)
		}
		return do(id, g)
	})
}

// NextNumber returns the number after the greatest number of a game with the given seed and an id
// up to last, or of a game that was left behind. It returns 0 if there is no such game.
func (st *Store) NextNumber(ctx context.Context, seed uint64, last int64) (uint64, error) {
	var newest int64 // signed, so newest + 1 may not fit
	err := st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `
SELECT max(coalesce((SELECT max(number) FROM games WHERE seed = ?1 AND id <= ?2), -1), `+leftNumber+`)`,
			int64(seed), last).Scan(&newest)
	})
	if err != nil {
		return 0, fmt.Errorf("replay: count games of seed %d in %s: %w", seed, st.path, err)
	}
	return uint64(newest) + 1, nil
}

// LastBefore returns the id of the newest game with the given seed and a number below end, or 0 if
// there is none.
func (st *Store) LastBefore(ctx context.Context, seed, end uint64) (id int64, err error) {
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `
SELECT coalesce(max(id), 0) FROM games WHERE seed = ? AND number < ?`, int64(seed), int64(end)).Scan(&id)
	})
	if err != nil {
		return 0, fmt.Errorf("replay: find games of seed %d in %s: %w", seed, st.path, err)
	}
	return id, nil
}

// Plies returns the number of games with ids above after and up to last, and the number of their
// moves.
func (st *Store) Plies(ctx context.Context, after, last int64) (games, plies int64, err error) {
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `
SELECT count(*), coalesce(sum(plies), 0) FROM games WHERE id > ? AND id <= ?`, after, last,
		).Scan(&games, &plies)
	})
	if err != nil {
		return 0, 0, fmt.Errorf("replay: count plies of games of %s: %w", st.path, err)
	}
	return games, plies, nil
}
