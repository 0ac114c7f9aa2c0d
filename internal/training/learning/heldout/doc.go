// Package heldout measures networks on games that they do not learn. An [Archive] reads the stored
// games of a run without writing, and a hash holds some of them out. A [Bench] measures a network
// on their positions.
//
// The positions of a game depend on each other, the games do not. So every interval counts games:
// see [Estimate].
package heldout
