// Package learning learns from recorded games. The training loop uses its training targets of
// recorded positions, its schedule of the learning rate, and its streams of random numbers.
//
// It also measures networks on games that they do not learn. A [StoredGames] reads the stored games
// of a run without writing, and a hash decides which of them are held out. A [HeldOutSet] measures
// a network on the positions of the held-out games. The positions of a game depend on each other,
// but the games do not. So every interval is computed over games: see [Estimate].
//
// An [Experiment] compares settings by learning from the stored games of a run, without self-play.
// Each [Candidate] is the config of the run with some settings changed. All candidates learn with
// the same budget, and are measured on the same held-out games, from which no candidate learns.
package learning
