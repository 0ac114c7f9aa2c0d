package selfplay

import (
	"maps"
	"slices"
	"time"

	"epaminondas/replay"
)

// sequencer brings finished games into the order in which they began.
type sequencer struct {
	most     int // games that may wait
	passOver bool
	next     int                  // turn that comes next
	early    map[int]*replay.Game // games with later turns, which wait
	since    time.Time            // when the first of them came
}

// add takes a finished game and returns the games that can now be delivered, in order.
func (s *sequencer) add(p played, now time.Time) (ready []*replay.Game) {
	if p.turn < s.next { // later games have overtaken it
		return []*replay.Game{p.game}
	}
	if len(s.early) == 0 {
		s.since = now
	}
	s.early[p.turn] = p.game
	if s.passOver && (len(s.early) > s.most || now.Sub(s.since) >= heldLongest) {
		s.next = slices.Min(slices.Collect(maps.Keys(s.early)))
	}
	for ; s.early[s.next] != nil; s.next++ {
		ready = append(ready, s.early[s.next])
		delete(s.early, s.next)
		s.since = now // for the games after the next gap
	}
	return ready
}
