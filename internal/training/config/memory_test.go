package config

import (
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train"
)

// shaped returns the defaults with another board and network.
func shaped(rules string, blocks, channels, batch int) Config {
	c := Default()
	c.Rules.Game = rules
	c.Network.Blocks, c.Network.Channels = blocks, channels
	c.Learn.BatchSize = batch
	c.Selfplay.CachePositions, c.Search.ThreatNodes, c.Search.RootThreatNodes = 0, 0, 0
	return c
}

// inUse returns the bytes of reachable objects.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// TestEstimate compares the estimate with the memory of a trainer, a network and an evaluator.
func TestEstimate(t *testing.T) {
	for _, c := range []Config{
		shaped("epaminondas:4x6x1", 4, 64, 64),
		shaped("epaminondas:8x8", 8, 32, 64),
		shaped("epaminondas:8x8", 2, 64, 256),
		shaped("epaminondas", 2, 128, 16),
	} {
		c.Selfplay.Workers = 1
		board, err := c.Board()
		if err != nil {
			t.Fatal(err)
		}
		taken := take(t, board, c)
		e, err := TrainingMemory(c)
		if err != nil {
			t.Fatal(err)
		}
		if share := float64(e.Total()) / float64(taken); !(share > 0.7 && share < 1.15) {
			t.Errorf("%s, %d blocks x %d channels, batch %d: %v is %.2f of the %d bytes taken, want 0.7 "+
				"to 1.15",
				c.Rules.Game, c.Network.Blocks, c.Network.Channels, c.Learn.BatchSize, e, share, taken)
		}
	}
}

// take returns the memory of a trainer, three networks and an evaluator.
func take(t *testing.T, board *game.Board, c Config) int64 {
	t.Helper()
	before := inUse()
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	made := []*net.Network{net.NewNetwork(weights), net.NewNetwork(weights), net.NewNetwork(weights)}
	evaluator := made[0].NewEvaluator(board)
	trainer, err := train.New(c.Learn, board, weights)
	if err != nil {
		t.Fatal(err)
	}
	taken := inUse() - before
	runtime.KeepAlive(evaluator)
	runtime.KeepAlive(made)
	trainer.Close()
	return taken
}

// TestEstimateOfLines compares the additional memory of pooling over rows and columns with its
// estimate.
func TestEstimateOfLines(t *testing.T) {
	c := shaped("epaminondas:8x8", 2, 16, 1024)
	c.Network.PoolEvery, c.Selfplay.Workers = 1, 1
	board, err := c.Board()
	if err != nil {
		t.Fatal(err)
	}
	without, err1 := TrainingMemory(c)
	taken := -take(t, board, c)
	c.Network.Pooling = net.PoolLines
	with, err2 := TrainingMemory(c)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	taken += take(t, board, c)
	if share := float64(with.Total()-without.Total()) / float64(taken); !(share > 0.8 && share < 1.2) {
		t.Errorf("the estimate is %.2f of the %d bytes taken, want 0.8 to 1.2", share, taken)
	}
}

// TestFits checks that the error for a config that does not fit names the setting.
func TestFits(t *testing.T) {
	huge, crowd, batch := shaped("epaminondas", 64, 200, 64), shaped("epaminondas", 4, 32,
		64), shaped("epaminondas", 32, 128, 4096)
	crowd.Selfplay.Workers = 1_000_000
	for want, c := range map[string]Config{
		"network.blocks and network.channels is 64 and 200, which takes about ": huge,
		"selfplay.workers is 1000000, which takes about ":                       crowd,
		"learn.batch_size is 4096, which takes about ":                          batch,
	} {
		e, err := TrainingMemory(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Fits(8 << 30); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "this machine has 8192 MiB") {
			t.Errorf("got %v, want %q", err, want)
		}
		if err := e.Fits(0); err != nil {
			t.Errorf("a machine that says nothing: %v", err)
		}
	}
	if e, err := TrainingMemory(Default()); err != nil || e.Fits(1<<30) != nil {
		t.Errorf("the defaults take %v, %v, want less than 1 GiB", e, err)
	}
}

// TestLearn checks that learning alone takes less than a run, by the networks of the gate and the
// workers.
func TestLearn(t *testing.T) {
	c := shaped("epaminondas:8x8", 4, 64, 256)
	c.Selfplay.Workers = 8
	run, err1 := TrainingMemory(c)
	alone, err2 := LearningMemory(c)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	network := int64(c.Network.ConvFloats() * float)
	if got := run[0].Bytes - alone[0].Bytes; got != 2*network {
		t.Errorf("two networks take %d bytes, want twice %d", got, network)
	}
	if len(alone) != 2 || alone[1] != run[1] || alone.Total() >= run.Total() {
		t.Errorf("learning takes %v, a run %v", alone, run)
	}
}

// TestOlder checks that games against an older checkpoint take twice the networks and workers.
func TestOlder(t *testing.T) {
	c := shaped("epaminondas:8x8", 4, 64, 256)
	c.Selfplay.Workers = 8
	alone, err1 := TrainingMemory(c)
	c.Selfplay.OlderShare = 0.1
	two, err2 := TrainingMemory(c)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	if got, want := two[0].Bytes-alone[0].Bytes, int64(Networks*c.Network.ConvFloats()*float); got != want {
		t.Errorf("the older networks take %d bytes, want %d", got, want)
	}
	if got, want := two[2].Bytes, 2*alone[2].Bytes-8*workerBytes; got != want {
		t.Errorf("the workers take %d bytes, want %d", got, want)
	}
}

// TestAvailable wants a plausible amount.
func TestAvailable(t *testing.T) {
	if got := AvailableMemory(); got != 0 && (got < 64<<20 || got > 1<<50) {
		t.Errorf("this machine has %d bytes", got)
	}
}

// TestEstimateCountsTables checks the settings that ask for tables of their own.
func TestEstimateCountsTables(t *testing.T) {
	small := shaped("epaminondas:4x6x1", 4, 32, 64)
	small.Selfplay.Workers = 4
	before, err := TrainingMemory(small)
	if err != nil {
		t.Fatal(err)
	}
	caches, threats := small, small
	caches.Selfplay.CachePositions, threats.Search.ThreatNodes = 1<<17, 1e6
	for want, c := range map[string]Config{
		"selfplay.cache_positions is 131072":                          caches,
		"search.threat_nodes and search.root_threat_nodes is 1000000": threats,
	} {
		e, err := TrainingMemory(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := e[len(before):].Fits(1 << 20); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
