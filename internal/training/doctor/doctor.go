// Package doctor measures how well a machine runs a config, before a person spends hours on it. It
// reports the kernels, the speed of evaluation, training and self-play, and the memory and time of
// the run. It measures everything for a few seconds, with the code that the run uses and with the
// run's untrained network. It writes no file.
package doctor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/crew"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/process"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// Patience is a time for [Examine] that is enough for an accuracy of about ten percent.
const Patience = 14 * time.Second

// Report has the results. Sizes are in bytes. Rates are per second unless noted.
type Report struct {
	Machine  Machine  `json:"machine"`
	Rules    string   `json:"rules"`
	Stage    string   `json:"stage,omitempty"` // that the doctor measures, the last one; empty without stages
	Network  string   `json:"network"`
	Evaluate Evaluate `json:"evaluate"`
	Learn    Learn    `json:"learn"`
	Play     Play     `json:"play"`
	Memory   Memory   `json:"memory"`
	Disk     Disk     `json:"disk"`
	Forecast Forecast `json:"forecast"`
}

// Disk is the growth of a run's folder.
type Disk struct {
	ThousandGames int64 `json:"thousand_games"` // 0 if no game ended
	Checkpoint    int64 `json:"checkpoint"`
}

// examination is a config with the material for measuring its parts.
type examination struct {
	config   config.Config
	board    *game.Board
	weights  *net.Weights
	network  backend.Evaluators
	material material
	patience time.Duration
	remote   bool // the trainer plays no games itself; the speed is for a worker on another machine
	running  *process.Clock
}

// Examine measures for about the given time, or longer if a single training step takes longer. It
// reports to doing how many of the parts are done. doing may be nil.
func Examine(ctx context.Context, c config.Config, patience time.Duration,
	doing func(task string, done, total int)) (*Report, error) {
	if err := CheckMemory(c); err != nil {
		return nil, err
	}
	last := c.StageCount() - 1
	stage := c.StageName(last)
	c = c.At(last)
	x, err := crew.Await(ctx, crew.Grace, func() (*examination,
		error) {
		return newExamination(ctx, c, patience)
	})
	if err != nil {
		return nil, err
	}
	x.running = process.StartClock()
	defer x.running.Stop()
	r := &Report{
		Machine: inspect(c.Network.Channels),
		Rules:   x.board.Rules().Name(),
		Stage:   stage,
		Network: fmt.Sprintf("%s x %s", noun.Count(c.Network.Blocks, "block"),
			noun.Count(c.Network.Channels, "channel")),
	}
	parts := []struct {
		task    string
		measure func(ctx context.Context, r *Report) error
	}{
		{"evaluate", x.evaluate},
		{"weigh", x.weigh},
		{"play", x.play},
		{"learn", x.learn}, // the last part, because gorgonia's buffers stay in memory for long
	}
	if doing == nil {
		doing = func(string, int, int) {}
	}
	for i, part := range parts {
		doing(part.task, i, len(parts))
		_, err := crew.Await(ctx, crew.Grace,
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

func newExamination(ctx context.Context, c config.Config, patience time.Duration) (*examination, error) {
	board, err := c.Board()
	if err != nil {
		return nil, err
	}
	weights, err := net.NewWeights(c.Network, rand.New(rand.NewPCG(c.Seed, 0)))
	if err != nil {
		return nil, err
	}
	remote := c.Selfplay.Workers == selfplay.NoWorkers
	if remote {
		c.Selfplay.Workers = 0
	}
	c.Selfplay = c.LocalSelfplay()
	network, err := backend.Open(weights, backend.Options{Device: c.Device})
	if err != nil {
		return nil, err
	}
	x := &examination{remote: remote, config: c, board: board, weights: weights,
		network: network, patience: patience}
	x.material, err = gather(ctx, x.actor())
	return x, err
}

// timeSlice returns a share of the available time.
func (x *examination) timeSlice(of float64) time.Duration {
	return time.Duration(of * float64(x.patience))
}
