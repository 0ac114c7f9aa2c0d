package config

import (
	"cmp"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/mcts/threat"
	"epaminondas/net"
)

// MemoryPart is the memory that one setting needs.
type MemoryPart struct {
	Setting string // such as "selfplay.workers"
	Value   string
	Bytes   int64
}

// Memory is an estimate of the least memory of a config, part by part. It is computed before the
// program allocates anything, so it works even if the parts do not fit into memory. It leaves out
// the positions in the window, which grow with the games; package doctor measures those.
type Memory []MemoryPart

const (
	float = 4 // bytes

	// Networks is the number of networks in a run: the latest, the best and the gate's candidate.
	// Each of them may have an older opponent.
	Networks = 3
	// trainerCopies is the memory of a trainer, in sizes of the weights: weights, average, gradients,
	// two moments and partial sums.
	trainerCopies = 18
	// directions is the number of copies of its convolution weights that a trainer keeps in the
	// layout of the kernels. A network keeps one copy.
	directions = 2
	// A trainer keeps these numbers of feature maps for each sample. A map covers the board with
	// its border.
	mapsOfBlock, mapsOfHeads = 3, 4.4
	// linesOfBlock is the number of floats for each channel of a row or column: mean, maximum and
	// effect. A trainer keeps them for each sample and each pooled block, an evaluator only once.
	linesOfBlock = 3
	// evaluatorMaps is the number of feature maps that an evaluator keeps. A map covers the board
	// without its border.
	evaluatorMaps = 9
	// workerBytes is the rest of a worker: its goroutine, buffers and tables.
	workerBytes = 32 << 10
	// simulationBytes is the growth of the tree by a simulation, on a small board. A worker keeps
	// two trees: the tree of the last search and the tree of the current one.
	simulationBytes, trees = 512, 2
)

// TrainingMemory returns the estimate for training, in the stage that needs the most.
func TrainingMemory(c Config) (most Memory, err error) {
	for i := range c.StageCount() {
		stage, err := c.at(i)
		if err != nil {
			return nil, err
		}
		e, err := stageMemory(stage)
		if err != nil {
			return nil, err
		}
		if e.Total() > most.Total() {
			most = e
		}
	}
	return most, nil
}

// stageMemory returns the estimate for training in one stage.
func stageMemory(c Config) (Memory, error) {
	board, err := c.Board()
	if err != nil {
		return nil, err
	}
	return append(learning(board, c, float64(Networks*sides(c.Selfplay))),
		SelfplayMemory(board, c.LocalSelfplay(), c.Search, c.Network)...), nil
}

// LearningMemory returns the estimate for learning from stored games and for evaluating one
// network, without self-play and gate.
func LearningMemory(c Config) (Memory, error) {
	board, err := c.Board()
	if err != nil {
		return nil, err
	}
	return learning(board, c, 1), nil
}

// learning returns the estimate for a trainer and a number of networks.
func learning(board *game.Board, c Config, networks float64) Memory {
	weights, convs := float64(c.Network.Parameters()*float), float64(c.Network.ConvFloats()*float)
	maps := (mapsOfBlock*float64(c.Network.Blocks) + mapsOfHeads) * float64(c.Network.Channels)
	border := float64((board.Width() + 2) * (board.Height() + 2))
	sample := maps * border
	for i := range c.Network.Blocks {
		if c.Network.PooledLines(i) {
			sample += float64(linesOf(board, c.Network))
		}
	}
	return Memory{
		{"network.blocks and network.channels",
			fmt.Sprintf("%d and %d", c.Network.Blocks, c.Network.Channels),
			int64((networks+directions)*convs + trainerCopies*weights)},
		{"learn.batch_size", fmt.Sprint(c.Learn.BatchSize),
			int64(float64(c.Learn.BatchSize) * sample * float)},
	}
}

// sides returns the number of networks that play one game.
func sides(c selfplay.Config) int {
	if c.OlderShare > 0 {
		return 2
	}
	return 1
}

// linesOf returns the floats of a block that pools over lines, for one sample.
func linesOf(b *game.Board, shape net.Config) int {
	return linesOfBlock * (b.Width() + b.Height()) * shape.Channels
}

// SelfplayMemory returns the estimate for self-play, given the settings of the searches and the shape of
// the network.
func SelfplayMemory(b *game.Board, c selfplay.Config, search mcts.Config, shape net.Config) Memory {
	evaluator := evaluatorMaps * int64(b.Width()*b.Height()*shape.Channels) * float
	if shape.Pooling == net.PoolLines {
		evaluator += int64(linesOf(b, shape)) * float
	}
	tree := min(int64(c.FullSimulations)*simulationBytes, int64(search.MemoryMiB)<<20)
	n, players := c.WorkerCount(), int64(c.WorkerCount()*sides(c))
	e := Memory{{"selfplay.workers", fmt.Sprint(n),
		int64(n)*workerBytes + players*(evaluator+trees*tree)}}
	start := b.Start()
	moves := len(start.AppendMoves(nil))
	e = e.with("selfplay.cache_positions", c.CachePositions,
		players*backend.CacheBytes(c.CachePositions, float64(moves)))
	threats := max(search.ThreatNodes, search.RootThreatNodes)
	return e.with("search.threat_nodes and search.root_threat_nodes", threats, players*threat.Bytes(threats))
}

// with adds a part, unless it needs no memory.
func (e Memory) with(setting string, value int, bytes int64) Memory {
	if bytes == 0 {
		return e
	}
	return append(e, MemoryPart{setting, fmt.Sprint(value), bytes})
}

// Total returns the sum of all parts.
func (e Memory) Total() int64 {
	total := int64(0)
	for _, p := range e {
		total += p.Bytes
	}
	return total
}

// Fits returns an error if the parts need more than the available bytes. It names the setting that
// needs the most. 0 bytes means that the memory is unknown, so everything fits.
func (e Memory) Fits(bytes int64) error {
	if bytes == 0 || e.Total() <= bytes {
		return nil
	}
	most := slices.MaxFunc(e, func(a, b MemoryPart) int { return cmp.Compare(a.Bytes, b.Bytes) })
	return fmt.Errorf("memory: %s is %s, which takes about %s (all settings together %s); this machine "+
		"has %s for the process: choose a smaller value",
		most.Setting, most.Value, text(most.Bytes), text(e.Total()), text(bytes))
}

// text writes a number of bytes.
func text(bytes int64) string {
	if bytes < 10<<30 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d GiB", bytes>>30)
}

// CheckMemory returns an error if this machine has too little memory to train a config. more has
// additional parts that this package does not know.
func CheckMemory(c Config, more ...MemoryPart) error {
	e, err := TrainingMemory(c)
	if err != nil {
		return err
	}
	return append(e, more...).Fits(AvailableMemory())
}
