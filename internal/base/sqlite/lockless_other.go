//go:build !unix

package sqlite

// lockless is empty: SQLite needs the index of a log on this system.
const lockless = ""
