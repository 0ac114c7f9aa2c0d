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
// stops during games. It plays the missing games when it continues. Numbers up to the greatest one
// that was left behind are no holes.
func (st *Store) Holes(ctx context.Context, seed uint64) (holes []uint64, err error) {
	err = st.retry(ctx, func() error {
		holes = nil
		var games, newest, left int64
		err := st.db.QueryRowContext(ctx, `
SELECT count(number), coalesce(max(number), behind), behind FROM (SELECT `+leftNumber+` AS behind)
LEFT JOIN games ON seed = ?1 AND number > behind`, int64(seed)).Scan(&games, &newest, &left)
		if err != nil || games == newest-left {
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
	(SELECT number, lag(number, 1, ?2) OVER (ORDER BY number) AS below FROM games
		WHERE seed = ?1 AND number > ?2)
WHERE number > below + 1 ORDER BY number LIMIT ?3`, int64(seed), left, mostHoles)
	})
	if err != nil {
		return nil, fmt.Errorf("replay: find missing games of seed %d in %s: %w", seed, st.path, err)
	}
	return holes, nil
}
