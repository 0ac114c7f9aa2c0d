package game

// Reach holds the squares that a side could reach and the stones that it could capture with one
// move, if it were its turn. Only the rules of stones count: phalanxes move and capture by the
// rules, and a fixed crossed stone can neither move nor be captured. Four rules have no effect: the
// symmetry rule, the duty to draw level, the ply limit and the end of the game. So one definition
// serves both sides.
type Reach struct {
	// Landings[n-1] holds the squares on which the leading stone of a phalanx of n stones can land,
	// with or without a capture, unless a longer phalanx can land there too. The last set also has
	// the squares of all longer phalanxes.
	Landings [MaxDistance]Bits
	Entries  Bits // squares of the side's far row on which a stone of another row can land
	Taken    Bits // all stones of the other side that a move can remove
}

// Reach returns the reach of side c with the given stones, indexed by colour. It neither lists
// moves nor allocates.
func (b *Board) Reach(stones [2]Bits, c Colour) (r Reach) {
	s := State{board: b, stones: stones, turn: c}
	sw := freeSweep(&s)
	for d := range Direction(Directions) {
		landings := sw.land(&r, d)
		if !d.alongRow() {
			r.Entries = r.Entries.Or(landings.bits().And(b.far[c]))
		}
		hits := landings.and(sw.enemy)
		if b.rules.Capture == CaptureLine && !hits.empty() {
			hits = sw.rest(hits, d)
		}
		r.Taken = r.Taken.Or(hits.bits())
	}
	if b.rules.Crossed == CrossedFixed {
		r.Taken = r.Taken.AndNot(b.far[c.Other()])
	}
	r.separate()
	return r
}

// separate removes the landings of longer phalanxes from the landings of each length.
func (r *Reach) separate() {
	var longer Bits
	for i := MaxDistance - 1; i >= 0; i-- {
		if at := &r.Landings[i]; !at.Empty() {
			*at = at.AndNot(longer)
			longer = longer.Or(*at)
		}
	}
}

// land adds the landings of the moves in direction d to r and returns them. For each leading stone
// it moves only the longest phalanx, because this one reaches all squares that a shorter one
// reaches.
func (sw *sweep) land(r *Reach, d Direction) (landings words) {
	// A shift that leaves the board ends on a square that no step in direction d reaches.
	step, reached := d.step(), sw.state.board.inner[d.Opposite()].words()
	movable, empty, prey := sw.movable.and(reached), sw.empty.and(reached), sw.prey.and(reached)
	inner := sw.state.board.inner[d].words()
	enemy, leaders := sw.enemy.and(inner), sw.movable.and(inner).andNot(sw.own.and(reached).shift(-step))
	lines, strong := sw.movable, sw.enemy // as in [sweep.along]
	for length := 1; ; length++ {
		lines = lines.shift(step).and(movable)
		front := leaders.andNot(lines)
		leaders = leaders.and(lines)
		if !front.empty() {
			ends := empty.or(prey.andNot(strong))
			var found words
			for distance := 1; distance <= length && !front.empty(); distance++ {
				front = front.shift(step)
				found = found.or(front.and(ends))
				front = front.and(empty)
			}
			to := &r.Landings[min(length, MaxDistance)-1]
			*to = to.Or(found.bits())
			landings = landings.or(found)
		}
		if leaders.empty() {
			return landings
		}
		strong = strong.shift(-step).and(enemy)
	}
}

// rest adds the enemy stones that stand behind the hit stones in direction d without a gap.
func (sw *sweep) rest(hits words, d Direction) words {
	inner := sw.state.board.inner[d].words()
	for front := hits; !front.empty(); {
		front = front.and(inner).shift(d.step()).and(sw.enemy).andNot(hits)
		hits = hits.or(front)
	}
	return hits
}
