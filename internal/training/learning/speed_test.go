package learning

import (
	"math"
	"testing"
	"time"

	"epaminondas/internal/engine/backend"
)

// TestSpeeds measures with a clock on which the second network takes three times as long.
func TestSpeeds(t *testing.T) {
	b, network := benched(t), untrained(t)
	reading, calls := time.Duration(0), 0
	clock := func() time.Duration {
		if calls%4 == 1 {
			reading += time.Millisecond
		} else if calls%4 == 3 {
			reading += 3 * time.Millisecond
		}
		calls++
		return reading
	}
	rates, err := b.Speeds(t.Context(), []*backend.Backend{network, network}, clock, 10*time.Millisecond)
	if err != nil || len(rates) != 2 || math.Abs(rates[0]-32000) > 1 || math.Abs(rates[1]-32000./3) > 1 ||
		calls != 40 {
		t.Errorf("%v after %d readings, %v", rates, calls, err)
	}
}
