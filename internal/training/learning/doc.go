// Package learning has the parts of learning that runs and fits share: the training targets of recorded
// positions, the schedule of the learning rate, and the streams of random numbers.
//
// It also measures networks on games that they do not learn. A [StoredGames] reads the stored games of a
// run without writing, and a hash holds some of them out. A [HeldOutSet] measures a network on their
// positions. The positions of a game depend on each other, the games do not. So every interval counts
// games: see [Estimate].
package learning
