package kernel

// An intProduct multiplies frequencies in integers of 16 bits. Two instructions of AVX2 multiply 16 of them
// and add the products in 32 bits. They take less time than the two that float32 needs for as many. Scales
// keep every sum within 32 bits:
//
//   - The inputs of an image have one scale for each frequency, which follows from the largest input.
//   - The weights to an output have one scale for each frequency, which follows from their sum.
type intProduct struct {
	exact  *vectorConv
	panels []intPanel
}

// An intPanel has the weights of a panel of [vectorConv], which is one or two pairs of vectors of outputs.
type intPanel struct {
	pairs   int
	weights []float32 // [36, pairs, in/2, 16]; each value is a pair of input channels
	factors []float32 // [36, pairs, 16]: the value of a sum of 1, if the largest input is largestInt
}

const (
	intOutputs = 2 * lanes // outputs of a pair of vectors
	intTiles   = 6         // tiles in the largest block
	intBytes   = 2
)

// places are the frequencies in the order of memory: those of tiles with two outputs along a side come first.
var places = listPlaces()

// frequencyAt returns the frequency at a place in memory.
func frequencyAt(place int) int { return places[place] }

func listPlaces() (list [frequencies]int) {
	narrow, wide := []int{0, 1, 2, 5}, []int{3, 4}
	at := 0
	for _, part := range [][2][]int{{narrow, narrow}, {narrow, wide}, {wide, narrow}, {wide, wide}} {
		for _, r := range part[0] {
			for _, c := range part[1] {
				list[at] = r*tileIn + c
				at++
			}
		}
	}
	return list
}

// hasInt16 reports whether the assembly multiplies integers of 16 bits.
func hasInt16() bool { return hasVectors() }

func fitsInts(in, out int) bool { return fitsTiles(in, out) }

// newIntConv returns a convolution in integers of 16 bits. It requires [hasInt16] and [fitsTiles].
func newIntConv(in, out int) convMethod {
	return newRoundedConv(in, out, func(c *vectorConv) shortProduct {
		ip := &intProduct{exact: c}
		for _, p := range c.panels {
			pairs := p.vectors / 2
			ip.panels = append(ip.panels, intPanel{pairs: pairs,
				weights: make([]float32, frequencies*pairs*in/2*intOutputs),
				factors: make([]float32, frequencies*pairs*intOutputs)})
		}
		return ip
	})
}

func (ip *intProduct) load() {
	in := ip.exact.in
	weights, rounded := make([]float32, in), make([]int16, in)
	for n := range ip.panels {
		from, to := &ip.exact.panels[n], &ip.panels[n]
		for f := range frequencies {
			for o := range to.pairs * intOutputs {
				for i := range weights {
					weights[i] = from.weights[f*from.stride+from.at(i, from.first+o, in)]
				}
				pair, column := f*to.pairs+o/intOutputs, o%intOutputs
				to.factors[pair*intOutputs+column] = gains[f] * roundWeights(rounded, weights)
				for i := 0; i < in; i += 2 {
					to.weights[(pair*in/2+i/2)*intOutputs+column] = pairInts(rounded[i], rounded[i+1])
				}
			}
		}
	}
}

// spread rounds the frequencies while they are in registers. The unit is NaN if they may not be finite.
func (ip *intProduct) spread(dst, _, src, patch []float32, g grid) float32 {
	scales, unit := scalesOf(extremesOf(src))
	in := ip.exact.in
	pitch, step := g.tiles()*tileFloats*intBytes, in*floatBytes
	ip.exact.eachRun(src, patch, g, func(x *float32, row, tile, count int, s strip) {
		spreadRounded(&dst[tile*tileFloats/2], x, &scales[0], pitch, row*step, step, in/lanes, count, s)
	})
	return unit
}

// extremesOf calls [extremes].
func extremesOf(x []float32) (magnitude uint32, least float32) { return extremes(&x[0], len(x)) }

func spreadRounded(v, x, scales *float32, vector, row, step, groups, count int, s strip) {
	switch {
	case s.tall == tileOut && s.wide == tileOut:
		spread4x4Rounded(v, x, scales, vector, row, step, groups, count)
	case s.tall == tileOut:
		spread4x2Rounded(v, x, scales, vector, row, step, groups, count)
	case s.wide == tileOut:
		spread2x4Rounded(v, x, scales, vector, row, step, groups, count)
	default:
		spread2x2Rounded(v, x, scales, vector, row, step, groups, count)
	}
}

func (ip *intProduct) multiply(m, v []float32, n int, g grid, k class, unit float32) {
	p, in := &ip.panels[n], ip.exact.in
	pitch := g.tiles() * tileFloats
	from := k.tile*tileFloats + k.first*lanes
	blocks := (k.tiles + intTiles - 1) / intTiles
	first := k.first * p.pairs * intOutputs
	multiplyIntegers(&m[from], &v[from/2], &p.weights[first*in/2], &p.factors[first], k.count, in/lanes,
		p.pairs, pitch*floatBytes, pitch*intBytes, k.tiles/blocks, k.tiles%blocks, blocks, unit)
}
