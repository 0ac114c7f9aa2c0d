// Package rating rates many players by their games. It computes the ratings that make all results
// most likely, with an advantage for the player that moves first. The intervals of the ratings
// account for the pairs of games that share an opening. Warnings name the cases in which the games
// do not support the ratings. The results of a single match are in package result.
package rating
