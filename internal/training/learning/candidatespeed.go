package learning

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"time"

	"epaminondas/internal/base/process"
	"epaminondas/internal/engine/backend"
)

// defaultTimed is the least processor time in which the speed of a network is measured.
const defaultTimed = 500 * time.Millisecond

// speed returns the number of evaluations a second on one core, and its ratio to the base. The two
// networks work in turn, so other load on the machine slows both.
func (w *work) speed(ctx context.Context, network *backend.Backend) (rate, ratio float64, err error) {
	networks := []*backend.Backend{network}
	base := w.networks[0] // at least the network itself is there
	isBase := base.Network == network
	if !isBase && base.Name == w.Candidates[0].Name { // otherwise the base has failed
		networks = append(networks, base.Network)
	}
	runtime.LockOSThread() // so that the thread's time counts only this work
	defer runtime.UnlockOSThread()
	rates, err := w.bench.Speeds(ctx, networks, threadClock(),
		cmp.Or(w.timed, defaultTimed))
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("measure the speed: %w", err)
	case len(rates) == 2:
		ratio = rates[0] / rates[1]
	case isBase && base.Name == w.Candidates[0].Name:
		ratio = 1
	}
	return rates[0], ratio, nil
}

// threadClock returns a clock of this thread's processor time. If the system does not report it,
// the clock returns elapsed time.
func threadClock() func() time.Duration {
	if _, _, ok := process.ThreadTime(); ok {
		return func() time.Duration { _, used, _ := process.ThreadTime(); return used }
	}
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}
