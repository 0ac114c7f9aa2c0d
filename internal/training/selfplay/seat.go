package selfplay

import (
	"context"
	"io"
	"math/rand/v2"

	"epaminondas/mcts"
)

// A seat is the memory of a worker for one model: the search, the evaluator and its cache. It keeps
// them as long as the model stays the same.
type seat struct {
	model  string       // name of the last model
	eval   io.Closer    // the evaluator of the search; nil if there is none
	search *mcts.Search // with that model; nil for random moves
}

// take makes m the model, for a new game of p. The search draws from source.
func (s *seat) take(ctx context.Context, p *Player, m Model, source *rand.PCG) error {
	if m.Evaluators == nil {
		return s.close()
	}
	if s.search != nil && s.model == m.Name {
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
	s.eval, s.model = opened, m.Name
	var eval mcts.Evaluator = opened
	if positions := p.Config.CachePositions; positions > 0 {
		eval = newCache(eval, positions)
	}
	s.search, err = mcts.New(p.Search, eval, rand.New(source))
	return err
}

// close closes the evaluator.
func (s *seat) close() error {
	held := s.eval
	s.search, s.eval = nil, nil
	if held == nil {
		return nil
	}
	return held.Close()
}
