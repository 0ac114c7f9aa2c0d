package main

import (
	"context"
	"errors"
	"time"

	"epaminondas/internal/base/crew"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// namedModel returns the player that the command line names, and the shape of its network. The shape is
// zero for a player without a network.
func namedModel(name string, device backend.Device) (selfplay.Player, net.Config, error) {
	switch name {
	case "", selfplay.Uniform.Name:
		return selfplay.Uniform, net.Config{}, nil
	case selfplay.Random.Name:
		return selfplay.Random, net.Config{}, nil
	}
	return loadModel(name, device)
}

// loadModel returns a player with the network of a checkpoint file, and the shape of the network.
func loadModel(path string, device backend.Device) (selfplay.Player, net.Config, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return selfplay.Player{}, net.Config{}, err
	}
	network, err := backend.Open(checkpoint.Weights, backend.Options{Device: device})
	return selfplay.Player{Name: path, Evaluators: network}, checkpoint.Weights.Config, err
}

// lookAgain is the time between two checks of the run by a follower.
const lookAgain = 500 * time.Millisecond

// follower plays with the checkpoint that train.follow names. Training in another process may replace
// it at any time.
type follower struct {
	players runs.Players // of the run
	looked  time.Time
	stage   int    // of the checkpoint that plays now
	file    string // of playing
	playing selfplay.Player
}

// errNewStage means that the run has entered another stage, so games need other settings.
var errNewStage = errors.New("the run is in another stage")

// model returns the player of the next game. Before there is a checkpoint, this is a search with
// uniform priors. The error is errNewStage if the run has entered another stage.
func (f *follower) model(ctx context.Context) (selfplay.Player, error) {
	if time.Since(f.looked) < lookAgain {
		return f.playing, nil
	}
	c, ok, err := f.players.Run.Playing(ctx)
	f.stage = c.Stage
	switch {
	case err != nil:
		return f.playing, err
	case f.stage != f.players.Run.Stage():
		return f.playing, errNewStage
	case !ok:
		f.playing = selfplay.Uniform
	case c.File != f.file:
		checkpoint, err := f.players.Run.LoadWeights(ctx, c)
		if err != nil {
			return f.playing, err
		}
		if f.playing, err = f.players.Player(ctx, c, checkpoint.Weights); err != nil {
			return f.playing, err
		}
		f.file = c.File
	}
	f.looked = time.Now()
	return f.playing, nil
}

// wait returns when the run's trainer needs more games. It returns at once if no trainer is at
// work. A run that learns from an older run needs no games before its trainer says so. The trainer
// would take games that it finds at its start for copies of the older run's games.
func (f *follower) wait(ctx context.Context, waiting func()) error {
	grows := f.players.Run.Config.Grow.From != ""
	for ; ; waiting() {
		flow, ok, err := f.players.Run.Flow(ctx)
		if err != nil {
			return err
		}
		if wanted := !flow.Enough() || !flow.Fresh(time.Now()); ok && wanted || !ok && !grows {
			return nil
		}
		if err := crew.Sleep(ctx, lookAgain/2); err != nil {
			return err
		}
	}
}
