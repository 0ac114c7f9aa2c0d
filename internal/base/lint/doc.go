// Package lint tests the whole module: which package may import which, what only commands may do,
// and how plain the prose is. It has no code of its own.
package lint
