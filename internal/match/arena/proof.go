package arena

import (
	"context"
	"fmt"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// ProofSearch proves the winner of a position.
type ProofSearch struct {
	nodes    int // of a proof
	tableMiB int
	mu       sync.Mutex
	idle     []*alphabeta.Search
}

// Limits of a proof. If the search needs more, the players continue the game.
const (
	proofNodes    = 200_000
	proofTableMiB = 16
)

// NewProofSearch returns a prover for the games of one board. Several goroutines may use it.
func NewProofSearch() *ProofSearch { return &ProofSearch{nodes: proofNodes, tableMiB: proofTableMiB} }

// Winner returns the outcome of s if a search proves it within its limits, otherwise
// [game.Ongoing]. The result depends only on s.
func (p *ProofSearch) Winner(ctx context.Context, s *game.State) (game.Outcome, error) {
	search, err := p.take(s.Board())
	if err != nil {
		return game.Ongoing, fmt.Errorf("arena: prove: %w", err)
	}
	defer p.give(search)
	search.Reset()
	r, err := search.Run(ctx, s, alphabeta.Limit{Nodes: p.nodes}, 1, nil)
	if err != nil {
		return game.Ongoing, fmt.Errorf("arena: prove: %w", err)
	}
	switch best := r.Lines[0]; {
	case !best.Proven:
		return game.Ongoing, nil
	case best.Value > 0:
		return game.Win(s.Turn()), nil
	default:
		return game.Win(s.Turn().Other()), nil
	}
}

// take returns a search that no other goroutine uses.
func (p *ProofSearch) take(b *game.Board) (*alphabeta.Search, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle); n > 0 {
		search := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return search, nil
	}
	return alphabeta.New(b, alphabeta.DefaultWeights(b.Rules()), p.tableMiB)
}

func (p *ProofSearch) give(s *alphabeta.Search) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, s)
}
