package kernel

// conv3x3AVX2 is [Conv3x3] in AVX2 and FMA. The three squares that a row of taps reads lie
// together, so that a row of outputs is the sum of three products, each as deep as three squares
// of inputs, whose rows overlap.
func conv3x3AVX2(dst, src, weights, bias, residual []float32, h, w, in, out int, relu bool) {
	dst, src, weights = dst[:PaddedLen(h, w, out)], src[:PaddedLen(h, w, in)], weights[:9*in*out]
	if residual != nil {
		for r := range h {
			copy(insideRow(dst, r, w, out), insideRow(residual, r, w, out))
		}
	}
	first := (w + 3) * out
	for tap := range 3 {
		p := product{
			add: tap > 0 || residual != nil, floor: noFloor, batch: h, mNext: (w + 2) * out, vNext: (w + 2) * in,
			mRow: out, vRow: in, vStep: 1, uStep: out, depth: 3 * in,
		}
		if tap == 2 {
			p.floor = floorOf(relu)
		}
		p.columns(dst[first:], src[tap*(w+2)*in:], weights[3*tap*in*out:], bias, w, out)
		bias = nil
	}
}
