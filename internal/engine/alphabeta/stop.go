package alphabeta

import (
	"context"
	"math"
	"time"
)

// stopRule decides when a search is over.
type stopRule struct {
	done     <-chan struct{}
	deadline time.Time // zero for none
	nodes    int       // the number of nodes at which the search is over
	depth    int
	stopped  bool
	check    int // the number of nodes at the next check of the time
}

// deepest is the last depth of iterative deepening. A line has room for as many further plies of
// extensions and captures.
const deepest = mostPlies / 2

// checkEvery is the number of nodes between two checks of the time. The search of this many nodes
// takes 0.2 ms, or 1 ms on the largest boards. A check costs as much as a fiftieth of a node.
const checkEvery = 64

func newStopRule(ctx context.Context, limit Limit) stopRule {
	c := stopRule{done: ctx.Done(), nodes: limit.Nodes, depth: deepest}
	if c.nodes == 0 {
		c.nodes = math.MaxInt
	}
	if limit.Depth > 0 {
		c.depth = min(limit.Depth, deepest)
	}
	if limit.Time > 0 {
		c.deadline = time.Now().Add(limit.Time)
	}
	return c
}

// over reports whether the search must stop after the given number of nodes. After its first true
// it always returns true.
func (c *stopRule) over(nodes int) bool {
	if nodes >= c.nodes {
		c.stopped = true
	} else if nodes >= c.check {
		c.check = nodes + checkEvery
		c.stopped = c.late()
	}
	return c.stopped
}

// late reports whether the time is up or the search was cancelled.
func (c *stopRule) late() bool {
	select {
	case <-c.done:
		return true
	default:
		return !c.deadline.IsZero() && !time.Now().Before(c.deadline)
	}
}
