package game

import (
	"cmp"
	"errors"
	"fmt"
)

// ErrRules is wrapped by every error about a name or a set of rules.
var ErrRules = errors.New("unusable rules")

// Capture is the rule for the stones that a capture removes.
type Capture uint8

// The two ways to capture.
const (
	CaptureLine   Capture = iota // Epaminondas: the stone landed on and all that follow it without a gap
	CaptureSingle                // Crossings: only the stone landed on
)

// Crossed is the rule for a stone that has crossed, which means that it stands on its far row.
type Crossed uint8

// The two rules about crossed stones.
const (
	CrossedFree Crossed = iota // Epaminondas: it is a stone like any other
	// Crossings: it never moves again and is never captured; it counts in the length of a line
	CrossedFixed
)

// Behind is the duty of a side that starts its turn with fewer crossed stones than the opponent.
type Behind uint8

// The two rules for a side that is behind.
const (
	BehindFree  Behind = iota // Epaminondas: it has no duty
	BehindLevel               // Crossings: it must draw level; without such a move it has lost
)

// Symmetry is a reading of the rule that forbids entering the far row with a symmetric pattern.
type Symmetry uint8

// The readings of the symmetry rule.
const (
	LeftRight  Symmetry = iota // the position equals its mirror image, column a with the last column
	Rotation                   // the position equals itself turned by 180 degrees, colours exchanged
	NoSymmetry                 // no such rule
)

// Limit is the rule that decides a game at its ply limit.
type Limit uint8

// The verdicts at the ply limit.
const (
	LimitAdvancement Limit = iota // the side further advanced; never a draw
	LimitDraw                     // a draw
)

// The names of the choices in the rules, by value.
var (
	captureTexts  = []string{"line", "single"}
	crossedTexts  = []string{"free", "fixed"}
	behindTexts   = []string{"free", "level"}
	symmetryTexts = []string{"left-right", "rotation", "none"}
	limitTexts    = []string{"advancement", "draw"}
)

// String returns the name of c in the texts of rules.
func (c Capture) String() string { return captureTexts[c] }

// String returns the name of c in the texts of rules.
func (c Crossed) String() string { return crossedTexts[c] }

// String returns the name of b in the texts of rules.
func (b Behind) String() string { return behindTexts[b] }

// String returns the name of s in configs.
func (s Symmetry) String() string { return symmetryTexts[s] }

// String returns the name of l in configs.
func (l Limit) String() string { return limitTexts[l] }

// Rules are the rules of a game as data. The zero value is not usable: see [ParseRules].
type Rules struct {
	Width, Height int // squares a side, 3 to 16
	// rows of stones of each colour at the start, 1 to 3, with at least one row between them
	Rows     int
	Capture  Capture  // rule for the stones that a capture removes
	Crossed  Crossed  // rule for stones on their far row
	Behind   Behind   // duty of a side that is behind on the far rows
	Symmetry Symmetry // reading of the symmetry rule
	MaxPlies int      // ply at which a game is stopped and judged, counted from the start; 0 for never
	Limit    Limit    // verdict at MaxPlies
}

// Unlimited returns r without its ply limit and the verdict there. Rules with the same Unlimited
// have the same legal moves before the limit.
func (r Rules) Unlimited() Rules {
	r.MaxPlies, r.Limit = 0, 0
	return r
}

// Validate reports the first unusable field, its value and what is allowed. Errors wrap [ErrRules].
func (r Rules) Validate() error {
	if err := r.check(); err != nil {
		return fmt.Errorf("game: %w: %v", ErrRules, err)
	}
	return nil
}

// check is Validate without the wrapping error.
func (r Rules) check() error {
	within := func(field string, value, low, high int) error {
		if value < low || value > high {
			return fmt.Errorf("%s is %d, want %d to %d", field, value, low, high)
		}
		return nil
	}
	return cmp.Or(
		within("width", r.Width, minSide, maxSide),
		within("height", r.Height, minSide, maxSide),
		within("rows of stones", r.Rows, 1, min(3, (r.Height-1)/2)),
		within("max_plies", r.MaxPlies, 0, mostPlies),
		within("capture", int(r.Capture), 0, int(CaptureSingle)),
		within("crossed", int(r.Crossed), 0, int(CrossedFixed)),
		within("behind", int(r.Behind), 0, int(BehindLevel)),
		within("symmetry", int(r.Symmetry), 0, int(NoSymmetry)),
		within("limit", int(r.Limit), 0, int(LimitDraw)),
	)
}
