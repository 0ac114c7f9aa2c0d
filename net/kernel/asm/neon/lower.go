package neon

import (
	"fmt"
	"math/bits"

	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	avo "github.com/mmcloughlin/avo/reg"
)

// Counts says for each mask how many floats it lets through: the register with their number, from 1 to 8.
// NEON has no masks, so it moves the floats one by one.
type Counts map[avo.ID]avo.Register

// lowerer translates a function.
type lowerer struct {
	code
	function *ir.Function
	at       int // index of the instruction in translation
	all      []*ir.Instruction
	data     map[string]*ir.Global
	counts   Counts
	kinds    map[avo.ID]kind
	generals map[avo.ID]reg
	vectors  map[avo.ID][2]reg
	lanes    map[avo.ID]laneOf // of the registers of kind factor
	quads    map[quad]reg      // the loaded ones, of the basic block
	labelled map[*ir.Instruction]bool
	locals   map[int]reg // of the stack
	inner    int         // number of labels of our own
}

// lower returns the instructions of a function.
func lower(f *ir.Function, data map[string]*ir.Global, counts Counts) (*lowerer, error) {
	l := &lowerer{function: f, data: data, counts: counts, generals: map[avo.ID]reg{},
		vectors: map[avo.ID][2]reg{}, lanes: map[avo.ID]laneOf{}, locals: map[int]reg{},
		quads: map[quad]reg{}, labelled: map[*ir.Instruction]bool{}}
	l.all = f.Instructions()
	l.findLabels()
	l.kinds = kindsOf(l.all, data, counts)
	for _, node := range f.Nodes {
		switch n := node.(type) {
		case ir.Label:
			clear(l.quads)
			l.label(string(n))
		case *ir.Instruction:
			if err := l.instruction(n); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", f.Name, n.Opcode, err)
			}
			l.at++
		}
	}
	return l, nil
}

// findLabels notes the instructions that follow a label.
func (l *lowerer) findLabels() {
	labelled := false
	for _, node := range l.function.Nodes {
		switch n := node.(type) {
		case ir.Label:
			labelled = true
		case *ir.Instruction:
			l.labelled[n], labelled = labelled, false
		}
	}
}

// instruction translates an instruction.
func (l *lowerer) instruction(i *ir.Instruction) error {
	if i.IsBranch {
		clear(l.quads)
	}
	done, err := l.scalar(i)
	if err == nil && !done {
		err = l.vector(i)
	}
	l.forget(i.OutputRegisters())
	return err
}

// opcodeOf names the instructions of ARM64 that do the same.
var opcodeOf = map[string]string{"RET": "RET", "UD2": "UNDEF", "JMP": "B", "JEQ": "BEQ", "JNE": "BNE",
	"JLT": "BLT", "JLE": "BLE", "JCC": "BHS",
	"ADDQ": "ADD", "SUBQ": "SUB", "ANDQ": "AND", "SHLQ": "LSL", "SHRQ": "LSR"}

// scalar translates an instruction of general registers. done is false for one of vectors.
func (l *lowerer) scalar(i *ir.Instruction) (done bool, err error) {
	op := i.Operands
	switch i.Opcode {
	case "VZEROUPPER", "PREFETCHT0": // the weights are read in order, as processors expect
	case "RET", "UD2":
		l.emit(opcodeOf[i.Opcode], nil, nil)
		l.list[len(l.list)-1].ends = true
	case "JMP", "JEQ", "JNE", "JLT", "JLE", "JCC":
		l.branch(opcodeOf[i.Opcode], string(*i.TargetLabel()))
	case "MOVQ":
		l.moveGeneral(op[0], op[1])
	case "MOVBQZX":
		l.emit("MOVBU "+address(op[0].(operand.Mem))+", R{0}", []reg{l.general(op[1])}, nil)
	case "MOVLQSX":
		from := op[0].(operand.Mem)
		l.emit(fmt.Sprintf("MOVW %d(R{1}), R{0}", from.Disp), []reg{l.general(op[1])},
			[]reg{l.general(from.Base)})
	case "LEAQ":
		l.loadAddress(op[0].(operand.Mem), l.general(op[1]))
	case "CMPQ":
		l.compare(l.value(op[0]), op[1])
	case "CMPB":
		x := l.register(general)
		l.emit("MOVBU "+address(op[0].(operand.Mem))+", R{0}", []reg{x}, nil)
		l.compare(x, op[1])
	case "TESTQ":
		if n, ok := constant(op[0]); ok {
			l.emit(fmt.Sprintf("TST $%d, R{0}", n), nil, []reg{l.value(op[1])})
		} else {
			l.compare(l.value(op[0]), operand.U8(0))
		}
	case "INCQ":
		l.update("ADD", operand.U8(1), op[0])
	case "DECQ":
		l.update("SUB", operand.U8(1), op[0])
	case "ADDQ", "SUBQ", "ANDQ":
		l.update(opcodeOf[i.Opcode], op[0], op[1])
	case "SHLQ", "SHRQ":
		n, _ := constant(op[0])
		d := l.general(op[1])
		l.emit(fmt.Sprintf("%s $%d, R{0}, R{0}", opcodeOf[i.Opcode], n), []reg{d}, []reg{d})
		if l.tested() {
			l.compare(d, operand.U8(0))
		}
	case "NEGQ":
		d := l.general(op[0])
		l.emit("NEG R{0}, R{0}", []reg{d}, []reg{d})
	case "XORQ": // only of a register with itself
		l.emit("MOVD $0, R{0}", []reg{l.general(op[1])}, nil)
	case "IMULQ":
		d := l.general(op[1])
		l.emit("MUL R{1}, R{2}, R{0}", []reg{d}, []reg{l.value(op[0]), d})
	case "IMUL3Q":
		l.emit("MUL R{1}, R{2}, R{0}", []reg{l.general(op[2])}, []reg{l.value(op[0]), l.general(op[1])})
	default:
		return false, nil
	}
	return true, nil
}

