// Package rating says who is better, and how sure that is. Of two players:
// their difference with its interval, from pairs of games that share an
// opening, and a sequential test that stops as soon as the answer is clear. Of
// many: the ratings under which all results are most likely, with an advantage
// for who moves first, intervals that allow for the pairs, and warnings where
// the games cannot bear the ratings.
package rating
