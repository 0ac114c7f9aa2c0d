package alphabeta

import (
	"math"
	"math/bits"

	"epaminondas/game"
)

// An evaluation counts the features of positions on one board. What it counts for one colour it counts in the
// same way for the other, so that turning or mirroring a position changes nothing.
type evaluation struct {
	board   *game.Board
	weights [Terms]int
	scale   float64
	squares mask       // of the board
	notWest uint64     // all columns but the first, four rows of them
	notEast uint64     // all columns but the last
	centre  [3]mask    // bit b of the columns between a square and the nearer side edge
	advance [2][4]mask // by colour: bit b of the rows between a square and the home row
}

func newEvaluation(b *game.Board, w Weights) evaluation {
	e := evaluation{board: b, weights: w.Vector(), scale: float64(w.Scale), squares: maskOf(b.Mask())}
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

// planes returns the bits of a number below 16 that each square has.
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

// score returns the static value of a position for the mover, in hundredths of a stone.
func (e *evaluation) score(s *game.State) int {
	var own, enemy [Terms]int
	e.features(s, &own, &enemy)
	sum := e.weights[Terms-1]
	for i, weight := range e.weights[:Terms-1] {
		sum += weight * (own[i] - enemy[i])
	}
	return min(max(sum/10, -mostScore), mostScore)
}

// features counts the features of both sides.
func (e *evaluation) features(s *game.State, own, enemy *[Terms]int) {
	us := s.Turn()
	white, black := s.Stones(us), s.Stones(us.Other())
	empty := e.squares.andNot(maskOf(white)).andNot(maskOf(black))
	e.count(&white, empty, us, own)
	e.count(&black, empty, us.Other(), enemy)
}

// count counts the features of one side, in the order of the fields of [Weights].
func (e *evaluation) count(stones *game.Bits, empty mask, c game.Colour, f *[Terms]int) {
	x := maskOf(*stones)
	f[0] = x.count()
	advance := &e.advance[c]
	f[1] = x.and(advance[0]).count() + 2*x.and(advance[1]).count() + 4*x.and(advance[2]).count() + 8*x.and(advance[3]).count()
	e.countRows(stones, empty, c, f)
	f[9] = x.and(e.centre[0]).count() + 2*x.and(e.centre[1]).count() + 4*x.and(e.centre[2]).count()
	e.countLines(x, empty, c, f)
}

// countRows counts what happens on the far row, before it, and on the home row.
func (e *evaluation) countRows(stones *game.Bits, empty mask, c game.Colour, f *[Terms]int) {
	last := e.board.Height() - 1
	far, forward := last, 1
	if c == game.Black {
		far, forward = 0, -1
	}
	free := game.Bits{empty.a, empty.b, empty.c, empty.d}
	on, next, second := row(stones, far), row(stones, far-forward), row(stones, far-2*forward)
	home := row(stones, last-far)
	f[2], f[3], f[4] = bits.OnesCount64(on), bits.OnesCount64(next), bits.OnesCount64(second)
	f[7] = bits.OnesCount64(home)
	f[6] = longestRun(home)
	open, before := row(&free, far), row(&free, far-forward)
	reach := next | next<<1 | next>>1
	if last >= 3 && second != 0 {
		third := row(stones, far-3*forward)
		reach |= second & third & before
		reach |= (second & (third << 1) & (before >> 1)) << 2
		reach |= (second & (third >> 1) & (before << 1)) >> 2
	}
	f[5] = bits.OnesCount64(reach & open)
}

// longestRun returns the length of the longest run of ones.
func longestRun(x uint64) int {
	n := 0
	for ; x != 0; x &= x << 1 {
		n++
	}
	return n
}

// countLines counts steps, neighbours and phalanxes.
func (e *evaluation) countLines(x, empty mask, c game.Colour, f *[Terms]int) {
	east, west := x.inColumns(e.notEast), x.inColumns(e.notWest)
	toE, toW := east.up(1), west.down(1)
	toN, toNE, toNW := x.up(16), east.up(17), west.up(15)
	toS, toSW, toSE := x.down(16), west.down(17), east.down(15)
	beside := toE.or(toW).or(toN).or(toNE).or(toNW).or(toS).or(toSW).or(toSE)
	f[8] = beside.and(empty).count()
	f[10] = toE.and(empty).count() + toW.and(empty).count() +
		toN.and(empty).count() + toNE.and(empty).count() + toNW.and(empty).count() +
		toS.and(empty).count() + toSW.and(empty).count() + toSE.and(empty).count()
	f[14] = toE.and(x).count()
	ahead, left, right := toN.and(x), toNE.and(x), toNW.and(x)
	if c == game.White {
		f[12] = ahead.up(16).and(x).count() + left.inColumns(e.notEast).up(17).and(x).count() + right.inColumns(e.notWest).up(15).and(x).count()
		f[13] = ahead.up(16).and(empty).up(16).and(empty).count() +
			left.inColumns(e.notEast).up(17).and(empty).inColumns(e.notEast).up(17).and(empty).count() +
			right.inColumns(e.notWest).up(15).and(empty).inColumns(e.notWest).up(15).and(empty).count()
	} else {
		ahead, left, right = toS.and(x), toSE.and(x), toSW.and(x)
		f[12] = ahead.down(16).and(x).count() + left.inColumns(e.notEast).down(15).and(x).count() + right.inColumns(e.notWest).down(17).and(x).count()
		f[13] = ahead.down(16).and(empty).down(16).and(empty).count() +
			left.inColumns(e.notEast).down(15).and(empty).inColumns(e.notEast).down(15).and(empty).count() +
			right.inColumns(e.notWest).down(17).and(empty).inColumns(e.notWest).down(17).and(empty).count()
	}
	f[11] = ahead.count() + left.count() + right.count()
}

// value turns a score into a value in (-1, 1): the expected result if the odds of winning grow with e for
// every Scale hundredths of a stone.
func (e *evaluation) value(score int) float32 {
	const most = 0.999 // 1 is for proofs
	return float32(min(max(math.Tanh(float64(score)/(2*e.scale)), -most), most))
}
