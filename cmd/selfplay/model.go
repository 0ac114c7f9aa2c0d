package main

import (
	"context"
	"time"

	"epaminondas/internal/engine/inference"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/net"
)

// namedModel returns the model that the command line names.
func namedModel(name string) (selfplay.Model, error) {
	switch name {
	case "", selfplay.Uniform.Name:
		return selfplay.Uniform, nil
	case selfplay.Random.Name:
		return selfplay.Random, nil
	}
	return loadModel(name, name)
}

// loadModel returns the model of a checkpoint file, under a name.
func loadModel(name, path string) (selfplay.Model, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return selfplay.Model{}, err
	}
	return selfplay.Model{Name: name, Evaluators: inference.Direct{Network: net.NewNetwork(checkpoint.Weights)}}, nil
}

// lookAgain is the time after which a follower looks for a newer checkpoint.
const lookAgain = 10 * time.Second

// follower plays with the newest checkpoint of a run. Training in another process may write a newer
// one at any time.
type follower struct {
	run    *runs.Run
	looked time.Time
	file   string // of newest
	newest selfplay.Model
}

// model returns the newest checkpoint, or uniform search if there is none yet.
func (f *follower) model(ctx context.Context) (selfplay.Model, error) {
	if time.Since(f.looked) < lookAgain {
		return f.newest, nil
	}
	f.looked = time.Now()
	list, err := f.run.Checkpoints(ctx)
	if err != nil {
		return f.newest, err
	}
	if len(list) == 0 {
		f.newest = selfplay.Uniform
		return f.newest, nil
	}
	if newest := list[len(list)-1]; newest.File != f.file {
		if f.newest, err = loadModel(newest.File, f.run.Path(newest)); err != nil {
			return f.newest, err
		}
		f.file = newest.File
	}
	return f.newest, nil
}
