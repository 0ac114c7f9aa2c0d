package main

import (
	"context"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
)

// namedModel returns the model that the command line names.
func namedModel(name string, board *game.Board) (selfplay.Model, error) {
	switch name {
	case "", selfplay.Uniform.Name:
		return selfplay.Uniform, nil
	case selfplay.Random.Name:
		return selfplay.Random, nil
	}
	return loadModel(name, name, board)
}

// loadModel returns the model of a checkpoint file, under a name.
func loadModel(name, path string, board *game.Board) (selfplay.Model, error) {
	checkpoint, err := net.LoadCheckpoint(path)
	if err != nil {
		return selfplay.Model{}, err
	}
	network := net.NewNetwork(checkpoint.Weights)
	return selfplay.Model{
		Name:         name,
		NewEvaluator: func() mcts.Evaluator { return network.NewEvaluator(board) },
	}, nil
}

// lookAgain is how long a follower plays with a checkpoint before it looks for a newer one.
const lookAgain = 10 * time.Second

// follower plays with the newest checkpoint of a run, which training in another process may replace at any time.
type follower struct {
	run    *runs.Run
	board  *game.Board
	looked time.Time
	file   string // of newest
	newest selfplay.Model
}

// model returns the newest checkpoint; before there is one, uniform search.
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
		if f.newest, err = loadModel(newest.File, f.run.Path(newest), f.board); err != nil {
			return f.newest, err
		}
		f.file = newest.File
	}
	return f.newest, nil
}
