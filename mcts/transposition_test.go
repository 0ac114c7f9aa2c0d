package mcts

import (
	"fmt"
	"slices"
	"testing"

	"epaminondas/game"
)

// TestTranspositionsShareKnowledge reaches a position along two lines, a diamond: a root with two
// moves, whose only replies lead to the same node.
func TestTranspositionsShareKnowledge(t *testing.T) {
	w := &toy{node: []toyNode{
		{children: []int{1, 2}, prior: []float32{0.9, 0.1}},
		{children: []int{3}, prior: []float32{1}},
		{children: []int{3}, prior: []float32{1}},
		{children: []int{4, 5}, prior: []float32{0.25, 0.75}, value: 0.5},
		{value: -0.25}, {value: 0.75},
	}}
	p := newPlanner(configs()[RootPUCT], w, nil)
	if err := p.setRoot(none); err != nil {
		t.Fatal(err)
	}
	simulate := func(move int32, times int) {
		for range times {
			if err := p.simulate(p.tree.firstEdge[0] + move); err != nil {
				t.Fatal(err)
			}
		}
	}
	simulate(0, 9)
	first := childAlong(p.tree, childAlong(p.tree, 0, 0), 0)
	simulate(1, 2)
	second := childAlong(p.tree, childAlong(p.tree, 0, 1), 0)
	tr := p.tree
	if first == second || tr.visits[first] != 8 || tr.visits[second] != 1 || w.calls != 6 {
		t.Fatalf("nodes %d and %d with %d and %d visits after %d expansions, want two nodes, 8, 1, 6", first,
			second, tr.visits[first], tr.visits[second], w.calls)
	}
	if float32(tr.mean[second]) != float32(tr.mean[first]) || tr.mean[first] == 0.5 {
		t.Errorf("the values are %v and %v, want the searched value", tr.mean[first], tr.mean[second])
	}
	simulate(1, 3)
	if w.calls != 6 || tr.visits[second] != 4 || tr.visits[first] != 8 {
		t.Errorf("%d expansions, %d and %d visits, want 6, 8 and 4", w.calls, tr.visits[first],
			tr.visits[second])
	}
	checkTree(t, tr)
}

// TestTranspositionsProveByMinimax searches graphs without draws completely, each position once.
func TestTranspositionsProveByMinimax(t *testing.T) {
	again := 0
	for seed := range uint64(300) {
		w := randomGraph(seed, Win, Loss)
		p, r := run(t, configs()[RootPUCT], w, newRand(seed), Limit{Simulations: 5000})
		if exact := w.minimax(0); proofValue(r.Proof) != exact || r.Value != exact {
			t.Errorf("seed %d: proof %v, value %v, minimax %v", seed, r.Proof, r.Value, exact)
		}
		if w.calls > len(w.node) {
			t.Errorf("seed %d: %d expansions of %d positions", seed, w.calls, len(w.node))
		}
		again += p.tree.size() - w.calls
		_, r = piped(t, w, 2, 8, Limit{Simulations: 5000})
		if exact := w.minimax(0); proofValue(r.Proof) != exact || r.Value != exact {
			t.Errorf("seed %d: the pipeline has proof %v, value %v, minimax %v", seed, r.Proof, r.Value,
				exact)
		}
	}
	if again < 1000 {
		t.Errorf("only %d nodes have the position of an earlier one", again)
	}
}

// TestTranspositionsBecomeRoots stops searches early, and goes on from each node that they reached.
func TestTranspositionsBecomeRoots(t *testing.T) {
	proven := 0
	for seed := range uint64(40) {
		w := randomGraph(seed, Win, Loss, Unknown)
		for n := int32(1); ; n++ {
			w.root = 0
			p, _ := run(t, configs()[RootPUCT], w, nil, Limit{Simulations: 60})
			if int(n) >= p.tree.size() {
				break
			}
			w.root = int(p.tree.identity[n]) - 1
			if len(w.node[w.root].children) == 0 {
				continue // the game is over
			}
			r := searchFrom(t, p, n, Limit{Simulations: 60})
			if exact := w.minimax(w.root); r.Proof != Unknown && proofValue(r.Proof) != exact {
				t.Errorf("seed %d, node %d: proof %v, minimax %v", seed, n, r.Proof, exact)
			}
			checkProvenPolicy(t, w, &r)
			if r.Proof != Unknown {
				proven++
			}
		}
	}
	if proven < 500 {
		t.Errorf("only %d roots are proven", proven)
	}
}

// randomGraph is a toy in which several moves lead to the same position: layers of few positions,
// with moves from each layer to the next.
func randomGraph(seed uint64, results ...Proof) *toy {
	const layers, width = 6, 5
	rng := newRand(seed)
	w := &toy{node: make([]toyNode, 1+layers*width)}
	for i := range w.node {
		layer := (i + width - 1) / width // the root is layer 0
		n := toyNode{value: rng.Float32() - 0.5}
		if layer == layers {
			proof := results[rng.IntN(len(results))]
			w.node[i] = toyNode{proof: proof, value: proofValue(proof)}
			continue
		}
		for _, c := range rng.Perm(width)[:1+rng.IntN(width)] {
			n.children = append(n.children, 1+layer*width+c)
		}
		n.prior = randomPolicy(rng, len(n.children))
		w.node[i] = n
	}
	return w
}

