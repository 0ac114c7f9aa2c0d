package fit

import (
	"context"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/replay"
)

// bench has the held-out games. It measures networks and is the same for all candidates.
type bench struct {
	board *game.Board
	games [][]position
	table *solve.Table // nil unless the board is solved
	bands bands
}

// position is a fully searched position of a held-out game.
type position struct {
	state   game.State
	moves   []game.Move // all legal moves
	policy  []float32   // policy of the search
	ply     int
	decided bool    // the game has an outcome
	outcome int     // +1, 0 or -1 for the side to move
	exact   float64 // value of the solved board for the side to move
}

// fewestGames is the least number of held-out games. With fewer, intervals by game mean nothing.
const fewestGames = 20

// newBench reads the held-out games. It returns the number of games that could not be used.
func newBench(ctx context.Context, board *game.Board, table *solve.Table, a *archive,
	held []replay.Entry, progress func(done, total int)) (b *bench, damaged int, err error) {
	b = &bench{board: board, table: table}
	damaged, reason, err := a.each(ctx, held, func(done int, id int64, g *replay.Game) error {
		progress(done, len(held))
		positions, err := b.positions(id, g)
		if err == nil {
			b.games = append(b.games, positions)
		}
		return err
	})
	if err != nil {
		return nil, damaged, err
	}
	if len(b.games) < fewestGames {
		err := fmt.Errorf("fit: %d of the games in the window of %s are held out, want at least %d: "+
			"hold out a larger share than %v, or play more games",
			len(b.games), a.dir, fewestGames, a.share)
		if reason != nil {
			err = fmt.Errorf("%w (%d games were refused, the first because: %w)", err, damaged, reason)
		}
		return nil, damaged, err
	}
	b.bands = newBands(b.longest())
	return b, damaged, nil
}

// positions returns the positions of a game.
func (b *bench) positions(id int64, g *replay.Game) (list []position, err error) {
	err = replay.EachSample(b.board, id, g, func(s *replay.Sample) error {
		p := position{state: s.State, moves: slices.Clone(s.Moves), policy: slices.Clone(s.Policy),
			ply: s.Ply, decided: s.HasOutcome, outcome: s.Outcome}
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
	return list, err
}

// longest returns the last ply of all positions.
func (b *bench) longest() int {
	last := 0
	for _, positions := range b.games {
		for i := range positions {
			last = max(last, positions[i].ply)
		}
	}
	return last
}

// count returns the number of positions, and how many of them are of games with an outcome.
func (b *bench) count() (positions, decided int) {
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
