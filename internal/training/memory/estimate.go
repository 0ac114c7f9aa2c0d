// Package memory estimates the least memory that a config takes, before anything is made, and
// refuses one that cannot fit into this machine. The estimate needs only arithmetic, so it also
// works where making the parts would end the process. It says nothing about positions in the
// window, which grow with the games; package doctor measures those.
package memory

import (
	"cmp"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay/settings"
	"epaminondas/net"
)

// Part is the memory that one setting causes.
type Part struct {
	Setting string // such as "selfplay.workers"
	Value   string
	Bytes   int64
}

// Estimate is what a config takes at least.
type Estimate []Part

const (
	float = 4 // bytes

	// networks is how many networks a run holds: the latest, the best and the gate's candidate.
	networks = 3
	// networkCopies is how many times its weights a network takes: they are transformed for
	// Winograd's convolution.
	networkCopies = 3.5
	// trainerCopies is the same for a trainer: weights, average, gradients, two moments, partial
	// sums, and what is transformed for both directions.
	trainerCopies = 25
	// A trainer keeps so many feature maps of each sample, of the board with its border.
	mapsOfBlock, mapsOfHeads = 3, 4.4
	// evaluatorMaps is how many feature maps an evaluator keeps, of the board without border.
	evaluatorMaps = 9
	// workerBytes is the rest of a worker: its goroutine, buffers and tables.
	workerBytes = 32 << 10
	// simulationBytes is what a simulation adds to the tree, on a small board. The tree of the last
	// search is kept beside that of this one.
	simulationBytes, trees = 512, 2
)

// Train estimates training.
func Train(c runs.Config) (Estimate, error) {
	board, err := c.Board()
	if err != nil {
		return nil, err
	}
	weights := float64(c.Network.Parameters() * float)
	maps := (mapsOfBlock*float64(c.Network.Blocks) + mapsOfHeads) * float64(c.Network.Channels)
	border := float64((board.Width() + 2) * (board.Height() + 2))
	return append(Estimate{
		{"network.blocks and network.channels",
			fmt.Sprintf("%d and %d", c.Network.Blocks, c.Network.Channels),
			int64((networks*networkCopies + trainerCopies) * weights)},
		{"learn.batch_size", fmt.Sprint(c.Learn.BatchSize),
			int64(float64(c.Learn.BatchSize) * maps * border * float)},
	}, Selfplay(board, c.Selfplay, c.Search.MemoryMiB, c.Network)...), nil
}

// Selfplay estimates self-play with a network of a shape, whose trees are bounded by treeMiB.
func Selfplay(b *game.Board, c settings.Config, treeMiB int, shape net.Config) Estimate {
	evaluator := evaluatorMaps * int64(b.Width()*b.Height()*shape.Channels) * float
	tree := min(int64(c.FullSimulations)*simulationBytes, int64(treeMiB)<<20)
	worker := workerBytes + evaluator + trees*tree
	n := c.WorkerCount()
	return Estimate{{"selfplay.workers", fmt.Sprint(n), int64(n) * worker}}
}

// Total returns the sum of all parts.
func (e Estimate) Total() int64 {
	total := int64(0)
	for _, p := range e {
		total += p.Bytes
	}
	return total
}

// Fits returns an error if the parts need more than so many bytes of memory. It names the setting
// that needs the most. 0 bytes is a machine that does not say what it has, and fits everything.
func (e Estimate) Fits(bytes int64) error {
	if bytes == 0 || e.Total() <= bytes {
		return nil
	}
	most := slices.MaxFunc(e, func(a, b Part) int { return cmp.Compare(a.Bytes, b.Bytes) })
	return fmt.Errorf("memory: %s is %s, which takes about %s (all settings together %s); this machine "+
		"has %s for the process: want less",
		most.Setting, most.Value, text(most.Bytes), text(e.Total()), text(bytes))
}

// text writes a number of bytes.
func text(bytes int64) string {
	if bytes < 10<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d GiB", bytes>>30)
}

// Check returns an error if a config cannot be trained in the memory of this machine.
func Check(c runs.Config) error {
	e, err := Train(c)
	if err != nil {
		return err
	}
	return e.Fits(Available())
}