// tested reports whether a branch tests the result of the instruction in translation.
func (l *lowerer) tested() bool {
	return l.at+1 < len(l.all) && l.all[l.at+1].IsConditional
}

// general returns the register for one of avo's.
func (l *lowerer) general(op operand.Op) reg {
	id := op.(avo.Register).ID()
	r, ok := l.generals[id]
	if !ok {
		r = l.register(general)
		l.generals[id] = r
	}
	return r
}

// local returns the register for a place on the stack.
func (l *lowerer) local(m operand.Mem) reg {
	r, ok := l.locals[m.Disp]
	if !ok {
		r = l.register(general)
		l.locals[m.Disp] = r
	}
	return r
}

// value returns a register with the value of an operand: a register, a number or an argument.
func (l *lowerer) value(op operand.Op) reg {
	if n, ok := constant(op); ok {
		r := l.register(general)
		l.emit(fmt.Sprintf("MOVD $%d, R{0}", n), []reg{r}, nil)
		return r
	}
	m, ok := op.(operand.Mem)
	switch {
	case !ok:
		return l.general(op)
	case m.Base == avo.StackPointer:
		return l.local(m)
	}
	r := l.register(general)
	l.emit("MOVD "+address(m)+", R{0}", []reg{r}, nil)
	return r
}

// address returns an argument for the assembler.
func address(m operand.Mem) string {
	if m.Base != avo.FramePointer {
		panic("neon: not an argument")
	}
	return fmt.Sprintf("%s+%d(FP)", m.Symbol.Name, m.Disp)
}

// constant returns the number of an operand that is one.
func constant(op operand.Op) (n int64, ok bool) {
	switch x := op.(type) {
	case operand.U8:
		return int64(x), true
	case operand.I8:
		return int64(x), true
	case operand.U32:
		return int64(x), true
	case operand.I32:
		return int64(x), true
	}
	return 0, false
}

func (l *lowerer) moveGeneral(from, to operand.Op) {
	m, memory := to.(operand.Mem)
	switch {
	case memory && m.Base == avo.StackPointer:
		l.move(l.local(m), l.value(from))
	case memory:
		l.emit("MOVD R{0}, "+address(m), nil, []reg{l.value(from)})
	default:
		if m, ok := from.(operand.Mem); ok && m.Base != avo.StackPointer {
			l.emit("MOVD "+address(m)+", R{0}", []reg{l.general(to)}, nil)
		} else if n, ok := constant(from); ok {
			l.emit(fmt.Sprintf("MOVD $%d, R{0}", n), []reg{l.general(to)}, nil)
		} else {
			l.move(l.general(to), l.value(from))
		}
	}
}

// update translates an operation on a register or an argument. It sets the flags if a branch reads them.
func (l *lowerer) update(opcode string, by, to operand.Op) {
	if l.tested() {
		opcode += "S"
	}
	m, memory := to.(operand.Mem)
	argument := memory && m.Base != avo.StackPointer
	d := l.value(to)
	if n, ok := constant(by); ok {
		l.emit(fmt.Sprintf("%s $%d, R{0}, R{0}", opcode, n), []reg{d}, []reg{d})
	} else {
		l.emit(opcode+" R{1}, R{0}, R{0}", []reg{d}, []reg{l.value(by), d})
	}
	l.list[len(l.list)-1].setsFlags = l.tested()
	if argument {
		l.emit("MOVD R{0}, "+address(m), nil, []reg{d})
	}
}

func (l *lowerer) compare(x reg, with operand.Op) {
	if n, ok := constant(with); ok {
		l.emit(fmt.Sprintf("CMP $%d, R{0}", n), nil, []reg{x})
		return
	}
	l.emit("CMP R{0}, R{1}", nil, []reg{l.value(with), x})
}

// loadAddress sets d to the address of m.
func (l *lowerer) loadAddress(m operand.Mem, d reg) {
	if m.Base == avo.StaticBase {
		l.emit(fmt.Sprintf("MOVD $%s(SB), R{0}", m.Symbol), []reg{d}, nil)
		return
	}
	base := l.indexed(m)
	if m.Disp == 0 {
		l.move(d, base)
		return
	}
	l.emit(fmt.Sprintf("ADD $%d, R{1}, R{0}", m.Disp), []reg{d}, []reg{base})
}

// indexed returns a register with the address of m without its displacement.
func (l *lowerer) indexed(m operand.Mem) reg {
	base := l.general(m.Base)
	if m.Index == nil {
		return base
	}
	sum := l.register(general)
	index := "R{2}"
	if shift := bits.TrailingZeros8(m.Scale); shift > 0 {
		index = fmt.Sprintf("R{2}<<%d", shift)
	}
	l.emit("ADD "+index+", R{1}, R{0}", []reg{sum}, []reg{base, l.general(m.Index)})
	return sum
}

// fresh returns the name of a new label.
func (l *lowerer) fresh() string {
	l.inner++
	return fmt.Sprintf("inner%d", l.inner)
}
