package loop

import (
	"bytes"
	"math/rand/v2"
	"runtime/pprof"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// newNetwork returns the board of a config and the first weights of its network.
func newNetwork(t *testing.T, c config.Config) (*game.Board, *net.Weights) {
	t.Helper()
	board, err := c.Board()
	if err != nil {
		t.Fatal(err)
	}
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(1, learning.WeightStream)))
	if err != nil {
		t.Fatal(err)
	}
	return board, weights
}

// Every bit of a run's seed, and every checkpoint, gives a gate match with other games.
func TestEveryBitOfTheSeedCountsInTheGate(t *testing.T) {
	config := mini()
	config.Gate.Games, config.Gate.Simulations = 2, 1
	board, weights := newNetwork(t, config)
	seen := map[uint64]string{}
	match := func(seed uint64, step int64, branch int) {
		c := config
		c.Seed = seed
		p := candidate{Checkpoint: runs.Checkpoint{Step: step, Branch: branch,
			File: runs.FileName(step, runs.Constant, branch)}, network: backend.MustOpen(weights)}
		result, err := newGatekeeper(c, board, p).playGate(t.Context(), p, 1, func() {}, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if earlier := seen[result.Match.Seed]; earlier != "" {
			t.Errorf("seed %#x and %s have the same match as %s", seed, p.File, earlier)
		}
		seen[result.Match.Seed] = p.File
	}
	for step := int64(1); step < 1<<40; step <<= 3 {
		match(1, step, 0)
	}
	match(1, 1, 1)
	for bit := range 64 {
		match(1^1<<bit, 1, 0)
	}
}

// TestThrottledGateEvaluatesInItsThread checks that a gate whose thread is measured leaves no evaluation to
// the goroutines of a batch.
func TestThrottledGateEvaluatesInItsThread(t *testing.T) {
	config := mini()
	config.Gate.Games, config.Gate.Simulations = 2, 4
	board, weights := newNetwork(t, config)
	network, err := backend.Open(weights, backend.Options{Device: backend.Batch})
	if err != nil {
		t.Fatal(err)
	}
	p := candidate{Checkpoint: runs.Checkpoint{File: "candidate"}, network: network}
	g := newGatekeeper(config, board, p)
	inBatches := false
	look := func() {
		var stacks bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&stacks, 2); err != nil {
			t.Error(err)
		}
		inBatches = inBatches || bytes.Contains(stacks.Bytes(), []byte("backend.(*queue).run"))
	}
	if _, err := g.playGate(t.Context(), p, 1, look, func(int, int) {}); err != nil || inBatches {
		t.Errorf("a measured gate evaluates in batches: %v, error %v", inBatches, err)
	}
	if _, err := g.playGate(t.Context(), p, 1, nil, func(int, int) { look() }); err != nil || !inBatches {
		t.Errorf("another gate evaluates in batches: %v, error %v", inBatches, err)
	}
}
