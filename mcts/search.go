// Package mcts improves a policy by search. An [Evaluator] estimates a policy and a value for one
// position. A [Search] uses it to look ahead: each simulation evaluates one more position and backs
// its value up the tree. The result is a better policy and a better value. There are two methods:
// PUCT as in AlphaZero, and Gumbel AlphaZero, which improves the policy even with fewer simulations
// than moves. The search proves wins and losses by the rules at every position, and backs the
// proofs up. The evaluator never decides such a position.
//
// The tree, the backup and both methods know nothing about the game except how it stores a move.
// position.go couples them to the game.
package mcts

import (
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/mcts/threat"
)

// A Search searches the positions of one game. It keeps its work for the next search of the same
// game: with PUCT the tree, with Gumbel only the evaluations. It allocates nothing once its memory
// has grown to the size of its searches. One goroutine calls it.
type Search struct {
	planner  *planner
	position *position
	helpers  []*position // positions of the other goroutines
	hasRoot  bool        // position.root is the root of the planner's tree
	budget   budget      // budget of the last search; a local variable would escape
	result   Result
}

// New returns a search with an empty tree. All randomness comes from rng.
func New(cfg Config, eval Evaluator, rng *rand.Rand) (*Search, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	p := newPosition(cfg, eval)
	return &Search{planner: newPlanner(cfg, p, rng), position: p}, nil
}

// NewParallel returns a search with an empty tree and a goroutine for each of one or more evaluators.
// All goroutines work on the same tree, and evaluations take most of their time. cfg must be PUCT
// without noise. A search limited by simulations is deterministic: it depends on the number of
// evaluators, and not on their speed. With one evaluator it is the search of [New].
func NewParallel(cfg Config, evaluators []Evaluator) (*Search, error) {
	if !cfg.Continues() || cfg.Noise {
		return nil, fmt.Errorf("mcts: parallel search with root %q and noise %v: want %q and no noise",
			cfg.Root, cfg.Noise, RootPUCT)
	}
	s, err := New(cfg, evaluators[0], nil)
	if err != nil || len(evaluators) == 1 {
		return s, err
	}
	worlds := []world{s.position}
	for _, eval := range evaluators[1:] {
		helper := newPosition(cfg, eval)
		s.helpers = append(s.helpers, helper)
		worlds = append(worlds, helper)
	}
	s.planner.pipeline = newPipeline(worlds, flightsFor*len(worlds))
	return s, nil
}

// Reset forgets everything. Call it for a new game, or when the evaluator gives other results than
// before.
func (s *Search) Reset() { s.hasRoot = false }

// Run searches root, which must not be over, until limit is reached, ctx is done, the tree has
// filled its memory or root is proven. If the root of the last search was the same position, or
// lies one or two plies before it, Run reuses the work of that search.
//
// A cancelled search returns its result so far. Without an evaluation of the root it returns the
// error of ctx or of the evaluator. It also returns an error if the evaluator fails later. The next
// Run is not affected.
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
	s.budget = newBudget(ctx, limit)
	from := s.locate(root)
	s.position.root, s.hasRoot = *root, false
	for _, helper := range s.helpers {
		helper.root = *root
	}
	if err := s.planner.setRoot(from); err != nil {
		return nil, err
	}
	s.hasRoot = true
	if from != 0 || !s.planner.traits.continues { // the last search did not try to prove this root
		s.proveRoot()
	}
	if err := s.planner.search(&s.budget); err != nil {
		return nil, err
	}
	s.result.fill(s.planner, &s.budget)
	s.result.Best = s.planner.policy.draw(&s.result, root.Ply())
	return &s.result, nil
}

// proveRoot runs the threat search on the root.
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

// AppendLine appends to dst the expected line of the last Run for the root's move i, an index as in
// [Result]. The line begins with the move, and has only this move if the search did not look
// further.
func (s *Search) AppendLine(dst []game.Move, i int) []game.Move {
	t := s.planner.tree
	return t.appendLine(dst, t.firstEdge[0]+int32(i))
}

// locate returns the node of the position root, or none. The position may be the tree's root or lie
// one or two plies after it. locate compares whole positions, because with a ply limit the same
// stones at another ply are another position.
func (s *Search) locate(root *game.State) int32 {
	if !s.hasRoot {
		return none
	}
	if s.position.root == *root {
		return 0
	}
	return s.locateBelow(0, s.position.root, root)
}

// locateBelow looks for root among the nodes one or two plies below node n. from is the position of
// n.
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
