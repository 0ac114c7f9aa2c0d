package replay

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/sqlite"
)

// View reads the games of a read-only database.
type View struct {
	db   *sql.DB
	path string
}

// NewView returns a view of the games in r. The view is valid until r is closed.
func NewView(r *sqlite.ReadOnly) *View { return &View{db: r.DB, path: r.Path()} }

// Summary is a game without its moves.
type Summary struct {
	ID      int64
	Seed    uint64
	Number  uint64
	Model   string
	Start   string // first position
	Plies   int
	Outcome string // 1-0, 0-1, 1/2-1/2 or *
	Reason  game.Ending
	Created int64 // seconds since 1970
}

// Totals holds sums over games.
type Totals struct {
	Games   int
	Plies   int
	First   float64 // points of the first player: 1 for a win, half for a draw
	Limited int     // games that reached the ply limit
}

// Last returns the id of the newest game, 0 if there is none.
func (v *View) Last(ctx context.Context) (id int64, err error) {
	err = v.db.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM games`).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("replay: count games of %s: %w", v.path, err)
	}
	return id, nil
}

// Newest returns the n newest games, the newest first.
func (v *View) Newest(ctx context.Context, n int) ([]Summary, error) {
	var list []Summary
	err := sqlite.EachRow(ctx, v.db, func(rows *sql.Rows) error {
		var g Summary
		var seed, number int64 // signed in SQLite
		err := rows.Scan(&g.ID, &seed, &number, &g.Model, &g.Start, &g.Plies, &g.Outcome, &g.Reason,
			&g.Created)
		g.Seed, g.Number = uint64(seed), uint64(number)
		list = append(list, g)
		return err
	}, `SELECT id, seed, number, model, start, plies, outcome, reason, created FROM games ORDER BY id DESC LIMIT ?`, n)
	if err != nil {
		return nil, fmt.Errorf("replay: list games of %s: %w", v.path, err)
	}
	return list, nil
}

// Totals returns sums over the games with ids from first to last, without stopped games. It reads
// all of these games, at about 300,000 games a second.
func (v *View) Totals(ctx context.Context, first, last int64) (t Totals, err error) {
	// In the text of a position, the side to move follows the first space.
	err = v.db.QueryRowContext(ctx, `
SELECT count(*), coalesce(sum(plies), 0), coalesce(sum(CASE
	WHEN outcome = '1/2-1/2' THEN 0.5
	WHEN (outcome = '1-0') = (instr(start, ' w') > 0) THEN 1.0
	ELSE 0.0 END), 0), coalesce(sum(reason = ?), 0)
FROM games WHERE id BETWEEN ? AND ? AND outcome <> '*'`, game.PlyLimit, first, last,
	).Scan(&t.Games, &t.Plies, &t.First, &t.Limited)
	if err != nil {
		return Totals{}, fmt.Errorf("replay: summarise games of %s: %w", v.path, err)
	}
	return t, nil
}

// ErrNoGame means that a database has no game with the given id.
var ErrNoGame = errors.New("there is no such game")

// Load returns the game with the given id; the error wraps [ErrNoGame] if there is none.
func (v *View) Load(ctx context.Context, id int64) (*Game, error) {
	g, err := v.LoadEncoded(ctx, id)
	return g.Game, err
}

// LoadEncoded is [View.Load] for a game with its record.
func (v *View) LoadEncoded(ctx context.Context, id int64) (Encoded, error) {
	var record []byte
	err := v.db.QueryRowContext(ctx, `SELECT record FROM games WHERE id = ?`, id).Scan(&record)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoGame
	}
	if err != nil {
		return Encoded{}, fmt.Errorf("replay: read game %d of %s: %w", id, v.path, err)
	}
	g, err := Decode(record)
	if err != nil {
		return Encoded{}, fmt.Errorf("replay: read game %d of %s: %w", id, v.path, err)
	}
	return g, nil
}
