// Package mcts improves a policy by search. An [Evaluator] says, for one position, how likely each
// move is to be the best and who stands better; a [Search] looks ahead with it, evaluating one more
// position in each simulation and backing its value up the tree, and so comes to a better policy
// and value than it was given. Two methods are offered: PUCT as in AlphaZero, and Gumbel AlphaZero,
// which improves the policy even with fewer simulations than moves. What the rules decide exactly
// is never left to the evaluator: wins and losses are proven at every position looked at and backed
// up as such.
//
// The tree, the backup and both methods know nothing of the game but how a move is stored;
// position.go couples them to it.
package mcts

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts/threat"
)

// A Search searches the positions of one game, and keeps what the next search
// of the same game can use: the tree with PUCT, the evaluations with Gumbel.
// It allocates nothing once its memory has grown to the size of its searches.
// It belongs to one goroutine.
type Search struct {
	planner  *planner
	position *position
	rng      *rand.Rand
	hasRoot  bool // position.root is the root of the planner's tree
	result   Result
}

// New returns a search with an empty tree. All randomness comes from rng.
func New(cfg Config, eval Evaluator, rng *rand.Rand) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	p := newPosition(cfg, eval)
	return &Search{planner: newPlanner(cfg, p, rng), position: p, rng: rng}, nil
}

// Reset forgets everything, as for a new game or when the evaluator has changed
// its mind.
func (s *Search) Reset() { s.hasRoot = false }

// Run searches root, which must not be over, until limit is reached, ctx is
// done, the tree has filled its memory or root is proven. If the last search's
// root was the same position, or one or two plies before it, its work is reused.
//
// A search that is cancelled returns what it has found so far. Without so much
// as the root's evaluation it returns the error of ctx, or of the evaluator, as
// it does when the evaluator fails later; the next Run is not affected.
//
// The result is overwritten by the next Run.
func (s *Search) Run(ctx context.Context, root *game.State, limit Limit) (*Result, error) {
	if err := limit.validate(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("mcts: search: %w", err)
	}
	if outcome, reason := root.Outcome(); outcome != game.Ongoing {
		return nil, fmt.Errorf("mcts: search %v: the game is over (%v)", root, reason)
	}
	b := newBudget(ctx, limit)
	from := s.locate(root)
	s.position.root, s.hasRoot = *root, false
	if err := s.planner.setRoot(from); err != nil {
		return nil, err
	}
	s.hasRoot = true
	if from != 0 || s.planner.cfg.Root != RootPUCT { // else the last search of the same root tried
		s.proveRoot()
	}
	if err := s.planner.search(&b); err != nil {
		return nil, err
	}
	s.result.fill(s.planner, &b)
	s.choose(root.Ply())
	return &s.result, nil
}

// proveRoot lets the threat search try the root.
func (s *Search) proveRoot() {
	t := s.planner.tree
	if t.proof[0] != Unknown {
		return
	}
	r := s.position.proveRoot()
	switch r.Proof {
	case threat.Win:
		t.proveWin(t.rootEdge(r.Move))
	case threat.Loss:
		t.proof[0] = Loss
		s.planner.delaying = t.rootEdge(r.Move)
	}
}

// AppendLine appends to dst the line that the last Run expects after its root's move i, an index as
// in [Result], beginning with the move: nothing but it where the search did not look further.
func (s *Search) AppendLine(dst []game.Move, i int) []game.Move {
	t := s.planner.tree
	return t.appendLine(dst, t.firstEdge[0]+int32(i))
}

// locate returns the node of the tree that is the position root, which may be
// the tree's root or follow it by one or two plies, or none. Positions are
// compared whole: the ply limit makes different ones of equal stones.
func (s *Search) locate(root *game.State) int32 {
	if !s.hasRoot {
		return none
	}
	if s.position.root == *root {
		return 0
	}
	return s.locateBelow(0, s.position.root, root)
}

// locateBelow looks for root among the nodes one or two plies below node n,
// whose position is from.
func (s *Search) locateBelow(n int32, from game.State, root *game.State) int32 {
	t := s.planner.tree
	plies := root.Ply() - from.Ply()
	if plies < 1 || plies > 2 {
		return none
	}
	for c := t.firstChild[n]; c != 0; c = t.sibling[c] {
		next := from
		next.Play(t.action[t.edge[c]])
		if plies == 1 && next == *root {
			return c
		}
		if plies == 2 {
			if found := s.locateBelow(c, next, root); found != none {
				return found
			}
		}
	}
	return none
}

// choose lets PUCT draw the move to play from the visits in the opening.
func (s *Search) choose(ply int) {
	cfg := &s.planner.cfg
	if cfg.Root == RootPUCT && cfg.Noise && ply < cfg.TemperaturePlies && s.result.Proof == Unknown {
		s.result.Best = SampleMove(s.result.Policy, cfg.Temperature, s.rng)
	}
}
