package selfplay

import "epaminondas/replay"

// sequencer brings finished games into the order in which they began.
type sequencer struct {
	next  int                  // turn that comes next
	early map[int]*replay.Game // games with later turns, which wait
}

// add takes a finished game and returns the games that can now be delivered, in order.
func (s *sequencer) add(p played) (ready []*replay.Game) {
	s.early[p.turn] = p.game
	for ; s.early[s.next] != nil; s.next++ {
		ready = append(ready, s.early[s.next])
		delete(s.early, s.next)
	}
	return ready
}
