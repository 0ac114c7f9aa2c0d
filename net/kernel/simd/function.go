package simd

import (
	"encoding/binary"
	"math"
)

// function is a function without results whose parameters are 32-bit integers.
type function struct {
	name   string
	params int
	fused  bool   // multiply and add with one instruction
	locals []byte // kind of each local variable
	code   []byte
}

// local is a parameter or a local variable.
type local int

// expression is code that leaves a value.
type expression []byte

// newFunction returns a function and its parameters.
func newFunction(name string, params int) (*function, []local) {
	list := make([]local, params)
	for i := range list {
		list[i] = local(i)
	}
	return &function{name: name, params: params}, list
}

func (f *function) signature() []byte {
	params := make([][]byte, f.params)
	for i := range params {
		params[i] = []byte{i32}
	}
	return join([]byte{0x60}, vector(params...), vector())
}

func (f *function) body() []byte {
	declared := make([][]byte, len(f.locals))
	for i, kind := range f.locals {
		declared[i] = []byte{1, kind}
	}
	code := join(vector(declared...), f.code, []byte{0x0b})
	return join(unsigned(len(code)), code)
}

// integer and floats declare a variable.
func (f *function) integer() local { return f.declare(i32) }
func (f *function) floats() local  { return f.declare(v128) }

func (f *function) declare(kind byte) local {
	f.locals = append(f.locals, kind)
	return local(f.params + len(f.locals) - 1)
}

// let declares a variable of four floats with a value.
func (f *function) let(e expression) local {
	v := f.floats()
	f.set(v, e)
	return v
}

func (f *function) emit(parts ...[]byte) { f.code = append(f.code, join(parts...)...) }

func (f *function) set(v local, e expression) { f.emit(e, []byte{0x21}, unsigned(int(v))) }

// add adds to an integer.
func (f *function) add(v local, e expression) { f.set(v, plus(get(v), e)) }

// when runs do if the condition is not zero.
func (f *function) when(condition expression, do func()) {
	f.emit(condition, []byte{0x04, 0x40})
	do()
	f.emit([]byte{0x0b})
}

// choose runs do if the condition is not zero, and otherwise runs otherwise.
func (f *function) choose(condition expression, do, otherwise func()) {
	f.emit(condition, []byte{0x04, 0x40})
	do()
	f.emit([]byte{0x05})
	otherwise()
	f.emit([]byte{0x0b})
}

// repeat runs do until the condition is zero. It tests the condition after do.
func (f *function) repeat(do func(), condition func() expression) {
	f.emit([]byte{0x03, 0x40})
	do()
	f.emit(condition(), []byte{0x0d, 0, 0x0b})
}

// while runs do as long as the condition is not zero.
func (f *function) while(condition expression, do func()) {
	f.when(condition, func() { f.repeat(do, func() expression { return condition }) })
}

// store writes four floats.
func (f *function) store(address, value expression) {
	f.emit(address, value, []byte{0xfd, 0x0b, 2, 0})
}

// storeHalf writes the first eight bytes.
func (f *function) storeHalf(address, value expression) {
	f.emit(address, value, []byte{0xfd, 0x5b, 3, 0, 0})
}

// storeOne writes the first float.
func (f *function) storeOne(address, value expression) {
	f.emit(address, value, []byte{0xfd, 0x5a, 2, 0, 0})
}

// rotated returns four floats, each moved forward by some places.
func rotated(v local, places int) expression {
	order := make([]byte, vectorBytes)
	for i := range order {
		order[i] = byte((i + 4*places) % vectorBytes)
	}
	return join(get(v), get(v), []byte{0xfd, 0x0d}, order)
}

func get(v local) expression { return join([]byte{0x20}, unsigned(int(v))) }

func constant(n int) expression { return join([]byte{0x41}, signed(n)) }

// plus, minus, times, atLeast and above work on integers.
func plus(a, b expression) expression    { return join(a, b, []byte{0x6a}) }
func minus(a, b expression) expression   { return join(a, b, []byte{0x6b}) }
func times(a, b expression) expression   { return join(a, b, []byte{0x6c}) }
func atLeast(a, b expression) expression { return join(a, b, []byte{0x4e}) }
func above(a, b expression) expression   { return join(a, b, []byte{0x4a}) }

// add and the functions after it work on four floats. larger(a, b) is b where a < b, and otherwise
// a, even if a is NaN.
func add(a, b expression) expression    { return join(a, b, []byte{0xfd, 0xe4, 1}) }
func sub(a, b expression) expression    { return join(a, b, []byte{0xfd, 0xe5, 1}) }
func mul(a, b expression) expression    { return join(a, b, []byte{0xfd, 0xe6, 1}) }
func larger(a, b expression) expression { return join(a, b, []byte{0xfd, 0xeb, 1}) }

// addTimes returns c + a b, and subTimes returns c - a b, of four floats.
func (f *function) addTimes(c, a, b expression) expression {
	if f.fused {
		return join(a, b, c, []byte{0xfd, 0x85, 2})
	}
	return add(c, mul(a, b))
}

func (f *function) subTimes(c, a, b expression) expression {
	if f.fused {
		return join(a, b, c, []byte{0xfd, 0x86, 2})
	}
	return sub(c, mul(a, b))
}

// load reads four floats.
func load(address expression, offset int) expression {
	return join(address, []byte{0xfd, 0x00, 2}, unsigned(offset))
}

// loadOne reads a float into all four places.
func loadOne(address expression, offset int) expression {
	return join(address, []byte{0xfd, 0x09, 2}, unsigned(offset))
}

// zeros returns four zeros.
func zeros() expression { return four(0) }

// lowest returns four copies of minus infinity.
func lowest() expression { return four(math.Inf(-1)) }

// four returns four copies of a float.
func four(x float64) expression { return fourBits(math.Float32bits(float32(x))) }

// fourBits returns four copies of the bits of a number.
func fourBits(x uint32) expression {
	bits := binary.LittleEndian.AppendUint32(nil, x)
	return join([]byte{0xfd, 0x0c}, bits, bits, bits, bits)
}

// loadInteger reads an integer.
func loadInteger(address expression) expression { return join(address, []byte{0x28, 2, 0}) }

// scaled multiplies by a number.
func scaled(e expression, by float64) expression { return mul(e, four(by)) }

// addIntegers adds integers of 32 bits.
func addIntegers(a, b expression) expression { return join(a, b, []byte{0xfd, 0xae, 1}) }

// subIntegers subtracts integers of 32 bits.
func subIntegers(a, b expression) expression { return join(a, b, []byte{0xfd, 0xb1, 1}) }

// largerInteger returns the larger of each two integers of 32 bits.
func largerInteger(a, b expression) expression { return join(a, b, []byte{0xfd, 0xb8, 1}) }

// dot multiplies integers of 16 bits and adds the products of each pair in 32 bits.
func dot(a, b expression) expression { return join(a, b, []byte{0xfd, 0xba, 1}) }

// converted turns integers of 32 bits into floats.
func converted(e expression) expression { return join(e, []byte{0xfd, 0xfa, 1}) }

// narrowed returns four integers of 32 bits in 16 bits each, twice. What is too large becomes the largest.
func narrowed(e local) expression { return join(get(e), get(e), []byte{0xfd, 0x85, 1}) }

// smaller(a, b) is b where b < a, and otherwise a.
func smaller(a, b expression) expression { return join(a, b, []byte{0xfd, 0xea, 1}) }

// both returns the bits that a and b share.
func both(a, b expression) expression { return join(a, b, []byte{0xfd, 0x4e}) }
