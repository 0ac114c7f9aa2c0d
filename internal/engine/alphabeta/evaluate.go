package alphabeta

import (
	"math/bits"

	"epaminondas/game"
)

// An evaluation counts the features of positions on one board. It treats both colours alike, so
// turning or mirroring a position changes nothing.
type evaluation struct {
	board   *game.Board
	weights [Terms]int
	counted [Terms]bool // the features with a weight
	squares mask        // squares of the board
	notWest uint64      // all columns but the first, four rows of them
	notEast uint64      // all columns but the last
	centre  [3]mask     // bit b of the number of columns between a square and the nearer side edge
	advance [2][4]mask  // by colour: bit b of the number of rows between a square and the home row
}

func newEvaluation(b *game.Board, w Weights) evaluation {
	e := evaluation{board: b, weights: w.Vector(), squares: maskOf(b.Mask())}
	for i, weight := range e.weights {
		e.counted[i] = weight != 0
	}
	width, height := b.Width(), b.Height()
	for r := range uint(4) {
		all := uint64(1)<<width - 1
		e.notWest |= (all &^ 1) << (r * columns)
		e.notEast |= (all >> 1) << (r * columns)
	}
	centre := planes(b, func(s game.Square) int { return min(s.Col(), width-1-s.Col()) })
	e.centre = [3]mask(centre[:])
	e.advance[game.White] = planes(b, func(s game.Square) int { return s.Row() })
	e.advance[game.Black] = planes(b, func(s game.Square) int { return height - 1 - s.Row() })
	return e
}

// planes returns the number of each square, below 16, as four sets: one for each bit.
func planes(b *game.Board, number func(game.Square) int) (p [4]mask) {
	for i := range p {
		var set game.Bits
		for squares := b.Mask(); !squares.Empty(); {
			if s := squares.Pop(); number(s)>>i&1 != 0 {
				set.Set(s)
			}
		}
		p[i] = maskOf(set)
	}
	return p
}

// score returns the static value of a position for the mover, in hundredths of a stone. It does not
// count features without weight.
func (e *evaluation) score(s *game.State) int {
	var own, enemy [Terms]int
	e.features(s, &e.counted, &own, &enemy)
	sum := e.weights[termTurn]
	for i, weight := range e.weights[:termTurn] {
		sum += weight * (own[i] - enemy[i])
	}
	return min(max(sum/10, -mostScore), mostScore)
}

// features counts the features of both sides that are set in some. It may skip the others.
func (e *evaluation) features(s *game.State, some *[Terms]bool, own, enemy *[Terms]int) {
	us := s.Turn()
	ours, theirs := s.Stones(us), s.Stones(us.Other())
	empty := e.squares.andNot(maskOf(ours)).andNot(maskOf(theirs))
	e.count(&ours, empty, us, some, own)
	e.count(&theirs, empty, us.Other(), some, enemy)
}

// count counts features of one side.
func (e *evaluation) count(stones *game.Bits, empty mask, c game.Colour, some *[Terms]bool, f *[Terms]int) {
	x := maskOf(*stones)
	f[termStone] = x.count()
	advance := &e.advance[c]
	f[termAdvance] = x.and(advance[0]).count() + 2*x.and(advance[1]).count() +
		4*x.and(advance[2]).count() + 8*x.and(advance[3]).count()
	if some[termCentre] {
		f[termCentre] = x.and(e.centre[0]).count() + 2*x.and(e.centre[1]).count() +
			4*x.and(e.centre[2]).count()
	}
	e.countRows(stones, empty, c, f)
	e.countNeighbours(x, empty, some, f)
	if c == game.White {
		e.countNorth(x, empty, some, f)
	} else {
		e.countSouth(x, empty, some, f)
	}
}

