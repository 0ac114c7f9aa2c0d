package alphabeta

import (
	"math/bits"

	"epaminondas/game"
)

// columns is the number of columns a row of [game.Bits] has on every board.
const columns = 16

// mask is a [game.Bits] that the compiler can keep in registers.
type mask struct{ a, b, c, d uint64 }

func maskOf(x game.Bits) mask { return mask{x[0], x[1], x[2], x[3]} }

func (x mask) and(y mask) mask { return mask{x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d} }

func (x mask) or(y mask) mask { return mask{x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d} }

func (x mask) andNot(y mask) mask { return mask{x.a &^ y.a, x.b &^ y.b, x.c &^ y.c, x.d &^ y.d} }

// inColumns returns the squares of x in some columns. four has these columns in four rows.
func (x mask) inColumns(four uint64) mask {
	return mask{x.a & four, x.b & four, x.c & four, x.d & four}
}

func (x mask) count() int {
	return bits.OnesCount64(x.a) + bits.OnesCount64(x.b) + bits.OnesCount64(x.c) + bits.OnesCount64(x.d)
}

// up adds n, 1 to 63, to the number of every square.
func (x mask) up(n uint) mask {
	up, carry := n&63, (64-n)&63
	return mask{x.a << up, x.b<<up | x.a>>carry, x.c<<up | x.b>>carry, x.d<<up | x.c>>carry}
}

// down subtracts n, 1 to 63, from the number of every square.
func (x mask) down(n uint) mask {
	down, carry := n&63, (64-n)&63
	return mask{x.a>>down | x.b<<carry, x.b>>down | x.c<<carry, x.c>>down | x.d<<carry, x.d >> down}
}

// row returns the columns of a row.
func row(x *game.Bits, r int) uint64 { return x[r>>2] >> (r & 3 * columns) & (1<<columns - 1) }
