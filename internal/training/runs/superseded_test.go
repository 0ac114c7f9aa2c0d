package runs

import (
	"testing"

	"epaminondas/internal/training/config"
)

// TestOlderRunWithEqualFiles has a run of an earlier version, which registered a file twice. The
// gate match and the best name the first row.
func TestOlderRunWithEqualFiles(t *testing.T) {
	ctx, r := t.Context(), create(t, t.TempDir(), config.Default())
	for _, insert := range []string{`
INSERT INTO checkpoints (id, step, phase, budget, branch, file, games, elapsed, sampler) VALUES
	(1, 0, 'constant', 'b', 0, 'step-0000000.safetensors', 0, 1, x''),
	(2, 5, 'cooldown', 'b', 0, 'step-0000005-cooldown.safetensors', 7, 2, x''),
	(3, 5, 'cooldown', 'b', 0, 'step-0000005-cooldown.safetensors', 9, 3, x''),
	(4, 5, 'final', 'b', 0, 'step-0000005-final.safetensors', 9, 3, x'')`, `
INSERT INTO matches (candidate, best, wins, draws, losses, verdict, detail) VALUES
	(2, 1, 3, 0, 1, 'accepted', '{}'), (4, 2, 1, 0, 3, 'rejected', '{}')`,
		`INSERT INTO meta VALUES ('best_checkpoint', '2')`,
	} {
		if _, err := r.db.ExecContext(ctx, insert); err != nil {
			t.Fatal(err)
		}
	}
	registry, err := r.Checkpoints(ctx)
	if err != nil || len(registry) != 3 || registry[1].ID != 3 || registry[1].Games != 9 {
		t.Errorf("the registry is %+v, %v, want each file once, with its newest row", registry, err)
	}
	if best, ok, err := r.Best(ctx); best != 3 || !ok || err != nil {
		t.Errorf("best is %d, %v, %v, want 3", best, ok, err)
	}
	if accepted, err := r.Accepted(ctx); err != nil || len(accepted) != 1 || accepted[0] != 3 {
		t.Errorf("accepted are %d, %v, want 3", accepted, err)
	}
	v, err := OpenView(ctx, r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	markers, err := v.Markers(ctx, 0)
	if err != nil || len(markers) != 3 || markers[1].ID != 3 {
		t.Errorf("the markers are %+v, %v, want each file once, with its newest row", markers, err)
	}
	if best, ok, err := v.Best(ctx); best != 3 || !ok || err != nil {
		t.Errorf("best of the view is %d, %v, %v, want 3", best, ok, err)
	}
	verdicts, err := v.Verdicts(ctx, 0)
	if err != nil || len(verdicts) != 2 || verdicts[0].Candidate != 3 || verdicts[1].Best != 3 {
		t.Errorf("the matches are %+v, %v, want 3 in place of 2", verdicts, err)
	}
}
