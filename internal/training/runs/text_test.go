package runs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
)

// TestRefusesBadPaths refuses paths that text cannot keep, before anything is made.
func TestRefusesBadPaths(t *testing.T) {
	folder := t.TempDir()
	for want, change := range map[string]func(c *config.Config) (dir string){
		`the folder is "`: func(*config.Config) string { return filepath.Join(folder, "a\xffb") },
		`init: file is "a\xffb", which is not valid UTF-8`: func(c *config.Config) string {
			c.Init.File = "a\xffb"
			return filepath.Join(folder, "run")
		},
	} {
		c := config.Default()
		r, err := Create(t.Context(), change(&c), c)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("got %v, want %q", err, want)
		}
		if err == nil {
			r.Close()
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("%v was made, %v", entries, err)
	}
}
