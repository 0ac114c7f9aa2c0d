//go:build unix

package sqlite

// lockless is the name of SQLite's interface to the files of this system that uses no locks.
const lockless = "unix-none"
