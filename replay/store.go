package replay

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"epaminondas/internal/base/sqlite"
)

// ErrForeign means that a file is not the database of a run. Errors wrap it, and the file stays
// unchanged.
var ErrForeign = errors.New("this is not the database of a run")

// The schema of the games in a run's database. Packages with other tables keep their own rows in
// meta.
const (
	schemaVersion = 1
	schemaKey     = "games_schema"
	applicationID = 0x4570616D // "Epam": marks the file as a run's database

	schema = `
CREATE TABLE meta (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;
CREATE TABLE games (
	id        INTEGER PRIMARY KEY,                   -- in the order of arrival
	seed      INTEGER NOT NULL,                      -- the game's identity: seed and number
	number    INTEGER NOT NULL,
	model     TEXT    NOT NULL,                      -- who played
	rules     TEXT    NOT NULL,
	plies     INTEGER NOT NULL,                      -- moves played
	positions INTEGER NOT NULL,                      -- full searches: positions to train on
	outcome   TEXT    NOT NULL CHECK (outcome IN ('1-0', '0-1', '1/2-1/2', '*')),
	reason    TEXT    NOT NULL,                      -- far-row, no-moves, ply-limit, proof,
	                                                 -- repetition or stopped
	start     TEXT    NOT NULL,                      -- the first position
	created   INTEGER NOT NULL DEFAULT (unixepoch()), -- seconds since 1970
	record    BLOB    NOT NULL,                      -- the whole game
	UNIQUE (seed, number)
) STRICT;
CREATE INDEX games_positions ON games (positions);`
)

// LaterSchema has the tables that databases of earlier versions lack.
const LaterSchema = DamageSchema + LeftSchema

// Store is the games table of a run's database, run.db, a SQLite file that anybody can open with
// sqlite3. It is safe for several goroutines, and several processes may have the same file open and
// append to it. The store makes the file. Other packages may then add tables through their own
// connections.
type Store struct {
	db   *sql.DB
	path string
	wait *sqlite.LockWait
}

// Open opens the games of a run's database, and makes the file if it does not exist. The error
// wraps [ErrForeign] if the file is another kind of file, and [ErrVersion] if a later program wrote
// its games. The store returns an error if another process keeps the database locked for 30
// seconds.
func Open(path string) (*Store, error) {
	return OpenWaiting(context.Background(), path, sqlite.NewLockWait(nil))
}

// OpenWaiting is [Open] with the given way to wait for locks, which the store also uses later.
func OpenWaiting(ctx context.Context, path string, wait *sqlite.LockWait) (*Store, error) {
	fail := func(err error) (*Store, error) { return nil, fmt.Errorf("replay: open %s: %w", path, err) }
	absolute, err := filepath.Abs(path)
	if err != nil {
		return fail(err)
	}
	if err := inspect(absolute); err != nil {
		return fail(err)
	}
	db, err := sqlite.Open(absolute)
	if err != nil {
		return fail(err)
	}
	// With only one connection, the writers of this process queue for the connection. Otherwise
	// they would poll for SQLite's lock.
	db.SetMaxOpenConns(1)
	st := &Store{db: db, path: path, wait: wait}
	if err := st.prepare(ctx); err != nil {
		db.Close()
		return fail(err)
	}
	return st, nil
}

// inspect refuses a file that is not the database of a run, before SQLite can change it. It creates
// a missing file, which is then empty.
func inspect(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer file.Close()
	header := make([]byte, 100) // https://www.sqlite.org/fileformat.html, 1.3
	n, err := io.ReadFull(file, header)
	switch {
	case err == io.EOF: // new, or another process is making it
		return nil
	case err != nil && err != io.ErrUnexpectedEOF:
		return err
	case beingMade(path, header): // SQLite rolls back
		return nil
	case n < len(header) || string(header[:16]) != "SQLite format 3\x00":
		return fmt.Errorf("%w: the file is not a SQLite database", ErrForeign)
	case binary.BigEndian.Uint32(header[68:]) != applicationID:
		return fmt.Errorf("%w: another program made this SQLite database", ErrForeign)
	}
	return nil
}

// beingMade reports whether the power failed while SQLite wrote the first pages of a database. The
// journal then reached the disk, but the header did not.
func beingMade(path string, header []byte) bool {
	journal, err := os.Stat(path + sqlite.JournalEnding)
	return err == nil && journal.Size() > 0 && len(bytes.Trim(header, "\x00")) == 0
}

// prepare makes the tables if the file is new. It checks their version and turns on the write-ahead
// log.
func (st *Store) prepare(ctx context.Context) error {
	tried := false
	if err := st.retry(ctx, func() error {
		err := st.create(ctx)
		if tried && sqlite.IsBusy(err) {
			return err
		}
		tried = true
		return sqlite.NamesLocks(st.path, err)
	}); err != nil {
		return err
	}
	return st.retry(ctx, func() error { return sqlite.UseLog(ctx, st.db) })
}

// create makes the tables in one transaction, unless they exist.
func (st *Store) create(ctx context.Context) error {
	tx, err := st.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var tables int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	if tables > 0 {
		if err := checkVersion(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, LaterSchema); err != nil {
			return err
		}
		return tx.Commit()
	}
	if _, err := tx.ExecContext(ctx,
		fmt.Sprintf(`PRAGMA application_id = %d; %s %s`, applicationID, schema, LaterSchema)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO meta (key, value) VALUES (?, ?)`, schemaKey,
		strconv.Itoa(schemaVersion)); err != nil {
		return err
	}
	return tx.Commit()
}

// checkVersion returns an error for games of another program version.
func checkVersion(ctx context.Context, tx *sql.Tx) error {
	var version string
	if err := tx.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`,
		schemaKey).Scan(&version); err != nil {
		return fmt.Errorf("%w: read the version of the games: %w", ErrForeign, err)
	}
	if version != strconv.Itoa(schemaVersion) {
		return fmt.Errorf("%w %.20q of the games, but this program reads version %d", ErrVersion,
			version, schemaVersion)
	}
	return nil
}

// retry calls do again while another process keeps the database locked.
func (st *Store) retry(ctx context.Context, do func() error) error { return st.wait.Retry(ctx, do) }

// Close closes the database.
func (st *Store) Close() error {
	if err := st.db.Close(); err != nil {
		return fmt.Errorf("replay: close %s: %w", st.path, err)
	}
	return nil
}
