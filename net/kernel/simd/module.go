// Package simd writes the inner loops of inference as a WebAssembly module that handles four numbers at
// a time. Go's compiler uses no vectors in WebAssembly, and its loops jump through a table, so these
// loops are up to twenty times as fast.
//
// The module imports the memory of a Go program and exports functions, which package kernel
// declares. Convolutions multiply frequencies in integers of 16 bits, as package kernel does with AVX2.
// Sums of entries add up in another order than in plain Go. All other functions round like plain Go, in the
// same order, so results are the same to the bit.
//
// A second module multiplies and adds with one instruction, which rounds once. Its results differ from the
// first one's by rounding. The instruction belongs to relaxed SIMD, which not every browser has.
package simd

// The WebAssembly Core Specification 2.0, chapter 5, defines the binary format.
const (
	i32  = 0x7f
	v128 = 0x7b
)

// Sections of a module.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	exportSection   = 7
	codeSection     = 10
)

// Module returns the module that rounds like plain Go.
func Module() []byte { return module(false) }

// RelaxedModule returns the module for browsers with relaxed SIMD.
func RelaxedModule() []byte { return module(true) }

func module(fused bool) []byte {
	functions := []*function{multiply(fused), multiplyInts(), spread(fused), gather(fused),
		sparse(fused), shift(), shiftLines(), pool(), extremes(), entries(fused)}
	module := []byte("\x00asm\x01\x00\x00\x00")
	var types, kinds, exports, codes [][]byte
	for i, f := range functions {
		types = append(types, f.signature())
		kinds = append(kinds, unsigned(i))
		exports = append(exports, join(name(f.name), []byte{0}, unsigned(i)))
		codes = append(codes, f.body())
	}
	memory := join(name("go"), name("mem"), []byte{2, 0, 0}) // a memory of any size
	for _, s := range []struct {
		id    byte
		items [][]byte
	}{{typeSection, types}, {importSection, [][]byte{memory}}, {functionSection, kinds},
		{exportSection, exports}, {codeSection, codes}} {
		content := vector(s.items...)
		module = append(module, join([]byte{s.id}, unsigned(len(content)), content)...)
	}
	return module
}

// unsigned encodes a number as LEB128.
func unsigned(n int) []byte {
	var b []byte
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// signed encodes a number as signed LEB128.
func signed(n int) []byte {
	var b []byte
	for n < -0x40 || n >= 0x40 {
		b = append(b, byte(n)&0x7f|0x80)
		n >>= 7
	}
	return append(b, byte(n)&0x7f)
}

// name encodes a text.
func name(s string) []byte { return append(unsigned(len(s)), s...) }

// vector encodes a list.
func vector(items ...[]byte) []byte { return join(unsigned(len(items)), join(items...)) }

func join(parts ...[]byte) []byte {
	var all []byte
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}
