package learning

import (
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/replay"
)

// FewestGames is the least number of held-out games. With fewer games, intervals over games would
// be too unreliable.
const FewestGames = 20

// HeldOutSet has the held-out games. It measures networks, and all of them on the same games.
type HeldOutSet struct {
	board   *game.Board
	games   [][]position
	table   *solve.Table // nil unless the board is solved
	targets Targets
}

// position is a fully searched position of a held-out game.
type position struct {
	state   game.State
	moves   []game.Move // all legal moves
	policy  []float32   // policy of the search
	value   [3]float32  // value target: win, draw, loss
	ply     int
	decided bool    // the game has an outcome
	outcome int     // +1, 0 or -1 for the side to move
	exact   float64 // value of the solved board for the side to move
}

// NewHeldOutSet returns a HeldOutSet without games. table is nil unless the board is solved. targets
// makes the value targets of [ValueLoss].
func NewHeldOutSet(board *game.Board, table *solve.Table, targets Targets) *HeldOutSet {
	return &HeldOutSet{board: board, table: table, targets: targets}
}

// Add adds the fully searched positions of a game. It returns an error if the game was played on a
// different board.
func (b *HeldOutSet) Add(id int64, g *replay.Game) error {
	var list []position
	err := replay.EachSample(b.board, id, g, func(s *replay.Sample) error {
		p := position{state: s.State, moves: slices.Clone(s.Moves), policy: slices.Clone(s.Policy),
			value: b.targets.Sample(s).Value, ply: s.Ply, decided: s.HasOutcome, outcome: s.Outcome}
		if b.table != nil {
			value, err := b.table.Value(&s.State)
			if err != nil {
				return err
			}
			p.exact = float64(value)
		}
		list = append(list, p)
		return nil
	})
	if err == nil {
		b.games = append(b.games, list)
	}
	return err
}

// longest returns the largest ply of all positions.
func (b *HeldOutSet) longest() int {
	last := 0
	for _, positions := range b.games {
		for i := range positions {
			last = max(last, positions[i].ply)
		}
	}
	return last
}

// Games returns the number of games.
func (b *HeldOutSet) Games() int { return len(b.games) }

// Count returns the number of positions, and how many of them are of games with an outcome.
func (b *HeldOutSet) Count() (positions, decided int) {
	for _, game := range b.games {
		positions += len(game)
		for i := range game {
			if game[i].decided {
				decided++
			}
		}
	}
	return positions, decided
}
