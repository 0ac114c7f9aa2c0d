package main

import (
	"cmp"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine/rounds"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
)

// merge adds up the results of the trees of one position. A proof in one tree holds for all.
func merge(f *rounds.Found) *ugi.Result {
	results := slices.DeleteFunc(slices.Clone(f.Results), func(r *mcts.Result) bool { return r == nil })
	for _, r := range results {
		if r.Proof != mcts.Unknown {
			results = []*mcts.Result{r}
			break
		}
	}
	merged := &ugi.Result{Visited: true, Nodes: f.Nodes, Depth: f.Depth,
		Lines: make([]ugi.Line, len(results[0].Moves))}
	for i, m := range results[0].Moves {
		merged.Lines[i] = mergeMove(results, i)
		merged.Lines[i].Move = m
		merged.Lines[i].Variation = []game.Move{m}
	}
	rescale(merged.Lines)
	rank(merged.Lines, results, merged.Lines[best(merged.Lines, results)].Move)
	merged.Lines[0].Variation = variation(results, merged.Lines[0].Move)
	return merged
}

// mergeMove adds up the results of searches for move i. Visits weight the values and policies.
func mergeMove(results []*mcts.Result, i int) ugi.Line {
	var l ugi.Line
	var value, policy, visits, all float32
	for _, r := range results {
		weight := float32(max(1, r.Visits[i]))
		value += weight * r.Q[i]
		visits += weight
		l.Visits += int(r.Visits[i])
		weight = float32(total(r.Visits))
		policy += weight * r.Policy[i]
		all += weight
		if proof := r.Proven[i]; proof != mcts.Unknown {
			return ugi.Line{Value: proof.Value(), Proven: true, Policy: r.Policy[i], Visits: int(r.Visits[i])}
		}
	}
	l.Value, l.Policy = value/visits, policy/all
	return l
}

// total returns the total number of visits, at least 1.
func total(visits []int32) int32 {
	sum := int32(0)
	for _, n := range visits {
		sum += n
	}
	return max(1, sum)
}

// rescale makes the policy add up to 1 again. A proof in one search can set a move's share to zero,
// although the other searches give it a share.
func rescale(lines []ugi.Line) {
	var sum float32
	for _, l := range lines {
		sum += l.Policy
	}
	for i := range lines {
		if sum > 0 {
			lines[i].Policy /= sum
		}
	}
}

// best returns the index of the line to play. In a proven position the search with the proof
// decides. Otherwise the rule of a single search is applied to the merged results.
func best(lines []ugi.Line, results []*mcts.Result) int {
	first := results[0]
	if first.Proof != mcts.Unknown || len(results) == 1 {
		return first.Best
	}
	q, share, most := make([]float32, len(lines)), make([]float32, len(lines)), 0
	for i, l := range lines {
		q[i], share[i], most = l.Value, l.Drawable(), max(most, l.Visits)
	}
	return mcts.Play().Choose(first.Prior, q, share, int32(most))
}

// rank sorts lines: won, open, lost. The best of the open moves is first, and the others follow by
// policy, visits and value. In a proven position the best move comes first.
func rank(lines []ugi.Line, results []*mcts.Result, best game.Move) {
	first := results[0]
	class := func(l ugi.Line) float32 {
		switch {
		case l.Move == best && first.Proof != mcts.Unknown:
			return 2
		case l.Proven:
			return l.Value
		}
		return 0
	}
	preferred := func(l ugi.Line) int {
		if l.Move == best {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(lines, func(a, b ugi.Line) int {
		return cmp.Or(
			cmp.Compare(class(b), class(a)),
			cmp.Compare(preferred(b), preferred(a)),
			cmp.Compare(b.Policy, a.Policy),
			cmp.Compare(b.Visits, a.Visits),
			cmp.Compare(b.Value, a.Value))
	})
}

// variation returns the line that a search expects after m, or only m if no search prefers m.
func variation(results []*mcts.Result, m game.Move) []game.Move {
	for _, r := range results {
		if r.PV[0] == m {
			return slices.Clone(r.PV)
		}
	}
	return []game.Move{m}
}
