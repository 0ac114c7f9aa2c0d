package main

import (
	"testing"

	"epaminondas/internal/training/fleet/ledger"
)

// The status lists refused games by reason, and after them refused batches.
func TestReasons(t *testing.T) {
	for want, line := range map[string]ledger.WorkerLine{
		"0":                 {},
		"2 age, 1 moves":    {Refused: map[string]int64{"moves": 1, "age": 2}},
		"3 batch (batches)": {RefusedBatches: map[string]int64{"batch": 3}},
		"1 age, 4 header (batches)": {Refused: map[string]int64{"age": 1},
			RefusedBatches: map[string]int64{"header": 4}},
	} {
		if got := reasons(line); got != want {
			t.Errorf("%+v: %q, want %q", line, got, want)
		}
	}
}
