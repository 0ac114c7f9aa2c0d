package neon

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// quad names four floats in memory, by their base and the displacement of the first.
type quad struct {
	base avo.ID
	disp int
}

func quadOf(m operand.Mem) (q quad, lane int, ok bool) {
	if m.Index != nil || m.Disp < 0 || m.Disp%4 != 0 {
		return q, 0, false
	}
	return quad{m.Base.ID(), m.Disp / 16 * 16}, m.Disp % 16 / 4, true
}

// factor loads a number with which other vectors are multiplied. If the code also loads its three neighbours
// before the base changes, all four come with one instruction.
func (l *lowerer) factor(m operand.Mem, to avo.ID) {
	q, lane, ok := quadOf(m)
	if ok {
		if r, loaded := l.quads[q]; loaded {
			l.lanes[to] = laneOf{r, lane}
			return
		}
		if l.wholeQuad(q) {
			r := l.register(vector)
			l.emit(fmt.Sprintf("FMOVQ %d(R{1}), F{0}", q.disp), []reg{r}, []reg{l.general(m.Base)})
			l.quads[q] = r
			l.lanes[to] = laneOf{r, lane}
			return
		}
	}
	d := l.register(vector)
	if m.Index != nil && m.Scale == 1 && m.Disp == 0 {
		l.emit("FMOVS (R{1})(R{2}), F{0}", []reg{d}, []reg{l.general(m.Base), l.general(m.Index)})
	} else {
		l.emit(fmt.Sprintf("FMOVS %d(R{1}), F{0}", m.Disp), []reg{d}, []reg{l.indexed(m)})
	}
	l.lanes[to] = laneOf{of: d}
}

// wholeQuad reports whether the instructions from here on load all four numbers of q, before a branch, a
// label or a change of the base.
func (l *lowerer) wholeQuad(q quad) bool {
	found := map[int]bool{}
	for at := l.at; at < len(l.all); at++ {
		i := l.all[at]
		if i.IsBranch || at > l.at && l.labelled[i] {
			break
		}
		if m, ok := i.Operands[0].(operand.Mem); ok && i.Opcode == "VBROADCASTSS" {
			to := i.Operands[1].(avo.Register).ID()
			if other, lane, simple := quadOf(m); simple && other == q && l.kinds[to] == factor {
				found[lane] = true
			}
		}
		if changes(i.OutputRegisters(), q.base) {
			break
		}
	}
	return len(found) == 4
}

func changes(outputs []avo.Register, id avo.ID) bool {
	for _, r := range outputs {
		if r.ID() == id {
			return true
		}
	}
	return false
}

// forget drops the quads whose base an instruction changes.
func (l *lowerer) forget(outputs []avo.Register) {
	for q := range l.quads {
		if changes(outputs, q.base) {
			delete(l.quads, q)
		}
	}
}

// moveMasked translates VMASKMOVPS. It moves the first floats of a vector and touches no other memory.
func (l *lowerer) moveMasked(from, by, to operand.Op) {
	count := l.general(l.counts[by.(avo.Register).ID()])
	if m, ok := to.(operand.Mem); ok {
		base := l.indexed(m)
		for h, r := range l.sources(from) {
			l.part(count, h, func(bytes int) { l.storePart(r, base, m.Disp+16*h, bytes) })
		}
		return
	}
	m := from.(operand.Mem)
	base := l.indexed(m)
	for h, r := range l.halves(to) {
		l.emit("VEOR V{0}.B16, V{0}.B16, V{0}.B16", []reg{r}, nil)
		l.part(count, h, func(bytes int) { l.loadPart(r, base, m.Disp+16*h, bytes) })
	}
}

// part writes code that moves the floats of half h, of count floats in all. move moves the first 16, 12, 8 or
// 4 bytes.
func (l *lowerer) part(count reg, h int, move func(bytes int)) {
	done, few, one := l.fresh(), l.fresh(), l.fresh()
	l.emit(fmt.Sprintf("CMP $%d, R{0}", 4*h+4), nil, []reg{count})
	l.branch("BLT", few)
	move(16)
	l.branch("B", done)
	l.label(few)
	if h > 0 {
		l.emit("CMP $4, R{0}", nil, []reg{count})
		l.branch("BLE", done)
	}
	l.branch("TBZ $1, R{0},", one, count)
	two := l.fresh()
	l.branch("TBZ $0, R{0},", two, count)
	move(12)
	l.branch("B", done)
	l.label(two)
	move(8)
	l.branch("B", done)
	l.label(one)
	move(4)
	l.label(done)
}

// partMoves are the instructions that move 4, 8, the first 8 of 12, and 16 bytes.
var partMoves = map[int]string{4: "FMOVS", 8: "FMOVD", 12: "FMOVD", 16: "FMOVQ"}

// loadPart sets the first bytes of r, 4, 8, 12 or 16, and clears the others.
func (l *lowerer) loadPart(r, base reg, disp, bytes int) {
	l.emit(fmt.Sprintf("%s %d(R{1}), F{0}", partMoves[bytes], disp), []reg{r}, []reg{base})
	if bytes == 12 {
		l.emit("VLD1 (R{1}), V{0}.S[2]", []reg{r}, []reg{l.plus(base, disp+8), r})
	}
}

func (l *lowerer) storePart(r, base reg, disp, bytes int) {
	l.emit(fmt.Sprintf("%s F{0}, %d(R{1})", partMoves[bytes], disp), nil, []reg{r, base})
	if bytes == 12 {
		l.emit("VST1 V{0}.S[2], (R{1})", nil, []reg{r, l.plus(base, disp+8)})
	}
}

// plus returns a register with an address that lies further.
func (l *lowerer) plus(base reg, by int) reg {
	r := l.register(general)
	l.emit(fmt.Sprintf("ADD $%d, R{1}, R{0}", by), []reg{r}, []reg{base})
	return r
}
