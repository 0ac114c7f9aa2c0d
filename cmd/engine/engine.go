package main

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/rounds"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
	"epaminondas/net"
)

// memoryMiB limits the tree.
const memoryMiB = 1024

// engine searches with a network, by PUCT in rounds.
type engine struct {
	evaluator mcts.Evaluator // for positions outside a search
	search    *rounds.Search
}

// build returns the engine for the settings: with a network if there is a model, otherwise a
// classical engine.
func build(b *game.Board, s ugi.Settings) (ugi.Engine, error) {
	if s.Model == "" {
		return &classical{board: b}, nil
	}
	checkpoint, err := net.LoadCheckpoint(s.Model)
	if err != nil {
		return nil, err
	}
	network := net.NewNetwork(checkpoint.Weights)
	search, err := mcts.Play().Tuned(network.Search())
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Model, err)
	}
	if err := finite(network, b); err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Model, err)
	}
	return newEngine(search, func() mcts.Evaluator { return network.NewEvaluator(b) }, s.Threads)
}

// finite returns an error if the network's output for the start of the board is not finite.
func finite(network *net.Network, b *game.Board) error {
	start := b.Start()
	moves := start.AppendMoves(nil)
	_, err := network.NewEvaluator(b).Evaluate(&start, moves, make([]float32, len(moves)))
	return err
}

// newEngine makes an engine that searches with a number of threads.
func newEngine(config mcts.Config, newEvaluator func() mcts.Evaluator, threads int) (*engine, error) {
	search, err := rounds.New(rounds.Config{Search: config, Threads: threads, MemoryMiB: memoryMiB},
		newEvaluator)
	if err != nil {
		return nil, err
	}
	return &engine{evaluator: newEvaluator(), search: search}, nil
}

// NewGame implements ugi.Engine.
func (e *engine) NewGame() { e.search.Reset() }

// Evaluate implements ugi.Engine.
func (e *engine) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	return e.evaluator.Evaluate(s, moves, prior)
}

// Search implements ugi.Engine.
func (e *engine) Search(ctx context.Context, s *game.State, limit ugi.Limit, _ int,
	progress func(*ugi.Result)) (*ugi.Result, error) {
	within := rounds.Limit{Nodes: limit.Nodes, Depth: limit.Depth, Time: limit.Time,
		Clock: limit.Clock}
	last, err := e.search.Run(ctx, s, within, func(f *rounds.Found) error {
		progress(converted(f))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return converted(last), nil
}
