package run

import (
	"strings"
	"testing"
)

// TestRefusesPathsInTheRegistry has a registry name files outside of the run, which training and
// repair would write to.
func TestRefusesPathsInTheRegistry(t *testing.T) {
	for _, file := range []string{"../../x.safetensors", "/tmp/x.safetensors", "a/b.safetensors", "..", ""} {
		dir := t.TempDir()
		r := create(t, dir, Default())
		c := Checkpoint{Step: 1, Phase: Constant, Budget: "b", File: FileName(1, Constant, 0), Sampler: []byte{}}
		if _, err := r.Register(t.Context(), c, nil, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := r.db.Exec(`UPDATE checkpoints SET file = ?`, file); err != nil {
			t.Fatal(err)
		}
		if list, err := r.Checkpoints(t.Context()); err == nil || !strings.Contains(err.Error(), "want a name in the folder checkpoints") {
			t.Errorf("%q gives %v, %v", file, list, err)
		}
		view, err := OpenView(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := view.Markers(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "want a name in the folder checkpoints") {
			t.Errorf("a view of %q gives %v, %v", file, list, err)
		}
		view.Close()
	}
}
