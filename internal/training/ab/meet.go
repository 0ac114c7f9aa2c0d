package ab

import (
	"context"
	"fmt"
	"path/filepath"

	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/training/runs"
)

// meet plays the rest of a seed's match, and returns the result of the seed.
func (e *Experiment) meet(ctx context.Context, seed int) (*Seed, error) {
	board, err := e.board()
	if err != nil {
		return nil, err
	}
	result := &Seed{Seed: uint64(seed)}
	m := arena.NetworkMatch{MatchTerms: e.Match.MatchTerms, Board: board, Pairings: arena.Duel(),
		Seed:     uint64(seed),
		Parallel: e.Jobs, Folder: filepath.Join(e.seedFolder(seed), "match"),
		Progress: func(done, total int) { e.tell(fmt.Sprintf("match of seed %d", seed), done, total) }}
	for number := range sideCount {
		side, err := e.finished(ctx, seed, number)
		if err != nil {
			return nil, err
		}
		network, err := player.LoadNetwork(sideNames()[number], side.Checkpoint)
		if err != nil {
			return nil, err
		}
		if e.Match.OwnSearch {
			network.Search = e.Configs[number].Play
		}
		result.Sides = append(result.Sides, *side)
		m.Networks = append(m.Networks, network)
	}
	results, err := m.Play(ctx)
	if err != nil {
		return nil, err
	}
	result.Match = results[0]
	return result, nil
}

// finished returns the figures of a trained side of a seed.
func (e *Experiment) finished(ctx context.Context, seed, number int) (*Trained, error) {
	side := e.side(seed, number)
	s, err := look(ctx, side)
	if err != nil {
		return nil, err
	}
	return &Trained{
		Side: side.Name, Checkpoint: runs.CheckpointPath(side.Run, s.last.File), Steps: s.last.Step,
		Games: int64(s.metrics["games"]), Positions: int64(s.metrics["positions"]),
		Hours: s.last.Elapsed.Hours(), ProcessorSeconds: s.last.Processor.Used.Seconds(),
	}, nil
}
