package arena

import (
	"context"
	"fmt"
	"sync"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// ProofSearch tells who wins a position for certain.
type ProofSearch struct {
	nodes    int // of a proof
	tableMiB int
	mu       sync.Mutex
	idle     []*alphabeta.Search
}

// What a proof may cost. One that takes more is as good as none: the players
// play on.
const (
	proofNodes    = 200_000
	proofTableMiB = 16
)

// NewProofSearch returns a prover for the games of one board. Several goroutines may ask it.
func NewProofSearch() *ProofSearch { return &ProofSearch{nodes: proofNodes, tableMiB: proofTableMiB} }

// Winner returns the outcome of s if a search proves it within its bounds, else
// [game.Ongoing]. It depends on nothing but s.
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

// take returns a search that nobody else uses.
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
