package solve

// numbering numbers the placements of a layer from zero. They are ordered by the set of one side's
// stones, the major set. Then they are ordered by the other side's stones, the minor set, among the
// free squares.
type numbering struct {
	major, minor int // number of stones
	columns      int // minor sets for one major set
	ranks        *ranks
}

// row returns the number of the first placement with the given major set.
func (n *numbering) row(major uint32) int { return n.ranks.rank(major, n.major) * n.columns }

// column returns the number that the minor set adds to the row.
func (n *numbering) column(minor, major uint32) int {
	return n.ranks.rank(squeeze(minor, major), n.minor)
}

// sets returns the sets of placement i.
func (n *numbering) sets(i int) (major, minor uint32) {
	row := uint32(i) / uint32(n.columns)
	major = n.ranks.sets[n.major][row]
	return major, spread(n.ranks.sets[n.minor][uint32(i)-row*uint32(n.columns)], major)
}

// layer holds all placements with given numbers of stones, numbered in two ways. Values and cells
// are ordered by the enemy's stones. A move of one side changes only the own stones, so the
// placements before and after it are in one row, which fits in the processor's cache. Loops over
// such moves go in the order of the own stones of the mover, and so stay in one row for many steps.
type layer struct {
	byEnemy, byOwn numbering
	size           int   // placements
	first          int64 // number of its first value in the table; a multiple of valuesPerByte
}

// index returns the number of p in the order of the enemy's stones.
func (l *layer) index(p placement) int {
	return l.byEnemy.row(p.enemy) + l.byEnemy.column(p.own, p.enemy)
}

// ownIndex returns the number of p in the order of the own stones.
func (l *layer) ownIndex(p placement) int {
	return l.byOwn.row(p.own) + l.byOwn.column(p.enemy, p.own)
}

// placement returns the placement whose index is i.
func (l *layer) placement(i int) placement {
	enemy, own := l.byEnemy.sets(i)
	return placement{own, enemy}
}

// ownPlacement returns the placement whose ownIndex is i.
func (l *layer) ownPlacement(i int) placement {
	own, enemy := l.byOwn.sets(i)
	return placement{own, enemy}
}

// newLayers returns the layers [own][enemy] of a board and the number of values in the table. The
// number includes unused values that fill the last byte of a layer.
func newLayers(area, most int) (layers [][]layer, values int64) {
	r := newRanks(area, most)
	layers = make([][]layer, most+1)
	for own := range layers {
		layers[own] = make([]layer, most+1)
		for enemy := range layers[own] {
			size := choose(area, own) * choose(area-own, enemy)
			layers[own][enemy] = layer{
				byEnemy: numbering{enemy, own, int(choose(area-enemy, own)), r},
				byOwn:   numbering{own, enemy, int(choose(area-own, enemy)), r},
				size:    int(size),
				first:   values,
			}
			values += (size + valuesPerByte - 1) / valuesPerByte * valuesPerByte
		}
	}
	return layers, values
}