// countRows counts the features of the far row, the rows before it, and the home row.
func (e *evaluation) countRows(stones *game.Bits, empty mask, c game.Colour, f *[Terms]int) {
	last := e.board.Height() - 1
	far, forward := last, 1
	if c == game.Black {
		far, forward = 0, -1
	}
	free := game.Bits{empty.a, empty.b, empty.c, empty.d}
	on, next, second := row(stones, far), row(stones, far-forward), row(stones, far-2*forward)
	home := row(stones, last-far)
	f[termFar], f[termNext], f[termSecond] = bits.OnesCount64(on), bits.OnesCount64(next),
		bits.OnesCount64(second)
	f[termHomeStone], f[termHomeRun] = bits.OnesCount64(home), longestRun(home)
	open, before := row(&free, far), row(&free, far-forward)
	reach := next | next<<1 | next>>1
	if last >= 3 && second != 0 {
		third := row(stones, far-3*forward)
		reach |= second & third & before
		reach |= (second & (third << 1) & (before >> 1)) << 2
		reach |= (second & (third >> 1) & (before << 1)) >> 2
	}
	f[termReach] = bits.OnesCount64(reach & open)
}

// longestRun returns the length of the longest run of ones.
func longestRun(x uint64) int {
	n := 0
	for ; x != 0; x &= x << 1 {
		n++
	}
	return n
}

// countNeighbours counts steps from stones to adjacent squares.
func (e *evaluation) countNeighbours(x, empty mask, some *[Terms]bool, f *[Terms]int) {
	east, west := x.inColumns(e.notEast), x.inColumns(e.notWest)
	toE, toW := east.up(1), west.down(1)
	f[termRank] = toE.and(x).count()
	if some[termMobility] {
		f[termMobility] = toE.and(empty).count() + toW.and(empty).count() +
			x.up(16).and(empty).count() + east.up(17).and(empty).count() + west.up(15).and(empty).count() +
			x.down(16).and(empty).count() + west.down(17).and(empty).count() +
			east.down(15).and(empty).count()
	}
	if some[termTerritory] {
		line := x.or(toE).or(toW)
		f[termTerritory] = line.or(line.up(16)).or(line.down(16)).and(empty).count()
	}
}

// countNorth counts the phalanxes of White.
func (e *evaluation) countNorth(x, empty mask, some *[Terms]bool, f *[Terms]int) {
	if !some[termPointing] && !some[termTriple] && !some[termStride] {
		return
	}
	east, west := e.notEast, e.notWest
	ahead, right, left := x.up(16).and(x), x.inColumns(east).up(17).and(x), x.inColumns(west).up(15).and(x)
	f[termPointing] = ahead.count() + right.count() + left.count()
	ahead, right, left = ahead.up(16), right.inColumns(east).up(17), left.inColumns(west).up(15)
	f[termTriple] = ahead.and(x).count() + right.and(x).count() + left.and(x).count()
	if some[termStride] {
		ahead, right, left = ahead.and(empty), right.and(empty), left.and(empty)
		f[termStride] = ahead.up(16).and(empty).count() +
			right.inColumns(east).up(17).and(empty).count() + left.inColumns(west).up(15).and(empty).count()
	}
}

// countSouth counts the phalanxes of Black.
func (e *evaluation) countSouth(x, empty mask, some *[Terms]bool, f *[Terms]int) {
	if !some[termPointing] && !some[termTriple] && !some[termStride] {
		return
	}
	east, west := e.notEast, e.notWest
	ahead, right, left := x.down(16).and(x), x.inColumns(east).down(15).and(x),
		x.inColumns(west).down(17).and(x)
	f[termPointing] = ahead.count() + right.count() + left.count()
	ahead, right, left = ahead.down(16), right.inColumns(east).down(15), left.inColumns(west).down(17)
	f[termTriple] = ahead.and(x).count() + right.and(x).count() + left.and(x).count()
	if some[termStride] {
		ahead, right, left = ahead.and(empty), right.and(empty), left.and(empty)
		f[termStride] = ahead.down(16).and(empty).count() +
			right.inColumns(east).down(15).and(empty).count() +
			left.inColumns(west).down(17).and(empty).count()
	}
}
