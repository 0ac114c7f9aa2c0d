package neon

import (
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// kind is how registers of NEON hold a vector of eight floats.
type kind uint8

const (
	pair    kind = iota // two registers
	uniform             // one register, because both halves are the same
	factor              // one number of a register, with which other vectors are multiplied
	mask                // none, because only moves read it: see Counts
)

// kindsOf returns the kinds of the vectors of a function.
func kindsOf(all []*ir.Instruction, data map[string]*ir.Global, counts Counts) map[avo.ID]kind {
	kinds := map[avo.ID]kind{}
	defs := map[avo.ID]int{}
	note := func(id avo.ID, k kind) {
		if before, known := kinds[id]; !known || k < before {
			kinds[id] = k
		}
	}
	for _, i := range all {
		for _, op := range i.Operands {
			if r, ok := op.(avo.VecVirtual); ok {
				note(r.ID(), widest(i, r, data, counts))
			}
		}
		for _, r := range i.OutputRegisters() {
			defs[r.ID()]++
		}
	}
	for id, k := range kinds {
		if k == factor && defs[id] > 1 {
			kinds[id] = uniform
		}
	}
	return kinds
}

// widest returns the last kind, in the order of the constants, that instruction i allows for r.
func widest(i *ir.Instruction, r avo.Register, data map[string]*ir.Global, counts Counts) kind {
	_, counted := counts[r.ID()]
	output := false
	for _, o := range i.OutputRegisters() {
		output = output || o.ID() == r.ID()
	}
	switch i.Opcode {
	case "VMASKMOVPS":
		if counted {
			return mask
		}
		if output {
			return pair
		}
		return uniform
	case "VBROADCASTSS":
		m, memory := i.Operands[0].(operand.Mem)
		switch {
		case !output:
			return pair
		case memory && m.Base != avo.StaticBase && m.Base != avo.FramePointer:
			return factor
		}
		return uniform
	case "VBROADCASTSD":
		return uniform
	case "VMOVUPS":
		if m, memory := i.Operands[0].(operand.Mem); memory && output {
			if counted {
				return mask
			}
			if m.Base == avo.StaticBase {
				return uniform
			}
		}
		if output {
			return pair
		}
		return uniform
	case "VXORPS", "VXORPD":
		return uniform
	case "VFMADD231PS", "VFNMADD231PS", "VMULPS":
		if output {
			return pair
		}
		return factor
	}
	if output || counted {
		return pair
	}
	return uniform
}
