package loop

import (
	"os"
	"testing"

	"epaminondas/internal/training/runs"
)

// If training made no step since the last checkpoint, a new checkpoint does not change the
// registered files. So a crash before the registration of the new one does no harm.
func TestCheckpointWithoutStepLeavesFiles(t *testing.T) {
	r := open(t, t.TempDir(), mini())
	l, err := newLoop(t.Context(), systemClocks(), r, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	stat := func() (infos []os.FileInfo) {
		for _, path := range []string{r.Path(l.lastSaved), r.StatePath(l.lastSaved)} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			infos = append(infos, info)
		}
		return infos
	}
	before, previous := stat(), l.previous
	if err := l.saveAs(t.Context(), runs.Constant); err != nil {
		t.Fatal(err)
	}
	for i, info := range stat() {
		if !os.SameFile(info, before[i]) {
			t.Errorf("%s was written again", info.Name())
		}
	}
	if l.previous.File != previous.File {
		t.Errorf("the checkpoint before is %s, want %q", l.previous.File, previous.File)
	}
	registry, err := r.Checkpoints(t.Context())
	if err != nil || len(registry) != 2 || registry[1].ID != l.lastSaved.ID {
		t.Errorf("the registry is %v, %v, want two rows", registry, err)
	}
}
