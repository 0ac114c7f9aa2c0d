package mcts

import (
	"context"
	"time"
)

// A budget counts what a search has used and tells when the limit of the search is reached.
type budget struct {
	ctx         context.Context
	limit       Limit
	now         func() time.Time // the clock
	start       time.Time
	simulations int // done so far
}

// newBudget returns a full budget and starts the clock.
func newBudget(ctx context.Context, limit Limit) budget {
	return startBudget(ctx, limit, time.Now)
}

// startBudget is newBudget with the given clock.
func startBudget(ctx context.Context, limit Limit, now func() time.Time) budget {
	b := budget{ctx: ctx, limit: limit, now: now}
	if limit.Time > 0 {
		b.start = now()
	}
	return b
}

// elapsed returns the time since the start.
func (b *budget) elapsed() time.Duration { return b.now().Sub(b.start) }

// spent reports whether the search has to end.
func (b *budget) spent() bool {
	return b.limit.Simulations > 0 && b.simulations >= b.limit.Simulations ||
		b.limit.Time > 0 && b.elapsed() >= b.limit.Time ||
		b.ctx.Err() != nil
}

// covers reports whether n more simulations fit into the share part/parts of the budget. The time
// of a simulation is unknown. So with a time limit any number fits until the time of that share is
// over.
func (b *budget) covers(n, part, parts int) bool {
	return (b.limit.Simulations == 0 || (b.simulations+n)*parts <= b.limit.Simulations*part) &&
		(b.limit.Time == 0 || b.elapsed()*time.Duration(parts) < b.limit.Time*time.Duration(part))
}
