package replay

import (
	"context"
	"database/sql"
	"fmt"

	"epaminondas/internal/base/sqlite"
)

// mostHoles bounds the result of [Store.Holes]. A crash leaves as many holes as there are workers.
const mostHoles = 1000

// Holes returns the numbers without a game below the greatest number of the given seed, in
// ascending order, at most 1,000. Self-play stores games as they end, so it leaves holes if it
// stops during games. It plays the missing games when it continues.
func (st *Store) Holes(ctx context.Context, seed uint64) (holes []uint64, err error) {
	err = st.retry(ctx, func() error {
		holes = nil
		var games, newest int64
		err := st.db.QueryRowContext(ctx, `SELECT count(*), coalesce(max(number), -1) FROM games
WHERE seed = ?`, int64(seed)).Scan(&games, &newest)
		if err != nil || games == newest+1 {
			return err
		}
		return sqlite.EachRow(ctx, st.db, func(rows *sql.Rows) error {
			var below, above int64
			err := rows.Scan(&below, &above)
			for n := below + 1; n < above && len(holes) < mostHoles; n++ {
				holes = append(holes, uint64(n))
			}
			return err
		}, `
SELECT below, number FROM
	(SELECT number, lag(number, 1, -1) OVER (ORDER BY number) AS below FROM games WHERE seed = ?)
WHERE number > below + 1 ORDER BY number LIMIT ?`, int64(seed), mostHoles)
	})
	if err != nil {
		return nil, fmt.Errorf("replay: find missing games of seed %d in %s: %w", seed, st.path, err)
	}
	return holes, nil
}