// TestTranspositionsInPipelines compares a pipeline of one flight with its plain twin, and pipelines of
// different speed. Every search checks the invariants of its tree.
func TestTranspositionsInPipelines(t *testing.T) {
	for seed := range uint64(100) {
		w := randomGraph(seed, Win, Loss, Unknown)
		limit := Limit{Simulations: 1 + newRand(seed).IntN(300)}
		plain, _ := run(t, mixing(0.3), w, nil, limit)
		one, _ := piped(t, w, 1, 1, limit)
		if dump(one.tree) != dump(plain.tree) {
			t.Fatalf("seed %d: one flight finds\n%s\nwant\n%s", seed, dump(one.tree), dump(plain.tree))
		}
		two, _ := piped(t, w, 1, 6, limit)
		if three, _ := piped(t, w, 3, 6, limit); dump(three.tree) != dump(two.tree) {
			t.Fatalf("seed %d: three goroutines find\n%s\nwant\n%s", seed, dump(three.tree), dump(two.tree))
		}
	}
}

// TestTableOfPositions adds more nodes than the table has slots at first.
func TestTableOfPositions(t *testing.T) {
	tr, rng := &tree{}, newRand(1)
	for range 2 {
		tr.clear()
		if tr.first(7) != none {
			t.Error("an empty tree knows a position")
		}
		identities := make([]uint64, 5*leastSlots)
		for i := range identities {
			identities[i] = uint64(rng.IntN(4*leastSlots)) << 40 // many meet in slot 0, and some are equal
			tr.know(tr.addNode(0, Unknown), identities[i])
		}
		for _, identity := range identities {
			want := int32(slices.Index(identities, identity))
			if identity == 0 {
				want = none
			}
			if got := tr.first(identity); got != want {
				t.Fatalf("the first node of %#x is %d, want %d", identity, got, want)
			}
		}
	}
}

// TestIdentity compares identities with states. The positions are all that follow within four plies
// from one where stones can take each other.
func TestIdentity(t *testing.T) {
	for _, position := range []string{"...b/w..b/ww../.... w 0", "...b/w..b/ww../.... b 7"} {
		board := game.MustBoard("epaminondas:4x4x1,max_plies=40")
		start, err := board.ParseState(position)
		if err != nil {
			t.Fatal(err)
		}
		lines, states, identities := 0, map[uint64]game.State{}, map[game.State]uint64{}
		p := newPosition(Default(), Uniform{})
		var walk func(s game.State, path []action)
		walk = func(s game.State, path []action) {
			lines++
			id := p.identify(path)
			if other, ok := states[id]; ok && other != s {
				t.Fatalf("%v and %v have the identity %#x", &s, &other, id)
			}
			if other, ok := identities[s]; ok && other != id {
				t.Fatalf("%v has the identities %#x and %#x", &s, id, other)
			}
			states[id], identities[s] = s, id
			if len(path) == 4 {
				return
			}
			for _, m := range s.AppendMoves(nil) {
				next := s
				next.Play(m)
				walk(next, append(slices.Clone(path), m))
			}
		}
		p.root = start
		walk(start, nil)
		captures := 0
		for s, id := range identities {
			if _, ok := s.LastCapture(); !ok {
				continue
			}
			captures++
			if p.root, err = board.ParseState(s.String()); err != nil { // without the last capture
				t.Fatal(err)
			}
			if p.identify(nil) == id {
				t.Fatalf("%v has the identity %#x with and without a capture", &s, id)
			}
		}
		if len(states) == lines || len(states) < 1000 || captures < 100 {
			t.Errorf("%s: %d lines to %d positions, %d captures", position, lines, len(states), captures)
		}
	}
}

// asked counts the evaluations of each position.
type asked struct {
	hashed
	times map[string]int
}

func (a *asked) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	a.times[fmt.Sprint(s)]++
	return a.hashed.Evaluate(s, moves, prior)
}

// TestPositionsAreEvaluatedOnce plays a game whose searches reuse their tree.
func TestPositionsAreEvaluatedOnce(t *testing.T) {
	eval := &asked{times: map[string]int{}}
	s := newSearch(t, configs()[RootPUCT], eval, 1)
	state := game.MustBoard("epaminondas:4x6x1").Start()
	for range 4 {
		clear(eval.times)
		r := mustRun(t, s, &state, Limit{Simulations: 1000})
		for position, times := range eval.times {
			if times > 1 {
				t.Fatalf("%s was evaluated %d times", position, times)
			}
		}
		if len(eval.times) > 950 || r.Proof != Unknown {
			t.Fatalf("%d evaluations, proof %v: too few positions come again for a test", len(eval.times), r.Proof)
		}
		checkTree(t, s.planner.tree)
		state.Play(r.Moves[r.Best])
	}
}
