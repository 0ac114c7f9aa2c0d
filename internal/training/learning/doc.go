// Package learning has the parts of learning that runs and fits share. These are the training
// targets of recorded positions, the schedule of the learning rate, and the streams of random
// numbers.
//
// It also measures networks on games that they do not learn. A [StoredGames] reads the stored games
// of a run without writing, and a hash decides which of them are held out. A [HeldOutSet] measures
// a network on the positions of the held-out games. The positions of a game depend on each other,
// but the games do not. So every interval is computed over games: see [Estimate].
package learning
