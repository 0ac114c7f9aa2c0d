//go:build amd64 || arm64

package kernel

const (
	lanes      = 8 // floats in a vector
	floatBytes = 4
)

// frequencyGap is the number of extra floats between two products of a batch. Without it their
// distance may be a power of two, and all would share a few cache lines.
const frequencyGap = 64 / floatBytes

func fullVectors(channels int) int { return (channels + lanes - 1) / lanes * lanes }

// product is a batch of matrix products m = max(start + v u, floor), where m is [rows, 8 vectors],
// v [rows, depth] and u [depth, 8 vectors]. The strides count floats. The order of additions in a
// sum does not depend on the number of rows, with one exception: blocks of at most 6 sums add up
// partial sums.
type product struct {
	u     *float32
	bias  *float32 // [8 vectors]: the start of every row; nil for zero
	add   bool     // start from m, and add the bias to it
	floor float32

	batch               int // number of products
	mNext, vNext, uNext int // from a product to the next one
	mRow, vRow          int // from a row to the next one
	vStep, uStep        int // from a step of depth to the next one
	depth               int

	vectors int // 1 to 4
	rest    int // if not zero, there is one vector, with only this many floats
}

// floorOf returns the floor of a ReLU, or noFloor.
func floorOf(relu bool) float32 {
	if relu {
		return 0
	}
	return noFloor
}

// run computes the products of all rows. It uses as few blocks as possible, of nearly equal size.
func (p *product) run(m, v []float32, rows int) {
	blocks := blocksOfRows(rows, p.vectors)
	each, larger := rows/blocks, rows%blocks
	if larger > 0 {
		p.block(m, v, larger, each+1)
	}
	done := larger * (each + 1)
	p.block(m[done*p.mRow:], v[done*p.vRow:], blocks-larger, each)
}

// blocksOfRows returns the number of blocks of rows.
func blocksOfRows(rows, vectors int) int {
	most := 6
	if vectors == 3 {
		most = 4
	}
	return (rows + most - 1) / most
}

func (p *product) block(m, v []float32, blocks, rows int) {
	vectors := p.vectors
	if p.rest > 0 {
		vectors = 0
	}
	multiply(&m[0], &v[0], p.u, p.bias, p.batch, blocks, p.depth,
		p.mRow*floatBytes, p.mNext*floatBytes, p.vRow*floatBytes, p.vStep*floatBytes, p.vNext*floatBytes,
		p.uStep*floatBytes, p.uNext*floatBytes, rows, vectors, p.rest, p.floor, p.add,
		avx512 && vectors > 0 && vectors%2 == 0)
}

// panelWidth returns the number of vectors in the next panel, if left vectors remain. If left is
// odd, the panel has three vectors or one. Otherwise it has two, or four if AVX-512 adds them in
// the same order.
func panelWidth(left, rows int) int {
	switch {
	case left == 1:
		return 1
	case left%2 == 1:
		return 3
	case avx512 && left >= 4 && sameOrder(rows/blocksOfRows(rows, 2)):
		return 4
	default:
		return 2
	}
}

// columns computes the products of rows with all columns, out, of u and bias. bias may be nil.
func (p *product) columns(m, v, u, bias []float32, rows, out int) {
	whole := out / lanes
	for at := 0; at < out; at += p.vectors * lanes {
		if left := whole - at/lanes; left > 0 {
			p.vectors = panelWidth(left, rows)
		} else {
			p.vectors, p.rest = 1, out%lanes
		}
		p.u = &u[at]
		if bias != nil {
			p.bias = &bias[:out][at]
		}
		p.run(m[at:], v, rows)
	}
}

func denseVectors(dst, src, weights, bias []float32, rows, in, out int, relu bool) {
	if rows == 0 || out == 0 {
		return
	}
	p := product{floor: floorOf(relu), batch: 1, mRow: out, vRow: in, vStep: 1, uStep: out, depth: in}
	p.columns(dst[:rows*out], src[:rows*in], weights[:in*out], bias, rows, out)
}

// addProductVectors adds to m [rows, out] the product of v, whose rows are vRow and columns vStep
// apart, and u [depth, out].
func addProductVectors(m, v, u []float32, rows, depth, out, vRow, vStep int) {
	if rows == 0 || depth == 0 || out == 0 {
		return
	}
	p := product{add: true, floor: noFloor, batch: 1, mRow: out, vRow: vRow, vStep: vStep, uStep: out,
		depth: depth}
	p.columns(m, v, u, nil, rows, out)
}
