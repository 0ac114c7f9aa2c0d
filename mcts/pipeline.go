package mcts

import "sync"

// A pipeline searches one tree with several goroutines (tree parallelism: Chaslot et al., Parallel
// Monte-Carlo Tree Search, 2008). A descent chooses a position and leaves. The position is in
// flight until a goroutine has evaluated it and it lands on the tree. The next descents count the
// positions in flight as visits, but not in the values (Liu et al., Watch the Unobserved, ICLR
// 2020). So they spread over the tree.
//
// Positions land in the order in which they left, and after each landing the next one leaves. So
// the tree does not depend on the speed of the goroutines. It depends on the number of flights.
type pipeline struct {
	worlds []world // one for each goroutine

	mu      sync.Mutex // guards the tree, and all below
	landing sync.Cond
	flights []flight // flight number i is at index i modulo their length
	left    int      // number of flights that have left
	taken   int      // number of flights that goroutines have taken
	landed  int      // number of flights that have landed
	failed  error    // error of the first flight that failed
	budget  budget   // of the search
}

// flightsFor is the number of flights for each goroutine. With 1, a goroutine would wait whenever an
// earlier evaluation takes longer.
const flightsFor = 2

// A flight is the evaluation of a new position.
type flight struct {
	path     []int32  // nodes from the root to the parent of the position
	edge     int32    // edge from the parent to the position
	actions  []action // from the root to the position
	identity uint64   // of the position
	x        expansion
	err      error
	done     bool // the evaluation is complete, so the flight can land
}

// newPipeline returns a pipeline with a goroutine for each world, and with flights positions in
// flight.
func newPipeline(worlds []world, flights int) *pipeline {
	l := &pipeline{worlds: worlds, flights: make([]flight, flights)}
	l.landing.L = &l.mu
	return l
}

// searchPipeline runs the simulations of search with the planner's pipeline.
func (p *planner) searchPipeline(b *budget) error {
	l := p.pipeline
	l.left, l.taken, l.landed, l.failed, l.budget = 0, 0, 0, nil, *b
	var group sync.WaitGroup
	for _, w := range l.worlds {
		group.Go(func() { p.work(w) })
	}
	group.Wait()
	*b = l.budget
	return l.failed
}

// work evaluates positions until the search is over.
func (p *planner) work(w world) {
	l := p.pipeline
	l.mu.Lock()
	defer l.mu.Unlock()
	p.depart()
	for l.landed < l.left {
		if l.taken == l.left {
			l.landing.Wait()
			continue
		}
		f := l.flight(l.taken)
		l.taken++
		l.mu.Unlock()
		f.evaluate(w)
		l.mu.Lock()
		f.done = true
		for l.landed < l.taken && l.flight(l.landed).done {
			p.land(l.flight(l.landed))
			l.landed++
			p.depart()
		}
		l.landing.Broadcast()
	}
}

// flight returns the flight with the given number.
func (l *pipeline) flight(number int) *flight { return &l.flights[number%len(l.flights)] }

// evaluate evaluates the position of f and sets f.x, or f.err if it fails.
func (f *flight) evaluate(w world) {
	if f.err = w.expand(f.actions, &f.x); f.err == nil {
		f.err = f.x.check()
	}
}

// depart lets positions leave until all flights are in the air, the search is over, or the next
// descent depends on a position in flight.
func (p *planner) depart() {
	l := p.pipeline
	b := &l.budget
	for l.left-l.landed < len(l.flights) && l.failed == nil && !p.done(b) {
		flying := l.left - l.landed
		if b.limit.Simulations > 0 && b.simulations+flying >= b.limit.Simulations {
			return
		}
		if !p.descend(l.flight(l.left)) {
			return
		}
	}
}

// descend follows the tree down to a new position, which leaves with flight f. If the line ends
// before, descend backs its value up. It returns false if a position in flight blocks the line.
func (p *planner) descend(f *flight) bool {
	t, l := p.tree, p.pipeline
	f.path, f.actions, f.done = append(f.path[:0], 0), f.actions[:0], false
	for n := int32(0); ; {
		e := p.policy.selectEdge(t, n)
		if e == none {
			return false
		}
		f.actions = append(f.actions, t.action[e])
		p.depth = max(p.depth, len(f.actions))
		c := t.child[e]
		if c == unvisited {
			f.identity = p.world.identify(f.actions)
			if m := t.first(f.identity); m != none {
				f.path = t.transpose(f.path, e, m)
				l.budget.simulations++
				return true
			}
			f.edge, t.child[e] = e, inFlight
			t.next[n] = t.findNext(n)
			for _, m := range f.path {
				t.flying[m]++
			}
			l.left++
			return true
		}
		f.path = append(f.path, c)
		if t.edgeCount[c] == 0 || len(f.actions) >= p.cfg.MaxDepth {
			t.backup(f.path, float64(t.raw[c]))
			l.budget.simulations++
			return true
		}
		n = c
	}
}

// land adds the position of a flight to the tree and backs its value up. A proof may have settled a
// node of its path in the meantime. Then the value counts only below that node, because the proof has
// removed the values of the node from the nodes above.
func (p *planner) land(f *flight) {
	t, l := p.tree, p.pipeline
	open := 0
	for i, n := range f.path {
		t.flying[n]--
		if t.proof[n] != Unknown {
			open = i + 1
		}
	}
	parent := f.path[len(f.path)-1]
	if f.err != nil {
		t.child[f.edge] = unvisited
		t.next[parent] = t.findNext(parent)
		if l.failed == nil {
			l.failed = f.err
		}
		return
	}
	c := t.add(&f.x)
	t.know(c, f.identity)
	t.link(parent, f.edge, c)
	l.budget.simulations++
	f.path = append(f.path, c)
	t.settle(f.path[open:])
}
