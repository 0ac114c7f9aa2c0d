// Package ab compares two training configs: it finds which one trains the better player with an
// equal budget.
//
// An experiment trains both configs from each of several seeds. The two sides of a seed run side by
// side, so that other load on the machine slows both. Then the final checkpoints of a seed play a
// match from paired openings. The package pools the results over seeds and gives two intervals. The
// interval by game is for the difference between these particular networks, and the interval by
// seed is for the difference between the configs.
//
// Everything is in one folder, and every finished part stays there:
//
//	ab.json          what is compared
//	a.toml b.toml    the two configs
//	seed-1/a         the run of side A from seed 1; its output is in seed-1/a.log
//	seed-1/match     the games of the match
//	result.json      the result
//
// The package does not train. The caller passes a function that does.
package ab
