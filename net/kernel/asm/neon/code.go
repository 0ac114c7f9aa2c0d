// Package neon translates the kernels for AVX2 to ARM64: avo's instructions with virtual registers become
// instructions of NEON. A vector of eight floats becomes two registers. The kernels thus have one source, and
// add in the same order on both kinds of processor.
//
// ARM64 has 32 vector registers of 128 bits. That is as many bits as 16 registers of AVX2 have, but operands
// in memory need a register too. Vectors of eight equal numbers take one register instead of two, and factors
// from memory take a quarter of one ([lowerer.lanes]). So the kernels fit without a register spilled to
// memory.
package neon

import (
	"fmt"
	"strconv"
	"strings"
)

// reg is a virtual register.
type reg int

// class says what a register holds.
type class uint8

const (
	general class = iota // 64 bits
	vector               // 128 bits
)

// instruction is an instruction of ARM64 with virtual registers, or a label.
type instruction struct {
	// text returns the instruction for the assembler, given the numbers of the registers.
	text       func(at func(reg) int) string
	uses, defs []reg
	setsFlags  bool   // a branch reads its flags
	copies     bool   // it copies uses[0] to defs[0]
	label      string // of a label
	target     string // of a branch
	ends       bool   // the next instruction does not follow
}

// code is a function under construction.
type code struct {
	classes []class // of the registers
	list    []instruction
}

func (c *code) register(k class) reg {
	c.classes = append(c.classes, k)
	return reg(len(c.classes) - 1)
}

// emit appends an instruction. Its text has the places {0}, {1} ... for the registers, first those of defs.
func (c *code) emit(text string, defs, uses []reg) {
	all := append(append([]reg{}, defs...), uses...)
	c.list = append(c.list, instruction{defs: defs, uses: uses, text: func(at func(reg) int) string {
		return fill(text, all, at)
	}})
}

// fill replaces the places {i} by the numbers of registers.
func fill(text string, all []reg, at func(reg) int) string {
	for i, r := range all {
		text = strings.ReplaceAll(text, fmt.Sprintf("{%d}", i), strconv.Itoa(at(r)))
	}
	return text
}

// one appends an instruction with one source that Go's assembler does not know. also has the registers that
// it reads besides.
func (c *code) one(op opcode, d, n reg, also ...reg) {
	text := func(at func(reg) int) string { return op.asm(at(d), at(n), 0) }
	c.list = append(c.list, instruction{defs: []reg{d}, uses: append([]reg{n}, also...), text: text})
}

// two appends such an instruction with two sources.
func (c *code) two(op opcode, d, n, m reg) { c.words(op, d, n, m, []reg{n, m}) }

// three appends such an instruction that also reads d.
func (c *code) three(op opcode, d, n, m reg) { c.words(op, d, n, m, []reg{n, m, d}) }

func (c *code) words(op opcode, d, n, m reg, uses []reg) {
	c.list = append(c.list, instruction{defs: []reg{d}, uses: uses, text: func(at func(reg) int) string {
		return op.asm(at(d), at(n), at(m))
	}})
}

// lane appends an instruction whose last factor is one number of a vector.
func (c *code) lane(op opcode, d, n reg, m laneOf, accumulates bool) {
	uses := []reg{n, m.of}
	if accumulates {
		uses = append(uses, d)
	}
	c.list = append(c.list, instruction{defs: []reg{d}, uses: uses, text: func(at func(reg) int) string {
		return op.asmLane(at(d), at(n), at(m.of), m.lane)
	}})
}

// move copies a register.
func (c *code) move(d, n reg) {
	if d == n {
		return
	}
	text := "MOVD R{1}, R{0}"
	if c.classes[d] == vector {
		text = "VORR V{1}.B16, V{1}.B16, V{0}.B16"
	}
	c.emit(text, []reg{d}, []reg{n})
	c.list[len(c.list)-1].copies = true
}

func (c *code) label(name string) {
	c.list = append(c.list, instruction{label: name})
}

// branch appends a branch with an opcode such as BEQ. B is unconditional.
func (c *code) branch(opcode, target string, uses ...reg) {
	c.emit(opcode, nil, uses)
	last := &c.list[len(c.list)-1]
	text := last.text
	last.text = func(at func(reg) int) string { return text(at) + " " + target }
	last.target, last.ends = target, opcode == "B"
}

// laneOf is a number of a vector register.
type laneOf struct {
	of   reg
	lane int
}
