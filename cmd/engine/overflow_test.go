package main

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"epaminondas/net"
)

// TestRefusesOverflow checks that the engine refuses a network whose outputs overflow, and keeps
// its old network.
func TestRefusesOverflow(t *testing.T) {
	weights, err := net.NewWeights(net.Default(), rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"stem.weight", "value.hidden.weight"} {
		for i := range weights.Param(name).Data {
			weights.Param(name).Data[i] = 3e38
		}
	}
	file := filepath.Join(t.TempDir(), "overflow.safetensors")
	if err := net.SaveCheckpoint(file, &net.Checkpoint{Weights: weights,
		Meta: net.Meta{Rules: "epaminondas:4x6x1"}}); err != nil {
		t.Fatal(err)
	}
	s := start(t, "setoption name Rules value epaminondas:4x6x1")
	if got := strings.Join(s.ask("setoption name Model value "+file), "\n"); !strings.HasPrefix(got,
		"info string error: setoption: Model: ") || !strings.Contains(got, net.ErrNotFinite.Error()) {
		t.Errorf("got %q, want the network refused", got)
	}
	if move, _ := s.bestMove("go nodes 1"); move == "0000" {
		t.Errorf("got no move")
	}
}
