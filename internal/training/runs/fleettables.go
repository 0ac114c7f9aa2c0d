package runs

// fleetSchema has the tables for games from other machines. Package ledger reads and writes them. They
// are here because one transaction creates all tables of a run.
const fleetSchema = `
CREATE TABLE IF NOT EXISTS fleet_workers (
	key            TEXT    PRIMARY KEY,          -- public
	name           TEXT    NOT NULL UNIQUE,
	quota          INTEGER NOT NULL,             -- bytes a second
	invited        INTEGER NOT NULL,             -- seconds since 1970
	revoked        INTEGER,                      -- likewise; NULL while it may send
	seen           INTEGER NOT NULL DEFAULT 0,   -- milliseconds since 1970; 0 for never
	cores          INTEGER NOT NULL DEFAULT 0,
	games_per_hour REAL    NOT NULL DEFAULT 0,
	step           INTEGER NOT NULL DEFAULT -1,  -- of the network that it plays; -1 for none
	spooled        INTEGER NOT NULL DEFAULT 0,   -- games without a receipt
	state          TEXT    NOT NULL DEFAULT '',  -- playing, or why it is not
	stored         INTEGER NOT NULL DEFAULT 0    -- games
) STRICT;
CREATE TABLE IF NOT EXISTS fleet_spools (
	worker TEXT    NOT NULL,
	spool  TEXT    NOT NULL,
	next   INTEGER NOT NULL,                     -- all games below are stored or refused
	PRIMARY KEY (worker, spool)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fleet_refusals (
	id     INTEGER PRIMARY KEY,
	worker TEXT    NOT NULL,
	spool  TEXT    NOT NULL,
	number INTEGER NOT NULL,
	reason TEXT    NOT NULL,
	detail TEXT    NOT NULL,
	record BLOB,                                 -- NULL if the worker has too many of them
	made   INTEGER NOT NULL DEFAULT (unixepoch()),
	UNIQUE (worker, spool, number)
) STRICT;
CREATE INDEX IF NOT EXISTS fleet_refusals_reason ON fleet_refusals (worker, reason);
CREATE TABLE IF NOT EXISTS fleet_refused (     -- counts the rows of fleet_refusals
	worker TEXT    NOT NULL,
	reason TEXT    NOT NULL,
	games  INTEGER NOT NULL,
	PRIMARY KEY (worker, reason)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS fleet_refusals_added AFTER INSERT ON fleet_refusals BEGIN
	INSERT OR IGNORE INTO fleet_refused VALUES (new.worker, new.reason, 0);
	UPDATE fleet_refused SET games = games + 1 WHERE worker = new.worker AND reason = new.reason;
END;
CREATE TRIGGER IF NOT EXISTS fleet_refusals_removed AFTER DELETE ON fleet_refusals BEGIN
	UPDATE fleet_refused SET games = games - 1 WHERE worker = old.worker AND reason = old.reason;
END;
INSERT INTO fleet_refused SELECT worker, reason, count(*) FROM fleet_refusals
	WHERE NOT EXISTS (SELECT 1 FROM fleet_refused) GROUP BY worker, reason;
CREATE TABLE IF NOT EXISTS fleet_faults (
	worker  TEXT    NOT NULL,
	reason  TEXT    NOT NULL,
	batches INTEGER NOT NULL,                    -- refused as a whole
	PRIMARY KEY (worker, reason)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fleet_networks (
	file      TEXT    PRIMARY KEY,               -- in the folder checkpoints
	step      INTEGER NOT NULL,
	sha256    TEXT    NOT NULL,
	offered   INTEGER NOT NULL,                  -- milliseconds since 1970
	withdrawn INTEGER                            -- likewise; NULL while workers play it
) STRICT, WITHOUT ROWID;
`
