// Package rating says who is better, and how sure that is: rating differences
// with their intervals, from pairs of games that share an opening, and a
// sequential test that stops as soon as the answer is clear.
package rating
