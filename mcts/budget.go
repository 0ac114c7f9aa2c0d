package mcts

import (
	"context"
	"time"
)

// A budget is what is left of a search's limit.
type budget struct {
	ctx         context.Context
	limit       Limit
	start       time.Time
	simulations int // done so far
}

// newBudget starts the clock.
func newBudget(ctx context.Context, limit Limit) budget {
	b := budget{ctx: ctx, limit: limit}
	if limit.Time > 0 {
		b.start = time.Now()
	}
	return b
}

// spent reports whether the search has to end.
func (b *budget) spent() bool {
	return b.limit.Simulations > 0 && b.simulations >= b.limit.Simulations ||
		b.limit.Time > 0 && time.Since(b.start) >= b.limit.Time ||
		b.ctx.Err() != nil
}

// covers reports whether n more simulations lie within the first part of parts
// equal shares of the budget. How long they would take is not known, so that
// against time any number fits until the share is used up.
func (b *budget) covers(n, part, parts int) bool {
	return (b.limit.Simulations == 0 || (b.simulations+n)*parts <= b.limit.Simulations*part) &&
		(b.limit.Time == 0 || time.Since(b.start)*time.Duration(parts) < b.limit.Time*time.Duration(part))
}
