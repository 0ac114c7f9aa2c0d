// Package doctor says what a machine will make of a config, before hours are spent on it: which
// kernels run, how fast positions are evaluated, learnt from and played, and what memory and time
// the run will take. Everything is measured for a few seconds with the parts that the run itself
// uses and with its untrained network. Nothing is written anywhere.
package doctor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/await"
	"epaminondas/internal/engine/inference"
	"epaminondas/internal/training/memory"
	"epaminondas/internal/training/runs"
	"epaminondas/mcts"
	"epaminondas/net"
)

// Patience is a time for [Examine] in which the figures come to within some ten percent.
const Patience = 14 * time.Second

// Report is what was found. Bytes are bytes, rates are a second unless they say otherwise.
type Report struct {
	Machine  Machine  `json:"machine"`
	Rules    string   `json:"rules"`
	Network  string   `json:"network"`
	Evaluate Evaluate `json:"evaluate"`
	Learn    Learn    `json:"learn"`
	Play     Play     `json:"play"`
	Memory   Memory   `json:"memory"`
	Disk     Disk     `json:"disk"`
	Forecast Forecast `json:"forecast"`
}

// Disk says how fast a run's folder grows.
type Disk struct {
	ThousandGames int64 `json:"thousand_games"` // 0 if no game ended
	Checkpoint    int64 `json:"checkpoint"`
}

// evaluators is where the parts get what evaluates positions.
type evaluators interface {
	Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error)
}

// examination is a config and what its parts are measured with.
type examination struct {
	config   runs.Config
	board    *game.Board
	weights  *net.Weights
	network  evaluators
	material material
	patience time.Duration
}

// Examine measures for about the given time, more on a machine so slow that a single training step
// takes longer. It tells doing, which may be nil, what it is at: done of total parts.
func Examine(ctx context.Context, config runs.Config, patience time.Duration,
	doing func(task string, done, total int)) (*Report, error) {
	if err := memory.Check(config); err != nil {
		return nil, err
	}
	x, err := await.Done(ctx, await.Grace, func() (*examination,
		error) {
		return newExamination(ctx, config, patience)
	})
	if err != nil {
		return nil, err
	}
	r := &Report{
		Machine: inspect(),
		Rules:   x.board.Rules().Name(),
		Network: fmt.Sprintf("%d blocks x %d channels", config.Network.Blocks, config.Network.Channels),
	}
	parts := []struct {
		task    string
		measure func(ctx context.Context, r *Report) error
	}{
		{"evaluate", x.evaluate},
		{"weigh", x.weigh},
		{"play", x.play},
		{"learn", x.learn}, // last, since gorgonia's buffers take their time to become garbage
	}
	if doing == nil {
		doing = func(string, int, int) {}
	}
	for i, part := range parts {
		doing(part.task, i, len(parts))
		_, err := await.Done(ctx, await.Grace,
			func() (struct{}, error) { return struct{}{}, part.measure(ctx, r) })
		if err != nil {
			return nil, fmt.Errorf("doctor: %s: %w", part.task, err)
		}
	}
	doing("", len(parts), len(parts))
	r.Forecast = x.forecast(r)
	r.Memory.sum(x.config.Replay.Max, r.Forecast.Window)
	return r, nil
}

func newExamination(ctx context.Context, config runs.Config, patience time.Duration) (*examination, error) {
	board, err := config.Board()
	if err != nil {
		return nil, err
	}
	weights, err := net.NewWeights(config.Network, rand.New(rand.NewPCG(config.Seed, 0)))
	if err != nil {
		return nil, err
	}
	x := &examination{config: config, board: board, weights: weights,
		network: inference.Direct{Network: net.NewNetwork(weights)}, patience: patience}
	x.material, err = gather(ctx, x.player())
	return x, err
}

// timeSlice returns a share of the time there is.
func (x *examination) timeSlice(of float64) time.Duration {
	return time.Duration(of * float64(x.patience))
}
