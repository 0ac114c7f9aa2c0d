package solve

// layer numbers the placements of certain numbers of stones: by the set of the own stones, then by the
// set of the enemy's among the squares left over.
type layer struct {
	own, enemy int   // stones
	columns    int   // sets of enemy stones for one set of own ones
	size       int   // placements
	first      int64 // number of its first value in the table, a multiple of valuesPerByte
	ranks      *ranks
}

// index returns the number of p in the layer, 0 to size-1.
func (l *layer) index(p placement) int {
	return l.ranks.rank(p.own, l.own)*l.columns + l.ranks.rank(squeeze(p.enemy, p.own), l.enemy)
}

// placement returns the placement with number i.
func (l *layer) placement(i int) placement {
	row := uint32(i) / uint32(l.columns)
	own := l.ranks.sets[l.own][row]
	enemy := l.ranks.sets[l.enemy][uint32(i)-row*uint32(l.columns)]
	return placement{own, spread(enemy, own)}
}

// newLayers returns the layers [own][enemy] of a board and the number of values in the table, with
// the unused ones that round a layer up to whole bytes.
func newLayers(area, most int) (layers [][]layer, values int64) {
	r := newRanks(area, most)
	layers = make([][]layer, most+1)
	for own := range layers {
		layers[own] = make([]layer, most+1)
		for enemy := range layers[own] {
			columns := choose(area-own, enemy)
			size := choose(area, own) * columns
			layers[own][enemy] = layer{own: own, enemy: enemy, columns: int(columns), size: int(size), first: values, ranks: r}
			values += (size + valuesPerByte - 1) / valuesPerByte * valuesPerByte
		}
	}
	return layers, values
}
