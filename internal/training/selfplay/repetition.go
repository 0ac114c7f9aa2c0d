package selfplay

import (
	"epaminondas/game"
	"epaminondas/replay"
)

// occurrences counts the occurrences of each position of a game.
type occurrences struct {
	most  int            // occurrences that end the game; 0 for never
	count map[uint64]int // by hash
}

// reset starts a new game. If the rules allow it, the game is drawn when a position occurs a given
// number of times.
func (o *occurrences) reset(r game.Rules, most int) {
	if o.most = most; !replay.DrawnByRepetition(r) {
		o.most = 0
	}
	if o.count == nil {
		o.count = map[uint64]int{}
	}
	clear(o.count)
}

// drawn adds an occurrence of s and reports whether it ends the game.
func (o *occurrences) drawn(s *game.State) bool {
	if o.most == 0 {
		return false
	}
	o.count[s.Hash()]++
	return o.count[s.Hash()] >= o.most
}
