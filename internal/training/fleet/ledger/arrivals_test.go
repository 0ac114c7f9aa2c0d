package ledger

import (
	"errors"
	"os"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// A worker deletes its games at their receipt. So a database that is gone gives none.
func TestTakeWithoutDatabase(t *testing.T) {
	r, err := runs.Create(t.Context(), t.TempDir(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list := []Arrival{{SpoolID: SpoolID{"K", "s"}, Reason: "rules"}}
	if receipts, err := Take(t.Context(), r, list); err != nil || len(receipts) != 1 {
		t.Fatalf("receipts %v, %v", receipts, err)
	}
	content, err := os.ReadFile(r.Database())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(r.Database(), r.Database()+".old"),
		os.WriteFile(r.Database(), content, 0o644)); err != nil {
		t.Fatal(err)
	}
	list[0].Number = 1
	if receipts, err := Take(t.Context(), r, list); !errors.Is(err, runs.ErrGone) || receipts != nil {
		t.Errorf("receipts %v, %v, want none and %v", receipts, err, runs.ErrGone)
	}
}
