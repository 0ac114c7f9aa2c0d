package main

import (
	"fmt"
	"maps"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// These are the transforms of [kernel.avx2Conv]. For each eight channels of a tile, the frequencies
// lie together, one vector after the other. The frequencies of narrow tiles come first.

// tileBytes is the distance between the frequencies of two adjacent tiles.
const tileBytes = side*side*vector + 64

// narrow lists the frequencies of a tile with two outputs along a side. The numbers are those of
// the six frequencies of a tile with four outputs.
var narrow = []int{0, 1, 2, 5}

var wideOnly = []int{3, 4}

// place returns the position of frequency (r, c) in the memory of a tile.
func place(r, c int) int {
	at := 0
	for _, rows := range [][]int{narrow, wideOnly} {
		for _, columns := range [][]int{narrow, wideOnly} {
			for _, i := range rows {
				for _, j := range columns {
					if i == r && j == c {
						return at
					}
					at++
				}
			}
		}
	}
	panic("no such frequency")
}

// constants has vectors of eight equal numbers, in memory or in a register.
type constants map[float32]Op

func makeConstants(list ...float32) constants {
	c := constants{}
	for _, x := range list {
		c[x] = vectorConstant(fmt.Sprintf("vector%08x", math.Float32bits(x)), x)
	}
	return c
}

// registers returns the constants with some of them in registers. A mask leaves no register free.
func (c constants) registers(mask Op, list ...float32) constants {
	if mask != nil {
		return c
	}
	c = maps.Clone(c)
	for _, x := range list {
		y := YMM()
		VMOVUPS(c[x], y)
		c[x] = y
	}
	return c
}

// addTimes adds c y to z, and subtractTimes subtracts c y from z. One of c and y may be in memory.
func addTimes(z, c, y Op) {
	if _, memory := c.(Mem); memory {
		c, y = y, c
	}
	VFMADD231PS(y, c, z)
}

func subtractTimes(z, c, y Op) {
	if _, memory := c.(Mem); memory {
		c, y = y, c
	}
	VFNMADD231PS(y, c, z)
}

// lines holds pointers to the lines of squares of a tile. Columns lie step apart.
type lines struct {
	line               []GPVirtual
	step, step3, step5 GPVirtual
}

func makeLines(n, columns int) *lines {
	l := &lines{step: GP64(), step3: GP64(), step5: GP64()}
	MOVQ(param("step"), l.step)
	LEAQ(Mem{Base: l.step, Index: l.step, Scale: 2}, l.step3)
	if columns > 4 {
		LEAQ(Mem{Base: l.step, Index: l.step, Scale: 4}, l.step5)
	}
	for range n {
		l.line = append(l.line, GP64())
	}
	return l
}

// begin points to the tile that begins at a square.
func (l *lines) begin(square GPVirtual) {
	MOVQ(square, l.line[0])
	for i, line := range l.line[1:] {
		MOVQ(l.line[i], line)
		ADDQ(param("row"), line)
	}
}

// next points to the next tile.
func (l *lines) next() {
	for _, line := range l.line {
		LEAQ(Mem{Base: line, Index: l.step, Scale: 4}, line)
	}
}

func (l *lines) at(base GPVirtual, column int) Mem {
	at := Mem{Base: base}
	switch column {
	case 1, 2, 4:
		at.Index, at.Scale = l.step, uint8(column)
	case 3:
		at.Index, at.Scale = l.step3, 1
	case 5:
		at.Index, at.Scale = l.step5, 1
	}
	return at
}

// masked returns an operand in memory. With a mask it first loads it.
func masked(at Mem, mask Op) Op {
	if mask == nil {
		return at
	}
	x := YMM()
	VMASKMOVPS(at, mask, x)
	return x
}
