package mcts

import "math/rand/v2"

// A world is the problem of a planner: a game, or a toy with known values.
type world interface {
	// expand sets x to a description of the position that the actions of path lead to from the
	// root. It must not keep x after the call. The root, an empty path, is not over and always
	// lists its actions.
	expand(path []action, x *expansion) error
	// identify returns the identity of that position: different numbers for different positions,
	// and equal ones for equal positions. 0 says that the world does not know.
	identify(path []action) uint64
	// evaluated restores the evaluator's priors from the priors that expand gave to the root's
	// actions.
	evaluated(prior []float32)
}

// A planner searches a world: it repeats select, expand and back up on one tree. It sees positions
// only as nodes.
type planner struct {
	cfg   Config
	world world

	tree *tree // tree of the running search, or of the last search
	old  *tree // tree of the search before, which can be reused

	policy   rootPolicy
	traits   traits    // traits of policy
	pipeline *pipeline // nil for a search by one goroutine

	x        expansion
	path     []int32  // nodes from the root to the leaf
	actions  []action // the actions between them
	depth    int      // the longest path of this search, in actions
	delaying int32    // edge of the root that delays a proven loss the longest, or none
}

// newPlanner returns a planner without a root.
func newPlanner(cfg Config, w world, rng *rand.Rand) *planner {
	policy := newRootPolicy(cfg, rng)
	traits := policy.traits()
	return &planner{
		cfg:    cfg,
		world:  w,
		policy: policy,
		traits: traits,
		tree:   &tree{mixed: traits.minimax},
		old:    &tree{mixed: traits.minimax},
	}
}

// setRoot makes the world's root the root of the tree. from is the node of the last tree at the
// same position, or none. A policy that continues keeps the whole subtree. Any other policy starts
// a new tree, and copies the evaluation of an old node when the search reaches the same position.
func (p *planner) setRoot(from int32) error {
	p.depth = 0
	if from > 0 && !p.tree.hasProof(from) {
		from = none
	}
	if from == 0 && p.traits.continues {
		return nil // the same root: nothing to copy
	}
	p.delaying = none
	p.tree, p.old = p.old, p.tree
	p.tree.clear()
	if from != none && p.traits.continues {
		p.tree.copySubtree(p.old, from)
		return nil
	}
	p.path, p.actions = p.path[:0], p.actions[:0]
	n, err := p.expand(from)
	if err != nil {
		p.tree.clear()
		return err
	}
	p.path = append(p.path, n)
	p.tree.backup(p.path, float64(p.tree.raw[n]))
	return nil
}

// search runs simulations until the budget is spent or the root is proven.
func (p *planner) search(b *budget) error {
	p.policy.begin(p.tree, b.limit)
	defer p.policy.end(p.tree)
	if p.pipeline != nil {
		return p.searchPipeline(b)
	}
	for !p.done(b) {
		if err := p.simulate(p.policy.next(p.tree, b)); err != nil {
			return err
		}
		b.simulations++
		p.policy.simulated(p.tree)
	}
	return nil
}

// done reports whether the search is over.
func (p *planner) done(b *budget) bool {
	return p.tree.proof[0] != Unknown || b.spent() || p.tree.bytes() >= p.cfg.MemoryMiB<<20
}

// simulate follows edge e of the root down to a new position, or to a position that ends the line.
// It evaluates the position and backs the result up. An error leaves the tree unchanged.
func (p *planner) simulate(e int32) error {
	t := p.tree
	p.path, p.actions = append(p.path[:0], 0), p.actions[:0]
	for n := int32(0); ; {
		p.actions = append(p.actions, t.action[e])
		p.depth = max(p.depth, len(p.actions))
		c := t.child[e]
		if c == unvisited {
			return p.grow(n, e)
		}
		p.path = append(p.path, c)
		if t.edgeCount[c] == 0 || len(p.actions) >= p.cfg.MaxDepth {
			t.backup(p.path, float64(t.raw[c]))
			return nil
		}
		n = c
		e = p.policy.selectEdge(t, n)
	}
}

// grow adds the child of node n along edge e, at the end of the path.
func (p *planner) grow(n, e int32) error {
	t := p.tree
	var identity uint64
	if p.traits.transposes {
		identity = p.world.identify(p.actions)
		if m := t.first(identity); m != none {
			p.path = t.transpose(p.path, e, m)
			return nil
		}
	}
	c, err := p.expand(t.twinAlong(p.old, n, e))
	if err != nil {
		return err
	}
	t.know(c, identity)
	t.link(n, e, c)
	p.path = append(p.path, c)
	t.settle(p.path)
	return nil
}

// expand adds a node for the position that p.actions lead to, taken from node
// twin of the old tree if there is one.
func (p *planner) expand(twin int32) (int32, error) {
	if twin != none {
		return p.tree.addTwin(p.old, twin), nil
	}
	if err := p.world.expand(p.actions, &p.x); err != nil {
		return none, err
	}
	if err := p.x.check(); err != nil {
		return none, err
	}
	return p.tree.add(&p.x), nil
}
