package alphabeta

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// twin is the search by its definition: negamax over all moves, without a window, a table or move
// ordering.
type twin struct {
	eval  *evaluation
	nodes int // nodes left before it gives up
}

func (w *twin) search(pos game.State, depth, ply int) int {
	behind := pos.Lead() < 0
	if depth <= 0 && !behind {
		return w.quiesce(pos, 0, ply)
	}
	if outcome, _ := pos.Outcome(); outcome != game.Ongoing {
		return outcome.For(pos.Turn()) * (win - ply)
	}
	if behind {
		depth = max(depth, 0) + 1
	}
	best := -infinite
	for _, m := range pos.AppendMoves(nil) {
		next := pos
		next.Play(m)
		best = max(best, -w.search(next, depth-1, ply+1))
	}
	return best
}

func (w *twin) quiesce(pos game.State, deep, ply int) int {
	if w.nodes--; w.nodes < 0 {
		return 0
	}
	outcome, reason := pos.Outcome()
	best, behind := -infinite, pos.Lead() < 0
	if outcome != game.Ongoing && (reason != game.NoMoves || behind) {
		return outcome.For(pos.Turn()) * (win - ply)
	}
	if !behind {
		best = w.eval.score(&pos)
	}
	far := pos.Board().FarRow(pos.Turn())
	for _, m := range pos.AppendMoves(nil) {
		taken := pos.Captured(m)
		if !behind && taken.Empty() && (deep >= entryPlies || !far.Has(pos.Landing(m))) {
			continue
		}
		next := pos
		next.Play(m)
		best = max(best, -w.quiesce(next, deep+1, ply+1))
	}
	return best
}

// values returns the twin's values of all moves, in falling order. ok is false if that takes too
// long.
func (w *twin) values(pos game.State, depth int) (values []int, ok bool) {
	if pos.Lead() < 0 {
		depth++
	}
	for _, m := range pos.AppendMoves(nil) {
		next := pos
		next.Play(m)
		values = append(values, -w.search(next, depth-1, 1))
	}
	slices.Sort(values)
	slices.Reverse(values)
	return values, w.nodes >= 0
}

// TestPlainSearchIsNegamax compares the scores of the best moves with the twin's scores. The search
// prunes and reduces nothing, but uses the window and the table.
func TestPlainSearchIsNegamax(t *testing.T) {
	for _, c := range []struct{ positions, side, depth int }{{150, 8, 1}, {120, 6, 2},
		{100, 5, 3}, {100, 4, 4}} {
		t.Run(fmt.Sprint(c.depth), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, uint64(c.depth)))
			compared := 0
			for _, pos := range randomPositions(t, c.positions, c.side, rng) {
				if comparePlain(t, pos, c.depth) {
					compared++
				}
			}
			if compared < c.positions/3 {
				t.Errorf("the twin finished in %d of %d positions", compared, c.positions)
			}
		})
	}
}

// comparePlain searches three lines of a position to a depth. It reports whether the twin finished.
func comparePlain(t *testing.T, pos game.State, depth int) bool {
	t.Helper()
	s := newSearch(t, pos.Board(), 1)
	s.plain = true
	const most = 10_000
	want, ok := (&twin{&s.eval, most}).values(pos, depth)
	if !ok {
		return false
	}
	r, err := s.Run(context.Background(), &pos, Limit{Depth: depth}, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Depth < depth { // the search stops when all lines are proven
		want, _ = (&twin{&s.eval, most}).values(pos, r.Depth)
	}
	for i, l := range r.Lines {
		if l.Score != want[i] {
			t.Fatalf("%s %q depth %d: line %d has the score %d, want %v", pos.Board().Rules().Name(),
				pos.String(), depth, i, l.Score, want[:len(r.Lines)])
		}
	}
	return true
}
