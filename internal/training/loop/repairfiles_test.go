package loop

import (
	"testing"

	"epaminondas/internal/training/runs"
)

// TestParentOf has a run that got a longer budget after its cooldown.
func TestParentOf(t *testing.T) {
	registry := []runs.Checkpoint{
		{File: "step-0", Phase: runs.Constant},
		{File: "step-10", Phase: runs.Constant},
		{File: "step-15-cooldown", Phase: runs.Cooldown},
		{File: "step-20-final", Phase: runs.Final},
		{File: "step-25", Phase: runs.Constant, Branch: 1},
		{File: "step-30-cooldown", Phase: runs.Cooldown, Branch: 1},
	}
	for i, want := range []string{"init", "step-0", "step-10", "step-15-cooldown", "step-10", "step-25"} {
		if got := parentOf(registry[i], registry[:i], "init"); got != want {
			t.Errorf("the parent of %s is %s, want %s", registry[i].File, got, want)
		}
	}
}
