package replay

import (
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/base/sqlite"
)

// Walk implements [Games].
func (st *Store) Walk(ctx context.Context, first, last int64,
	do func(id int64, g *Game, damage error) error) error {
	return st.games(ctx, first, last, (*Decoder).decode, do)
}

// Glance implements [Backlog].
func (st *Store) Glance(ctx context.Context, first, last int64,
	do func(id int64, g *Game, damage error) error) error {
	return st.games(ctx, first, last, (*Decoder).glance, do)
}

// games calls do for each game from first to last, read by decode.
func (st *Store) games(ctx context.Context, first, last int64,
	decode func(d *Decoder, record []byte) (*Game, error),
	do func(id int64, g *Game, damage error) error) error {
	var d Decoder
	defer d.Close()
	return st.records(ctx, first, last, func(id int64, record []byte) error {
		g, damage := decode(&d, record)
		return do(id, g, damage)
	})
}

// records calls do for each record from first to last, as [Games.Walk] does. It reads a few at a time,
// so the connection is free while do works.
func (st *Store) records(ctx context.Context, first, last int64,
	do func(id int64, record []byte) error) error {
	const chunk = 64
	type row struct {
		id     int64
		record []byte
	}
	for first <= last {
		var read []row
		err := st.retry(ctx, func() error {
			read = read[:0]
			return sqlite.EachRow(ctx, st.db, func(rows *sql.Rows) error {
				var r row
				err := rows.Scan(&r.id, &r.record)
				read = append(read, r)
				return err
			}, `SELECT id, record FROM games WHERE id BETWEEN ? AND ? AND `+sound+` ORDER BY id LIMIT ?`,
				first, last, chunk)
		})
		if err != nil {
			return fmt.Errorf("replay: read games of %s: %w", st.path, err)
		}
		for _, r := range read {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := do(r.id, r.record); err != nil {
				return err
			}
			first = r.id + 1
		}
		if len(read) < chunk {
			break
		}
	}
	return nil
}

// NewestTo implements [Backlog].
func (st *Store) NewestTo(ctx context.Context, last int64) (id int64, err error) {
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM games WHERE id <= ?`,
			last).Scan(&id)
	})
	if err != nil {
		return 0, fmt.Errorf("replay: find the newest game of %s: %w", st.path, err)
	}
	return id, nil
}

// PositionsIn implements [Backlog]. It reads an index and no game.
func (st *Store) PositionsIn(ctx context.Context, first, last int64) (n int, err error) {
	var all, damaged int
	err = st.retry(ctx, func() error {
		return st.db.QueryRowContext(ctx, `
SELECT (SELECT coalesce(sum(positions), 0) FROM games WHERE +id BETWEEN ?1 AND ?2),
	(SELECT coalesce(sum(positions), 0) FROM games WHERE id IN
		(SELECT id FROM damaged_games WHERE id BETWEEN ?1 AND ?2) AND NOT `+sound+`)`,
			first, last).Scan(&all, &damaged)
	})
	if err != nil {
		return 0, fmt.Errorf("replay: count positions of %s: %w", st.path, err)
	}
	return all - damaged, nil
}

// Reach implements [Backlog].
func (st *Store) Reach(ctx context.Context, first, last int64, positions int) (from int64, err error) {
	err = st.retry(ctx, func() error {
		from = first
		sum := 0
		err := sqlite.EachRow(ctx, st.db, func(rows *sql.Rows) error {
			var id int64
			var n int
			err := rows.Scan(&id, &n)
			if sum += n; sum >= positions && err == nil {
				from, err = id, errEnough
			}
			return err
		}, `SELECT id, positions FROM games WHERE id BETWEEN ? AND ? AND `+sound+` ORDER BY id DESC`,
			first, last)
		if err == errEnough {
			return nil
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("replay: count positions of %s: %w", st.path, err)
	}
	return from, nil
}
