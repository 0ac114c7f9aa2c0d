package selfplay

import (
	"fmt"
	"strings"

	"epaminondas/game"
)

// ParseArchive reads the positions of a [Player.Archive] on b, one a line. A position has its ply,
// so the ply limit ends a game from this position at the same ply as a game from the start. No
// position may be over.
func ParseArchive(b *game.Board, text string) ([]game.State, error) {
	var archive []game.State
	for line := range strings.Lines(text) {
		s, err := b.ParseState(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("selfplay: position %d of the archive: %w", len(archive)+1, err)
		}
		if outcome, reason := s.Outcome(); outcome != game.Ongoing {
			return nil, fmt.Errorf("selfplay: position %d of the archive, %v, is over (%v)",
				len(archive)+1, &s, reason)
		}
		archive = append(archive, s)
	}
	return archive, nil
}
