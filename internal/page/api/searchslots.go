package api

import (
	"context"
	"time"

	"epaminondas/internal/base/noun"
)

// searchSlots limits the number of searches that run at once. A cancelled search ends within
// milliseconds, but the next request may arrive earlier. So a request waits a little for a slot.
type searchSlots struct {
	taken    chan struct{}
	patience time.Duration
}

func newSearchSlots(n int) searchSlots { return searchSlots{make(chan struct{}, n), time.Second} }

// acquire takes a slot, which leave gives back.
func (p searchSlots) acquire(ctx context.Context) (leave func(), err error) {
	late := time.NewTimer(p.patience)
	defer late.Stop()
	select {
	case p.taken <- struct{}{}:
		return func() { <-p.taken }, nil
	case <-ctx.Done():
		return nil, stoppedOr(ctx, ctx.Err())
	case <-late.C:
		return nil, refuse(Busy, "%s, which is the limit: ask again in a second",
			noun.Count(cap(p.taken), "search already runs", "searches already run"))
	}
}

// stoppedOr returns the refusal for a stopped search if the search failed because it was stopped,
// and otherwise the error itself.
func stoppedOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return tell(Stopped, Said{What: "stopped"},
			"the search was stopped before it found anything: ask again")
	}
	return err
}
