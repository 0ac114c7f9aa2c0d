package judge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
)

// Source says by which positions and by which reference players are judged.
type Source struct {
	Rules game.Rules // the ply limit does not matter
	File  string     // of positions; without one those that come with the program, or a sample of a board that can be solved
	Count int        // use only so many positions, at least 2; 0 for all, and for 2000 of a board that can be solved
	Nodes int        // of the reference for each move; has no effect on a board that can be solved
	Seed  uint64     // of the sample of a board that can be solved
	Cache string     // folder of judgements and solved boards; empty for two in the user's cache folder
	// Solving is told how far the solution of a board has come. May be nil.
	Solving func(done, total int64)
}

// Bench is positions with the reference that judges moves in them.
type Bench struct {
	Board     *game.Board
	Positions []game.State
	Reference Reference
	cache     *Cache
}

// solvedPositions is how many positions of a solved board are used, as by arena exact.
const solvedPositions = 2000

// Open readies what a source says. A board without positions is an error that wraps [ErrNoSet].
func Open(ctx context.Context, s Source) (*Bench, error) {
	if s.File == "" && solve.Supported(s.Rules) == nil {
		return openSolved(ctx, s)
	}
	set, err := s.set()
	if err != nil {
		return nil, err
	}
	b := &Bench{Board: set.Board, Positions: set.Positions}
	if s.Count > 0 {
		b.Positions = b.Positions[:min(s.Count, len(b.Positions))]
	}
	dir := s.Cache
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("judge: find a folder for judgements: %w", err)
		}
		dir = filepath.Join(cache, "epaminondas", "judged")
	}
	digest, err := searchDigest(ctx, b.Board, s.Nodes)
	if err != nil {
		return nil, err
	}
	if b.cache, err = openCache(dir, b.Board.Rules(), s.Nodes, digest); err != nil {
		return nil, err
	}
	if b.Reference, err = NewSearch(b.Board, s.Nodes, set.Scale, b.cache); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (s Source) set() (*Set, error) {
	if s.File != "" {
		return loadSet(s.File)
	}
	return shipped(s.Rules)
}

// openSolved solves the board, unless that was done before. Draws are endless play there, without a ply limit.
func openSolved(ctx context.Context, s Source) (*Bench, error) {
	board, err := game.NewBoard(unlimited(s.Rules))
	if err != nil {
		return nil, fmt.Errorf("judge: %w", err)
	}
	table, err := solve.Load(ctx, board.Rules(), s.Cache, s.Solving)
	if err != nil {
		return nil, err
	}
	n := s.Count
	if n == 0 {
		n = solvedPositions
	}
	return &Bench{Board: board, Positions: table.Sample(n, s.Seed), Reference: Exact{table}}, nil
}

// Close closes the cache.
func (b *Bench) Close() error { return b.cache.Close() }
