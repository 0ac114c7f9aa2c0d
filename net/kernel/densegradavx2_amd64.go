package kernel

// addProductAVX2 adds to m [rows, out] the product of v, whose rows are vRow and columns vStep
// apart, and u [depth, out].
func addProductAVX2(m, v, u []float32, rows, depth, out, vRow, vStep int) {
	if rows == 0 || depth == 0 || out == 0 {
		return
	}
	p := product{add: true, floor: noFloor, batch: 1, mRow: out, vRow: vRow, vStep: vStep, uStep: out, depth: depth}
	p.columns(m, v, u, nil, rows, out)
}
