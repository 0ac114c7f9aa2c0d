package replay

import (
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/base/sqlite"
)

// Entry identifies a game in a database and counts its fully searched positions.
type Entry struct {
	ID           int64
	Seed, Number uint64
	Positions    int
}

// Entries returns all games with the given rules that are not set aside, in the order of their ids. It
// does not read their records.
func (v *View) Entries(ctx context.Context, rules string) ([]Entry, error) {
	query := `SELECT id, seed, number, positions FROM games WHERE rules = ?`
	var tables int // earlier versions did not make the table of damaged games
	err := v.db.QueryRowContext(ctx,
		`SELECT count(*) FROM sqlite_schema WHERE name = 'damaged_games'`).Scan(&tables)
	if tables > 0 {
		query += ` AND ` + sound
	}
	var list []Entry
	if err == nil {
		err = sqlite.EachRow(ctx, v.db, func(rows *sql.Rows) error {
			var e Entry
			var seed, number int64 // signed in SQLite
			err := rows.Scan(&e.ID, &seed, &number, &e.Positions)
			e.Seed, e.Number = uint64(seed), uint64(number)
			list = append(list, e)
			return err
		}, query+` ORDER BY id`, rules)
	}
	if err != nil {
		return nil, fmt.Errorf("replay: list games of %s: %w", v.path, err)
	}
	return list, nil
}
