// Package ab compares two training configs: which of them teaches the better player at an equal budget?
//
// An experiment trains both configs from each of several seeds. The two sides of a seed run side by side, so that whatever else
// the machine does slows both. Then the final checkpoints of a seed meet in a match from paired openings. The result is pooled over seeds,
// with two intervals: by game, which says how sure it is that these networks differ, and by seed, which says how sure it is that the
// configs do.
//
// Everything lies in a folder, and every finished part of it is kept:
//
//	ab.json          what is compared
//	a.toml b.toml    the two configs
//	seed-1/a         the run of side A from seed 1; its output is in seed-1/a.log
//	seed-1/match     the games of the match
//	result.json      the result
//
// The package does not train: it is given a function that does.
package ab
