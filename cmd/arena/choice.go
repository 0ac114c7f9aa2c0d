package main

import (
	"fmt"
	"math"
	"slices"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/runs"
)

// choice says which checkpoints of a run are players.
type choice struct {
	Every     *int `help:"With --run: use every N-th checkpoint, and always the first and the last. Default: 1, or more for a run of over 700 checkpoints." placeholder:"N"`
	Doublings int  `help:"With --run, instead of --every: use the last checkpoint, and those at a half, a quarter, ... of its processor time, N times." placeholder:"N"`
}

// validate returns an error for a number out of range, or if both flags are given.
func (c choice) validate() error {
	switch {
	case c.Every != nil && *c.Every < 1:
		return cli.Usagef("--every %d: want at least 1", *c.Every)
	case c.Doublings < 0 || c.Doublings > 40:
		return cli.Usagef("--doublings %d: want 1 to 40", c.Doublings)
	case c.Doublings > 0 && c.Every != nil:
		return cli.Usagef("--every and --doublings: give only one of the two")
	}
	return nil
}

// of returns the indices of the chosen checkpoints, oldest first.
func (c choice) of(registry []runs.Checkpoint) []int {
	last := len(registry) - 1
	effort := effortOf(registry)
	var chosen []int
	if c.Doublings == 0 {
		for i := 0; i < last; i += c.every(len(registry)) {
			chosen = append(chosen, i)
		}
		return append(chosen, last)
	}
	for i := c.Doublings; i >= 0; i-- {
		chosen = append(chosen, nearest(registry, effort(registry[last])/float64(int64(1)<<i), effort))
	}
	return slices.Compact(chosen)
}

// every returns the distance between two chosen checkpoints of a run.
func (c choice) every(checkpoints int) int {
	if c.Every != nil {
		return *c.Every
	}
	return (checkpoints-2)/(mostCheckpoints-1) + 1
}

// skips returns a note if not all checkpoints of a run play, although the user did not choose among
// them. Otherwise the note is empty.
func (c choice) skips(dir string, checkpoints int) string {
	every := c.every(checkpoints)
	if c.Every != nil || c.Doublings > 0 || every == 1 {
		return ""
	}
	return fmt.Sprintf("%s has %s, so the ladder takes one of every %d, and the last; --every N and "+
		"--doublings N choose others", dir, noun.Count(checkpoints, "checkpoint"), every)
}

// effortOf returns a function for the effort that a run spent up to a checkpoint: its processor time, or its
// steps if an old program did not count the time.
func effortOf(registry []runs.Checkpoint) func(runs.Checkpoint) float64 {
	if slices.ContainsFunc(registry, func(c runs.Checkpoint) bool { return !c.Processor.Counted }) {
		return func(c runs.Checkpoint) float64 { return float64(c.Step) }
	}
	return func(c runs.Checkpoint) float64 { return c.Processor.Used.Seconds() }
}

// nearest returns the index of the checkpoint with the nearest effort. If several are equally near,
// it returns the last of them.
func nearest(registry []runs.Checkpoint, want float64, effort func(runs.Checkpoint) float64) int {
	best, distance := len(registry)-1, math.Inf(1)
	for i := len(registry) - 1; i >= 0; i-- {
		if d := math.Abs(effort(registry[i]) - want); d < distance {
			best, distance = i, d
		}
	}
	return best
}
