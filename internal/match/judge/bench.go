package judge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/solve"
)

// Source says which positions and which reference a judgement uses.
type Source struct {
	Rules game.Rules // the ply limit has no effect
	// File has the positions. Without one Open uses the positions that come with the program, or a
	// sample of a solvable board.
	File string
	// Count is the number of positions, at least 2. 0 means all, or 2000 on a solvable board.
	Count int
	Nodes int    // of the reference for each move; has no effect on a solvable board
	Seed  uint64 // for the sample of a solvable board
	Cache string // folder for judgements and solved boards; empty for two in the user's cache folder
	// Solving receives the progress of solving a board. May be nil.
	Solving func(done, total int64)
}

// Check returns an error if Open would refuse the source. It takes no time.
func (s Source) Check() error {
	if s.File == "" && solve.Supported(s.Rules) == nil {
		return nil
	}
	if s.Nodes < 1 {
		return fmt.Errorf("judge: the reference has %s, want at least 1", noun.Count(s.Nodes, "node"))
	}
	_, err := s.set()
	return err
}

// TestSet holds positions and the reference that judges moves in them.
type TestSet struct {
	Board     *game.Board
	Positions []game.State
	Reference Reference
	cache     *Cache
}

// solvedPositions is the number of positions on a solved board, the same as for arena exact.
const solvedPositions = 2000

// Open opens the test set of a source. For a board without positions the error wraps [ErrNoSet].
func Open(ctx context.Context, s Source) (*TestSet, error) {
	if s.File == "" && solve.Supported(s.Rules) == nil {
		return openSolved(ctx, s)
	}
	set, err := s.set()
	if err != nil {
		return nil, err
	}
	b := &TestSet{Board: set.Board, Positions: set.Positions}
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

// openSolved solves the board, or loads its solution. A draw there is endless play, without a ply
// limit.
func openSolved(ctx context.Context, s Source) (*TestSet, error) {
	board, err := game.NewBoard(s.Rules.Unlimited())
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
	return &TestSet{Board: board, Positions: table.Sample(n, s.Seed), Reference: Exact{table}}, nil
}

// Close closes the cache.
func (b *TestSet) Close() error { return b.cache.Close() }
