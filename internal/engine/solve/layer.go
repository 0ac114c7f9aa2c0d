package solve

// numbering numbers the placements of a layer from zero: by the set of one side's stones, the major, then by the set
// of the other's among the squares left over.
type numbering struct {
	major, minor int // stones
	columns      int // sets of the minor for one set of the major
	ranks        *ranks
}

// row returns the number of the first placement with a set of the major.
func (n *numbering) row(major uint32) int { return n.ranks.rank(major, n.major) * n.columns }

// column returns what the set of the minor adds to that.
func (n *numbering) column(minor, major uint32) int {
	return n.ranks.rank(squeeze(minor, major), n.minor)
}

// sets returns the sets of placement i.
func (n *numbering) sets(i int) (major, minor uint32) {
	row := uint32(i) / uint32(n.columns)
	major = n.ranks.sets[n.major][row]
	return major, spread(n.ranks.sets[n.minor][uint32(i)-row*uint32(n.columns)], major)
}

// layer is all placements of certain numbers of stones, numbered in two ways. Values and cells are in the
// order of the enemy's stones: so the placements that a move of one side leads to or comes from, which are most of what
// is looked up, lie in one row that the processor's cache holds. Whoever steps through the placements to
// look there goes in the order of the own stones, and stays in that row for many steps.
type layer struct {
	byEnemy, byOwn numbering
	size           int   // placements
	first          int64 // number of its first value in the table, a multiple of valuesPerByte
}

// index returns the number of p by the enemy's stones.
func (l *layer) index(p placement) int {
	return l.byEnemy.row(p.enemy) + l.byEnemy.column(p.own, p.enemy)
}

// ownIndex returns the number of p by the own stones.
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

// newLayers returns the layers [own][enemy] of a board and the number of values in the table, with
// the unused ones that round a layer up to whole bytes.
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
