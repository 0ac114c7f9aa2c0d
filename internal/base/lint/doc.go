// Package lint tests the whole module: which package may import which, what only commands may do,
// and how plain the prose is. The package has no code outside its tests.
package lint
