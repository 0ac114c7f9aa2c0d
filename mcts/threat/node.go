package threat

import "epaminondas/game"

// A side is the role of a player in a threat search: attacker or defender.
type side uint8

const (
	attacker side = iota
	defender
)

func (c side) other() side { return c ^ 1 }

// key returns the key of a position at the given ply of the search with the given side to move.
func key(s *game.State, ply int, mover side) uint64 {
	return s.Hash() ^ uint64(2*ply+int(mover)+1)*0x9E3779B97F4A7C15
}

// search expands the position at the given ply, whose entry is at slot, until its proof or disproof
// number reaches its bound or the budget is spent.
func (t *Search) search(ply int, slot int32, mover side, proof, disproof uint32) {
	e := &t.table.entries[slot]
	if e.won() || e.held() || t.nodes >= t.budget {
		return
	}
	t.nodes++
	f, next := &t.frames[ply], &t.frames[ply+1]
	f.list(mover)
	f.slots = f.slots[:0]
	for _, m := range f.moves {
		next.state = f.state
		next.state.Play(m)
		kid := t.visit(ply+1, mover.other())
		f.slots = append(f.slots, kid)
		if k := &t.table.entries[kid]; mover == attacker && k.won() {
			e.win(int(k.plies)+1, m)
			return
		} else if mover == defender && k.held() {
			e.hold()
			return
		}
		if t.nodes >= t.budget {
			return
		}
	}
	for {
		c := t.choose(f, mover)
		e.proof, e.disproof = c.proof, c.disproof
		if e.won() {
			t.conclude(e, f, mover)
		}
		if e.proof >= proof || e.disproof >= disproof || t.nodes >= t.budget {
			return
		}
		next.state = f.state
		next.state.Play(f.moves[c.best])
		kid := &t.table.entries[f.slots[c.best]]
		if mover == attacker {
			t.search(ply+1, f.slots[c.best], defender, min(proof, c.second+c.second/4+1),
				disproof-c.disproof+kid.disproof)
		} else {
			t.search(ply+1, f.slots[c.best], attacker, proof-c.proof+kid.proof,
				min(disproof, c.second+c.second/4+1))
		}
	}
}

// A choice holds the numbers of a position and the move to search next.
type choice struct {
	proof, disproof uint32
	best            int
	second          uint32 // the deciding number of the best of the other moves
}

// choose sums up the numbers of the positions after the moves of a frame.
func (t *Search) choose(f *frame, mover side) choice {
	c := choice{second: infinite}
	least, sum := uint32(infinite)+1, uint32(0)
	for i, slot := range f.slots {
		e := &t.table.entries[slot]
		own, other := e.proof, e.disproof
		if mover == defender {
			own, other = other, own
		}
		if sum = min(sum+other, infinite); own < least {
			c.best, c.second, least = i, min(least, infinite), own
		} else if own < c.second {
			c.second = own
		}
	}
	least = min(least, infinite)
	c.proof, c.disproof = least, sum
	if mover == defender {
		c.proof, c.disproof = sum, least
	}
	return c
}

// conclude writes the line of a won position into its entry. The attacker plays the move that wins,
// and the defender the move that delays the loss longest.
func (t *Search) conclude(e *entry, f *frame, mover side) {
	plies, choice := -1, game.NoMove
	for i, slot := range f.slots {
		k := &t.table.entries[slot]
		if mover == attacker && !k.won() {
			continue
		}
		if plies < 0 || mover == attacker && int(k.plies) < plies ||
			mover == defender && int(k.plies) > plies {
			plies, choice = int(k.plies), f.moves[i]
		}
	}
	e.win(plies+1, choice)
}

// visit returns the slot of the position at the given ply. A new position gets its first numbers:
// the attacker must win after each of the replies, and the defender must hold after each of the
// threats. The first proof number is the square of the number of replies, because this saved a
// tenth of the nodes in measured endings.
func (t *Search) visit(ply int, mover side) int32 {
	f := &t.frames[ply]
	slot, isNew := t.table.slot(key(&f.state, ply, mover))
	if !isNew {
		return slot
	}
	t.nodes++
	e := &t.table.entries[slot]
	switch {
	case mover == attacker && ply >= MaxPlies:
		e.hold()
		return slot
	case mover == defender && t.decided(ply, e):
		return slot
	}
	f.list(mover)
	n := uint32(len(f.moves))
	switch {
	case n == 0 && mover == attacker:
		e.hold()
	case n == 0:
		e.win(0, game.NoMove)
	case mover == attacker:
		e.proof, e.disproof = 1, n
	default:
		e.proof, e.disproof = n*n, 1
	}
	return slot
}

// decided fills the entry of a position in which the defender has no choice: no stone may move, or
// the ply limit is reached.
func (t *Search) decided(ply int, e *entry) bool {
	s := &t.frames[ply].state
	switch {
	case s.Lead() >= 0: // not a threat, so a move of listAnnihilation
		e.win(0, game.NoMove)
	case ply < t.left:
		return false
	default:
		if outcome, _ := s.Outcome(); outcome == game.Win(s.Turn().Other()) {
			e.win(0, game.NoMove)
		} else {
			e.hold()
		}
	}
	return true
}

// list lists the threats of the attacker or the replies of the defender in the position of a frame.
func (f *frame) list(mover side) {
	if mover == defender {
		f.moves = f.state.AppendLeading(f.moves[:0], 0)
		return
	}
	f.moves = f.state.AppendLeading(f.moves[:0], 1)
	f.listAnnihilation()
}

// listAnnihilation adds a move after which the opponent has no stone that may move, if it is not a
// threat. Such a move ends the game.
func (f *frame) listAnnihilation() {
	prey, ok := lastStones(&f.state)
	if !ok {
		return
	}
	goal := prey
	if prey.Empty() { // every move does
		goal = f.state.Board().Mask()
	}
	n := len(f.moves)
	f.moves = f.state.AppendMovesTo(f.moves, goal)
	for _, m := range f.moves[n:] {
		if f.state.LeadAfter(m) == 0 && f.state.Captured(m) == prey {
			f.moves[n] = m
			n++
			break
		}
	}
	f.moves = f.moves[:n]
}
