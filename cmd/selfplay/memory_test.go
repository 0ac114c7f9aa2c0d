package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusesWhatDoesNotFit checks that selfplay refuses more workers than fit into the memory of
// any machine.
func TestRefusesWhatDoesNotFit(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.games")
	args := []string{"--config", file(t, "mini.toml", mini), "--set", "selfplay.full_simulations=1000000",
		"--workers", "1000000", "--out", out}
	err := run(t.Context(), args, nil, io.Discard, io.Discard)
	if want := "selfplay.workers is 1000000, which takes about "; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
