package main

import (
	"cmp"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/ugi"
	"epaminondas/mcts"
)

// merge adds up what searches of one position have found; nil stands for a search
// that has not begun. A proof of one holds for all.
func merge(results []*mcts.Result) *ugi.Result {
	results = slices.DeleteFunc(slices.Clone(results), func(r *mcts.Result) bool { return r == nil })
	for _, r := range results {
		if r.Proof != mcts.Unknown {
			results = []*mcts.Result{r}
			break
		}
	}
	merged := &ugi.Result{Visited: true, Lines: make([]ugi.Line, len(results[0].Moves))}
	for i, m := range results[0].Moves {
		merged.Lines[i] = mergeMove(results, i)
		merged.Lines[i].Move = m
		merged.Lines[i].Variation = []game.Move{m}
	}
	rescale(merged.Lines)
	for _, r := range results {
		merged.Depth = max(merged.Depth, r.Depth)
	}
	rank(merged.Lines, results)
	merged.Lines[0].Variation = variation(results, merged.Lines[0].Move)
	return merged
}

// mergeMove adds up what searches have found out about move i: values and
// policies count by the visits behind them.
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
		if v, ok := proven(r, i); ok {
			return ugi.Line{Value: v, Proven: true, Policy: r.Policy[i], Visits: int(r.Visits[i])}
		}
	}
	l.Value, l.Policy = value/visits, policy/all
	return l
}

// total is the number of visits of all moves, at least 1.
func total(visits []int32) int32 {
	sum := int32(0)
	for _, n := range visits {
		sum += n
	}
	return max(1, sum)
}

// proven tells the exact value of move i, if there is a proof. Where the position
// is open no move can be won, and those that are lost have neither visits nor
// policy and a value of -1.
func proven(r *mcts.Result, i int) (value float32, ok bool) {
	switch r.Proof {
	case mcts.Win:
		return 1, r.Policy[i] > 0
	case mcts.Loss:
		return -1, true
	}
	return -1, r.Q[i] == -1 && r.Visits[i] == 0 && r.Policy[i] == 0
}

// rescale makes the policy add up to 1 again, after a proof of one search has
// taken a move's share in the others.
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

// rank sorts lines from the best to the worst: won, open, lost; then by policy,
// visits and value. Among equals the first search decides; of a proven position
// it decides altogether.
func rank(lines []ugi.Line, results []*mcts.Result) {
	first := results[0]
	best := first.Moves[first.Best]
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
			cmp.Compare(b.Policy, a.Policy),
			cmp.Compare(preferred(b), preferred(a)),
			cmp.Compare(b.Visits, a.Visits),
			cmp.Compare(b.Value, a.Value))
	})
}

// variation returns the line that a search expects after m, just m if none of
// them would play it.
func variation(results []*mcts.Result, m game.Move) []game.Move {
	for _, r := range results {
		if r.PV[0] == m {
			return slices.Clone(r.PV)
		}
	}
	return []game.Move{m}
}
