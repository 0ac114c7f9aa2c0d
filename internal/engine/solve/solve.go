// Package solve computes the exact value of every position of a small board: win, loss or draw with
// best play. A draw is endless play.
//
// The method is retrograde analysis (Thompson, "Retrograde analysis of certain endgames", ICCA
// Journal 9(3), 1986). The rules look the same from both sides, so the package stores each position
// from the mover's view, walking north. This halves the number of positions. A capture leads to
// fewer stones and no move leads to more. So the package solves positions in layers of equal
// numbers of stones, fewest first. In a layer, captures and the far rows decide some positions at
// once. Each of the other positions counts its moves that are not known to lose. From the decided
// positions the search goes backward over moves without a capture. A position with a move to a loss
// is a win. A position is a loss when its count reaches zero. A position that the search never
// reaches is a draw.
package solve

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Value is the value of a position for the side to move.
type Value int8

// The values of a position.
const (
	Loss Value = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (v Value) String() string {
	switch v {
	case Loss:
		return "loss"
	case Win:
		return "win"
	}
	return "draw"
}

// Limits of the boards that can be solved.
const (
	maxArea       = 24          // squares; sets of squares are looked up in two halves of 12 bits
	maxPlacements = 150_000_000 // keeps memory under 200 MiB; a byte holds any count of moves
)

// Supported returns nil if the positions of r can be solved, and otherwise an error with the
// reason. The ply limit of r and its verdict do not count here.
func Supported(r game.Rules) error {
	if err := r.Validate(); err != nil {
		return fmt.Errorf("solve: %w", err)
	}
	if err := bounded(r); err != nil {
		return fmt.Errorf("solve: %s cannot be solved: %w", r.Name(), err)
	}
	return nil
}

// bounded returns an error if the solver cannot handle valid rules.
func bounded(r game.Rules) error {
	if r.Capture != game.CaptureLine {
		return errors.New("the rules have no captures of whole lines")
	}
	if r.Crossed != game.CrossedFree || r.Behind != game.BehindFree {
		return fmt.Errorf("crossed is %s and behind is %s, want both free",
			r.Crossed, r.Behind)
	}
	if r.Rows != 1 {
		return fmt.Errorf("the board has %s of stones a side, want 1", noun.Count(r.Rows, "row"))
	}
	if area := r.Width * r.Height; area > maxArea {
		return fmt.Errorf("the board has %s, want at most %d", noun.Count(area, "square"), maxArea)
	}
	if n := placements(r.Width*r.Height, r.Width); n > maxPlacements {
		return fmt.Errorf("the board has %s, want at most %d", noun.Count(n, "placement"), maxPlacements)
	}
	return nil
}

// Solve returns the values of all positions of r: every placement of 0 to Width stones a side with
// either side to move, even those that no game can reach. It uses all cores that Go may use.
//
// Solve reports the amount of finished work to progress, unless progress is nil. The calls do not
// overlap. Solve returns an error if r is not [Supported] or ctx is done.
func Solve(ctx context.Context, r game.Rules, progress func(done, total int64)) (*Table, error) {
	t, err := newTable(r)
	if err != nil {
		return nil, err
	}
	if err := solveTable(ctx, t, newMeter(2*t.placements, progress)); err != nil {
		return nil, fmt.Errorf("solve: solve %s: %w", r.Unlimited().Name(), err)
	}
	return t, nil
}
