package selfplay

import (
	"context"
	"math/rand/v2"

	"epaminondas/internal/engine/backend"
	"epaminondas/mcts"
)

// A searcher has the search, the evaluator and its cache that a worker uses for one player. It
// keeps them as long as the player stays the same.
type searcher struct {
	player string              // name of the last player
	eval   mcts.EvaluateCloser // of the search, with its cache; nil if there is none
	search *mcts.Search        // with that player; nil for random moves
}

// take makes m the player, for a new game of a. The search draws from source.
func (s *searcher) take(ctx context.Context, p *Actor, m Player, source *rand.PCG) error {
	if m.Evaluators == nil {
		return s.close()
	}
	if s.search != nil && s.player == m.Name {
		s.search.Reset()
		return nil
	}
	if err := s.close(); err != nil {
		return err
	}
	opened, err := m.Evaluators.Open(ctx, p.Board)
	if err != nil {
		return err
	}
	s.eval, s.player = backend.Cached(opened, p.Config.CachePositions), m.Name
	s.search, err = mcts.New(p.Search, s.eval, rand.New(source))
	return err
}

// close closes the evaluator.
func (s *searcher) close() error {
	held := s.eval
	s.search, s.eval = nil, nil
	if held == nil {
		return nil
	}
	return held.Close()
}
