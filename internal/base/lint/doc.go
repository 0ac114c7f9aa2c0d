// Package lint holds tests of the whole module: which package may import which, and what only commands
// may do. It has no code of its own.
package lint
