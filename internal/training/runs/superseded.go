package runs

import (
	"context"
	"database/sql"

	"epaminondas/internal/base/sqlite"
)

// newestRows drops rows if a newer row has the same file. Earlier versions of the program
// registered a checkpoint twice if the cooldown began or ended right after a save, or if a run
// stopped there. Both rows name the same file, and the newer row has the later time and the newer
// games.
func newestRows[Row any](rows []Row, file func(Row) string) []Row {
	last := make(map[string]int, len(rows))
	for i, row := range rows {
		last[file(row)] = i
	}
	if len(last) == len(rows) {
		return rows
	}
	kept := make([]Row, 0, len(last))
	for i, row := range rows {
		if last[file(row)] == i {
			kept = append(kept, row)
		}
	}
	return kept
}

// superseded returns the ids of the rows that [newestRows] drops, each with the id of the newest row
// of its file. Gate matches and the best checkpoint may name them.
func superseded(ctx context.Context, db *sql.DB) (newest map[int64]int64, err error) {
	newest, last := map[int64]int64{}, map[string]int64{}
	err = sqlite.EachRow(ctx, db, func(rows *sql.Rows) error {
		var id int64
		var file string
		err := rows.Scan(&id, &file)
		if latest, known := last[file]; known {
			newest[id] = latest
		} else {
			last[file] = id
		}
		return err
	}, `SELECT id, file FROM checkpoints ORDER BY id DESC`)
	return newest, err
}

// current returns the id of the newest row of a checkpoint's file.
func current(newest map[int64]int64, id int64) int64 {
	if latest, known := newest[id]; known {
		return latest
	}
	return id
}
