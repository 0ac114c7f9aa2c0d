package ab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/engine/inference"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/record"
	"epaminondas/internal/training/runs"
	"epaminondas/mcts"
	"epaminondas/net"
)

// meet plays the rest of a seed's match, and returns the result of the seed.
func (e *Experiment) meet(ctx context.Context, seed int) (*Seed, error) {
	board, err := e.board()
	if err != nil {
		return nil, err
	}
	result := &Seed{Seed: uint64(seed)}
	t := &arena.Tournament{Board: board, Pairings: arena.Duel(), Parallel: e.Jobs, Cores: e.Jobs,
		Seed: uint64(seed)}
	for number := range sideCount {
		side, err := e.finished(ctx, seed, number)
		if err != nil {
			return nil, err
		}
		contestant, err := e.contestant(board, side.Checkpoint, number)
		if err != nil {
			return nil, err
		}
		result.Sides = append(result.Sides, *side)
		t.Players = append(t.Players, contestant)
	}
	t.Openings, err = arena.DrawOpenings(ctx, board, e.Match.Pairs, e.Match.OpeningPlies,
		rand.New(rand.NewPCG(uint64(seed), 0)))
	if err != nil {
		return nil, err
	}
	result.Match, err = e.play(ctx, t, seed, result.Sides)
	return result, err
}

// finished returns the figures of a trained side of a seed.
func (e *Experiment) finished(ctx context.Context, seed, number int) (*Trained, error) {
	side := e.side(seed, number)
	s, err := look(ctx, side)
	if err != nil {
		return nil, err
	}
	processor, err := processorTime(side, s)
	return &Trained{
		Side: side.Name, Checkpoint: runs.CheckpointPath(side.Run,
			s.last.File), Steps: s.last.Step, Games: int64(s.metrics["games"]),
		Positions: int64(s.metrics["positions"]), Hours: s.last.Elapsed.Hours(), ProcessorSeconds: processor,
	}, err
}

// contestant returns a final checkpoint as a player.
func (e *Experiment) contestant(b *game.Board, file string, number int) (player.Contestant, error) {
	checkpoint, err := net.LoadCheckpoint(file)
	if err != nil {
		return player.Contestant{}, err
	}
	search := mcts.Play()
	if e.Match.OwnSearch {
		search = e.Configs[number].Play
	}
	limit := mcts.Limit{Simulations: e.Match.Simulations, Time: e.Match.Time}
	c := player.NetContestant(sideNames()[number],
		inference.Direct{Network: net.NewNetwork(checkpoint.Weights)}, b, search, limit)
	c.MoveTime = e.Match.Time
	return c, nil
}

// matchManifest identifies the games of a journal, so that it never mixes games of other networks.
type matchManifest struct {
	Rules    string   `json:"rules"`
	Networks []string `json:"networks"` // digests
	Pairs    int      `json:"pairs"`
	Opening  int      `json:"opening_plies"`
	Limit    string   `json:"limit"`
	Seed     uint64   `json:"seed"`
}

// play plays a match and stores every finished game.
func (e *Experiment) play(ctx context.Context, t *arena.Tournament, seed int,
	sides []Trained) (result *arena.Result, err error) {
	manifest := matchManifest{
		Rules: t.Board.Rules().Name(), Pairs: e.Match.Pairs, Opening: e.Match.OpeningPlies,
		Limit: e.Match.Limit(), Seed: t.Seed,
	}
	for _, side := range sides {
		digest, err := fileDigest(side.Checkpoint)
		if err != nil {
			return nil, err
		}
		manifest.Networks = append(manifest.Networks, digest)
	}
	journal, played, err := record.OpenJournal(filepath.Join(e.seedFolder(seed), "match"), manifest)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	t.Journal, t.Played = journal, played
	t.Progress = func(s arena.Standing) { e.tell(fmt.Sprintf("match of seed %d", seed), s.Played, s.Games) }
	standings, err := t.Play(ctx)
	if err != nil {
		return nil, err
	}
	return standings.Results[0], nil
}
