package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// spreadTaps writes the transform of the taps to eight output channels.
func spreadTaps(consts constants) {
	TEXT("spreadTaps", 4, "func(u, w *float32, stride, next, tap, row, count int)")
	Pragma("noescape")
	Doc("spreadTaps sets the frequencies u, stride apart, to those of the nine taps w to eight output channels, which lie",
		"tap apart, for count input channels: next and row are from one to the next.")
	u := Load(Param("u"), GP64()).(GPVirtual)
	w := Load(Param("w"), GP64()).(GPVirtual)
	t := &taps{consts: consts, u: u, stride: Load(Param("stride"), GP64()).(GPVirtual),
		tap: Load(Param("tap"), GP64()).(GPVirtual)}
	t.stride3, t.at = GP64(), GP64()
	LEAQ(Mem{Base: t.stride, Index: t.stride, Scale: 2}, t.stride3)
	for range 3 {
		t.rows = append(t.rows, GP64())
	}
	Label("channel")
	MOVQ(w, t.rows[0])
	for i, row := range t.rows[1:] {
		LEAQ(Mem{Base: t.tap, Index: t.tap, Scale: 2}, row)
		ADDQ(t.rows[i], row)
	}
	t.single(0, func(j int) VecVirtual {
		x := t.load(0, j)
		VMULPS(consts[1./4], x, x)
		return x
	})
	t.pair(1, func(j int) (even, odd VecVirtual) {
		even, odd = t.load(0, j), t.load(1, j)
		VADDPS(t.mem(2, j), even, even)
		VMULPS(consts[-1./6], even, even)
		VMULPS(consts[-1./6], odd, odd)
		return even, odd
	})
	t.pair(3, func(j int) (even, odd VecVirtual) {
		even, odd = t.load(0, j), t.load(1, j)
		last := t.load(2, j)
		VMULPS(consts[1./24], even, even)
		VFMADD231PS(consts[1./6], last, even)
		VMULPS(consts[1./12], odd, odd)
		return even, odd
	})
	t.single(5, func(j int) VecVirtual { return t.load(2, j) })
	ADDQ(param("next"), u)
	ADDQ(param("row"), w)
	DECQ(param("count"))
	JNE(LabelRef("channel"))
	VZEROUPPER()
	RET()
}

type taps struct {
	consts          constants
	u, at           GPVirtual
	stride, stride3 GPVirtual
	rows            []GPVirtual // rows of the filter
	tap             GPVirtual
}

func (t *taps) mem(row, column int) Mem {
	at := Mem{Base: t.rows[row]}
	if column > 0 {
		at.Index, at.Scale = t.tap, uint8(column)
	}
	return at
}

func (t *taps) load(row, column int) VecVirtual {
	x := YMM()
	VMOVUPS(t.mem(row, column), x)
	return x
}

// single writes row r of frequencies. column returns its columns.
func (t *taps) single(r int, column func(j int) VecVirtual) {
	var x [3]VecVirtual
	for j := range x {
		x[j] = column(j)
	}
	t.row(r, x)
}

// pair writes rows r and r+1 of frequencies: the sums and the differences of the results of column.
func (t *taps) pair(r int, column func(j int) (even, odd VecVirtual)) {
	var sums, differences [3]VecVirtual
	for j := range sums {
		even, odd := column(j)
		sums[j], differences[j] = plus(even, odd), minus(even, odd)
	}
	t.row(r, sums)
	t.row(r+1, differences)
}

// row writes the transform of a row.
func (t *taps) row(r int, x [3]VecVirtual) {
	t.begin(r, narrow[0])
	first, even, odd := YMM(), plus(x[0], x[2]), YMM()
	VMULPS(t.consts[1./4], x[0], first)
	VMOVUPS(first, t.place(0))
	VMULPS(t.consts[-1./6], even, even)
	VMULPS(t.consts[-1./6], x[1], odd)
	VMOVUPS(plus(even, odd), t.place(1))
	VMOVUPS(minus(even, odd), t.place(2))
	VMOVUPS(x[2], t.place(3))

	t.begin(r, wideOnly[0])
	VMULPS(t.consts[1./24], x[0], first)
	VFMADD231PS(t.consts[1./6], x[2], first)
	VMULPS(t.consts[1./12], x[1], odd)
	VMOVUPS(plus(first, odd), t.place(0))
	VMOVUPS(minus(first, odd), t.place(1))
}

// begin points to a frequency.
func (t *taps) begin(r, c int) {
	IMUL3Q(U8(place(r, c)), t.stride, t.at)
	ADDQ(t.u, t.at)
}

// place returns the address of the i-th frequency from there.
func (t *taps) place(i int) Mem {
	switch i {
	case 0:
		return Mem{Base: t.at}
	case 3:
		return Mem{Base: t.at, Index: t.stride3, Scale: 1}
	default:
		return Mem{Base: t.at, Index: t.stride, Scale: uint8(i)}
	}
}
