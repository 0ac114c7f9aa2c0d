package alphabeta

import (
	"context"

	"epaminondas/game"
)

// Leaves searches a position with a budget, and calls take with each position that the quiescence search
// evaluates. Such positions are what an evaluation has to judge well.
func (s *Search) Leaves(ctx context.Context, pos *game.State, nodes int, take func(*game.State)) error {
	s.leaf = take
	defer func() { s.leaf = nil }()
	_, err := s.Run(ctx, pos, Limit{Nodes: nodes}, 1, nil)
	return err
}
