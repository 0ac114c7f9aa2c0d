package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/game"
)

// boards are the rules for comparing the fast moves with the moves of the package game.
var boards = []string{
	"epaminondas:3x3x1", "epaminondas:3x8x1", "epaminondas:4x5x1", "epaminondas:4x6x1",
	"epaminondas:5x4x1", "epaminondas:6x3x1",
	"epaminondas:4x6x1,symmetry=rotation", "epaminondas:5x4x1,symmetry=none",
}

// eachBoard runs a test on an unsolved table of each board.
func eachBoard(t *testing.T, test func(t *testing.T, table *Table, rng *rand.Rand)) {
	for _, name := range boards {
		t.Run(name, func(t *testing.T) {
			table, err := newTable(mustRules(t, name))
			if err != nil {
				t.Fatal(err)
			}
			test(t, table, rand.New(rand.NewPCG(1, 2)))
		})
	}
}

// randomPlacement returns a placement. Half of them are their own mirror image.
func randomPlacement(table *Table, rng *rand.Rand) placement {
	p := table.draw(rng.Int64N(table.placements))
	if g := table.grid; rng.IntN(2) == 0 {
		west := uint32(0)
		for column := range (g.width + 1) / 2 {
			for row := range g.height {
				west |= 1 << (row*g.width + column)
			}
		}
		p = placement{p.own&west | g.mirror(p.own&west), p.enemy&west | g.mirror(p.enemy&west)}
	}
	return p
}

// successors returns the placements after the moves of s without a capture, from the opponent's
// view, and the captures.
func successors(g *grid, s *game.State) (quiet, captures []placement) {
	for _, m := range s.AppendMoves(nil) {
		taken := s.Captured(m)
		next := *s
		next.Play(m)
		if p := g.placement(&next); taken.Empty() {
			quiet = append(quiet, p)
		} else {
			captures = append(captures, p)
		}
	}
	return quiet, captures
}

func TestMovesAgreeWithGame(t *testing.T) {
	eachBoard(t, func(t *testing.T, table *Table, rng *rand.Rand) {
		g, seen := table.grid, 0
		for range 3000 {
			p := randomPlacement(table, rng)
			s := table.state(p, game.Colour(rng.IntN(2)))
			if got := g.placement(&s); got != p {
				t.Fatalf("placement of %v is %x, want %x", s.String(), got, p)
			}
			if g.finished(p) != (s.Lead() > 0) {
				t.Fatalf("%v: finished is %v", s.String(), g.finished(p))
			}
			if g.finished(p) {
				continue
			}
			wantQuiet, want := successors(g, &s)
			got, quiet := g.appendCaptures(nil, p)
			for i := range got {
				got[i] = g.turned(got[i])
			}
			if quiet != len(wantQuiet) || !sameSet(got, want) {
				t.Fatalf("%v: %d moves and captures %x, want %d and %x", s.String(), quiet,
					got, len(wantQuiet), want)
			}
			seen += len(want)
		}
		if seen == 0 {
			t.Error("there was no capture")
		}
	})
}

// TestUnmovesInvertMoves checks that an un-move leads from b to a if and only if a move leads from
// a to b.
func TestUnmovesInvertMoves(t *testing.T) {
	eachBoard(t, func(t *testing.T, table *Table, rng *rand.Rand) {
		g := table.grid
		for range 1000 {
			p := randomPlacement(table, rng)
			for _, own := range g.appendUnmoves(nil, g.turned(p)) {
				before := placement{own, g.flip(p.own)}
				s := table.state(before, game.White)
				quiet, _ := successors(g, &s)
				if !g.finished(before) && !slices.Contains(quiet, p) {
					t.Fatalf("no move leads from %v to %x", s.String(), p)
				}
			}
			s := table.state(p, game.White)
			quiet, _ := successors(g, &s)
			for _, after := range quiet {
				if n := count(g.appendUnmoves(nil, g.turned(after)), p.own); n != 1 {
					t.Fatalf("%d un-moves lead from %x to %v, want 1", n, after, s.String())
				}
			}
		}
	})
}

func count[T comparable](all []T, one T) (n int) {
	for _, other := range all {
		if other == one {
			n++
		}
	}
	return n
}

// sameSet reports whether two slices contain the same placements in any order.
func sameSet(a, b []placement) bool {
	for _, p := range a {
		if count(a, p) != count(b, p) {
			return false
		}
	}
	return len(a) == len(b)
}

func TestLayersNumberEveryPlacementOnce(t *testing.T) {
	eachBoard(t, func(t *testing.T, table *Table, rng *rand.Rand) {
		var total, next int64
		for own := range table.layers {
			for enemy := range table.layers[own] {
				l := &table.layers[own][enemy]
				if l.first != next {
					t.Fatalf("layer %d, %d begins at %d, want %d", own, enemy, l.first, next)
				}
				total += int64(l.size)
				next = (l.first + int64(l.size) + 3) / 4 * 4
				for range 500 {
					i := rng.IntN(l.size)
					p := l.placement(i)
					if p.own&p.enemy != 0 || (p.own|p.enemy)&^table.grid.mask != 0 || l.index(p) != i {
						t.Fatalf("layer %d, %d: placement %d is %x with number %d", own,
							enemy, i, p, l.index(p))
					}
					if j := l.ownIndex(p); j < 0 || j >= l.size || l.ownPlacement(j) != p {
						t.Fatalf("layer %d, %d: placement %x has number %d by own stones", own, enemy, p, j)
					}
				}
			}
		}
		if total != table.placements || next != int64(len(table.values))*4 {
			t.Errorf("%d placements in %d values, want %d in %d", total, next,
				table.placements, len(table.values)*4)
		}
	})
}
