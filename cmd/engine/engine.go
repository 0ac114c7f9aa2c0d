package main

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
	"epaminondas/models"
	"epaminondas/net"
)

// command is the command line. All other settings come over UGI.
type command struct {
	backend.HelpWords

	Device backend.Device `help:"What evaluates the positions of a network: ${devices}." default:"auto" placeholder:"NAME"`
}

// build returns the engine for the settings. With a model it is an engine with that network.
// Otherwise it is the classical engine, which plays the same moves as the arena's player alphabeta.
func (c command) build(b *game.Board, s ugi.Settings) (engine.Engine, error) {
	if s.Model == "" {
		return classical(b, s.Eval)
	}
	checkpoint, err := net.LoadCheckpoint(s.Model)
	if err != nil {
		return nil, err
	}
	e, err := c.open(b, s, checkpoint.Weights)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", s.Model, err)
	}
	return e, nil
}

// classical returns the classical engine with an evaluation.
func classical(b *game.Board, eval string) (engine.Engine, error) {
	if eval == ugi.Features {
		return alphabeta.Open(b, alphabeta.DefaultWeights(b.Rules()), alphabeta.DefaultTableMiB)
	}
	e, err := lines.Open(eval, b, models.Lines)
	if err != nil {
		return nil, err
	}
	return alphabeta.OpenLines(e, alphabeta.DefaultTableMiB)
}

// open returns an engine that searches with a network.
func (c command) open(b *game.Board, s ugi.Settings, w *net.Weights) (engine.Engine, error) {
	search, err := mcts.Play().Tuned(w.Search)
	if err != nil {
		return nil, err
	}
	network, err := backend.Open(w, backend.Options{Device: c.Device})
	if err != nil {
		return nil, err
	}
	e, err := treesearch.Open(context.Background(), network, b, search, s.Threads)
	if err != nil {
		return nil, err
	}
	if err := finite(e, b); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// finite returns an error if the engine's estimate of the start position is not a finite number.
func finite(e engine.Engine, b *game.Board) error {
	start := b.Start()
	moves := start.AppendMoves(nil)
	_, err := e.Evaluate(&start, moves, make([]float32, len(moves)))
	return err
}
