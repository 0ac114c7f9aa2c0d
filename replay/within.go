package replay

import (
	"context"
	"database/sql"
	"errors"
)

// Querier is a database or a transaction on it. With the functions of this file, a package with its
// own tables can read games in its own transaction, as it can add games with [Insert]. Only package
// replay knows the table of the games.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// LastIn returns the largest id of a game, or 0 if there are no games.
func LastIn(ctx context.Context, q Querier) (id int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM games`).Scan(&id)
	return id, err
}

// FirstRules returns the name of the rules of the first game, or "" if there are no games.
func FirstRules(ctx context.Context, q Querier) (rules string, err error) {
	err = q.QueryRowContext(ctx, `SELECT rules FROM games ORDER BY id LIMIT 1`).Scan(&rules)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return rules, err
}

// Has reports whether there is a game with the given seed and number, or whether it was left behind.
// If record is not nil, a game that is there must also have exactly this record.
func Has(ctx context.Context, q Querier, seed, number uint64, record []byte) (has bool, err error) {
	err = q.QueryRowContext(ctx, `
SELECT EXISTS (SELECT 1 FROM games WHERE seed = ?1 AND number = ?2 AND (?3 IS NULL OR record = ?3)) OR
	?2 BETWEEN 0 AND `+leftNumber+` AND NOT EXISTS (SELECT 1 FROM games WHERE seed = ?1 AND number = ?2)`,
		int64(seed), int64(number), record).Scan(&has)
	return has, err
}

// Gap returns the least number, not below from, that no game with the given seed has. Numbers up to
// the greatest one that was left behind count as games. Gap reads no further than its result.
func Gap(ctx context.Context, q Querier, seed, from uint64) (number uint64, err error) {
	left, err := leftUpTo(ctx, q, seed)
	if err != nil {
		return from, err
	}
	from = max(from, uint64(left+1))
	return FirstGap(ctx, q, from, `SELECT number FROM games WHERE seed = ?1 AND number >= ?2
ORDER BY number`, int64(seed), int64(from))
}

// FirstGap returns the least number, not below from, that a query does not return. The query must
// return numbers in ascending order, and FirstGap reads no further than the gap.
func FirstGap(ctx context.Context, q Querier, from uint64, query string, args ...any) (uint64, error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return from, err
	}
	defer rows.Close()
	for rows.Next() {
		var number int64
		if err := rows.Scan(&number); err != nil {
			return from, err
		}
		if uint64(number) != from {
			break
		}
		from++
	}
	return from, rows.Err()
}
