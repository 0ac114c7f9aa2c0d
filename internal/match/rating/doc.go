// Package rating estimates which player is better and how certain that is. For two players it
// computes the rating difference with its interval, from pairs of games that share an opening. It
// also has a sequential test that stops as soon as the answer is clear. For many players it
// computes the ratings that make all results most likely, with an advantage for the player that
// moves first. The intervals account for the pairs. Warnings name the cases in which the games do
// not support the ratings.
package rating
