package net

// layout maps the planes of a network's groups to channels of the inference engine. Each group has
// one channel for each plane. Further channels stand for several planes at once, because some
// features always come together.
type layout struct {
	planes int
	shares [][]contribution // contributions of each channel to the planes of the network
	first  []int            // channel of each group of the table, -1 for none
}

// layout returns the layout of a network that reads g.
func (g Groups) layout() *layout {
	l := &layout{}
	for i, row := range groupTable() {
		if i > 0 && g>>(i-1)&1 == 0 {
			l.first = append(l.first, -1)
			continue
		}
		l.first = append(l.first, len(l.shares))
		for plane := range row.planes {
			l.shares = append(l.shares, []contribution{{l.planes + plane, 1}})
		}
		for _, channel := range row.channels {
			var shares []contribution
			for _, s := range channel {
				shares = append(shares, contribution{l.planes + s.plane, s.value})
			}
			l.shares = append(l.shares, shares)
		}
		l.planes += row.planes
	}
	return l
}

// stemWeights returns the weights [3, 3, channels, out] of the stem whose weights are [3, 3,
// planes, out].
func (l *layout) stemWeights(weights []float32, out int) []float32 {
	channels := len(l.shares)
	wide := make([]float32, 9*channels*out)
	for tap := range 9 {
		from, to := weights[tap*l.planes*out:][:l.planes*out], wide[tap*channels*out:][:channels*out]
		for channel, shares := range l.shares {
			for o := range out {
				var sum float64
				for _, s := range shares {
					sum += float64(from[s.plane*out+o]) * float64(s.value)
				}
				to[channel*out+o] = float32(sum)
			}
		}
	}
	return wide
}
