package selfplay

import (
	"epaminondas/game"
	"epaminondas/replay"
)

// occurrences counts how often the positions of a game occur.
type occurrences struct {
	most  int            // occurrences that end the game; 0 for never
	count map[uint64]int // by hash
}

// reset forgets the last game. The next one follows the rules, and is drawn when a position occurs
// for so many times.
func (o *occurrences) reset(r game.Rules, most int) {
	if o.most = most; !replay.DrawnByRepetition(r) {
		o.most = 0
	}
	if o.count == nil {
		o.count = map[uint64]int{}
	}
	clear(o.count)
}

// drawn counts one more occurrence of s and reports whether that ends the game.
func (o *occurrences) drawn(s *game.State) bool {
	if o.most == 0 {
		return false
	}
	o.count[s.Hash()]++
	return o.count[s.Hash()] >= o.most
}
