package replay

import (
	"math/rand/v2"
	"strings"
)

// Archive draws n positions of the window with rng, in proportion to their weights, and returns
// their texts, one a line, so that new games can begin there. It leaves out the last position of a
// record, where nothing is left to play, so it may return fewer. Archive changes nothing in the
// sampler.
func (s *Sampler) Archive(n int, rng *rand.Rand) string {
	if s.start() == s.weight {
		return ""
	}
	var lines strings.Builder
	for range n {
		h, i := s.pick(rng)
		if at := &h.positions[i]; int(at.ply) < len(h.moves) {
			lines.WriteString(at.state.String())
			lines.WriteByte('\n')
		}
	}
	return lines.String()
}
