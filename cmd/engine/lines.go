package main

import (
	"cmp"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine/rounds"
	"epaminondas/internal/engine/ugi"
	"epaminondas/mcts"
)

// converted converts the result of a search to the types of the protocol.
func converted(f *rounds.Found) *ugi.Result {
	r := f.Result
	result := &ugi.Result{Visited: true, Nodes: f.Nodes, Depth: f.Depth,
		Lines: make([]ugi.Line, len(r.Moves))}
	for i, m := range r.Moves {
		result.Lines[i] = ugi.Line{Move: m, Value: r.Q[i], Visits: int(r.Visits[i]), Policy: r.Policy[i],
			Variation: []game.Move{m}}
		if proof := r.Proven[i]; proof != mcts.Unknown {
			result.Lines[i].Value, result.Lines[i].Proven = proof.Value(), true
		}
	}
	result.Lines[r.Best].Variation = slices.Clone(r.PV)
	rank(result.Lines, r.Proof != mcts.Unknown, r.Moves[r.Best])
	return result
}

// rank sorts lines: won, open, lost. The best of the open moves is first, and the others follow by
// policy, visits and value. In a proven position the best move comes first.
func rank(lines []ugi.Line, proven bool, best game.Move) {
	class := func(l ugi.Line) float32 {
		switch {
		case l.Move == best && proven:
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
