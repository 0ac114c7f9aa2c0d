// Package result has the results of matches as plain data. They are the schema of a run's database,
// of its report and of the commands' JSON. From the pairs of games that share an opening it
// computes the rating difference of two players with its interval. A sequential test stops as soon
// as the answer is clear. The gate for new networks is such a test. The package plays no games, and
// it links little, so configs and readers of results can use it. Package rating rates many players.
package result
