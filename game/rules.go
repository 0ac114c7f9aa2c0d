package game

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrRules is wrapped by every error about a name or a set of rules.
var ErrRules = errors.New("unusable rules")

// Capture says what a capture removes.
type Capture uint8

// The two ways to capture.
const (
	CaptureLine   Capture = iota // Epaminondas: the stone landed on and all that follow it without a gap
	CaptureSingle                // Crossings: only the stone landed on; stones on the far row are crossed
)

// Symmetry is a reading of the rule that forbids entering the far row with a symmetric pattern.
type Symmetry uint8

// The readings of the symmetry rule.
const (
	LeftRight  Symmetry = iota // the position equals its mirror image, column a with the last column
	Rotation                   // the position equals itself turned by 180 degrees, colours exchanged
	NoSymmetry                 // no such rule
)

// Limit says who wins a game that reaches its ply limit.
type Limit uint8

// The verdicts at the ply limit.
const (
	LimitAdvancement Limit = iota // the side further advanced; never a draw
	LimitDraw                     // nobody
)

// The texts of the rules' choices, by their values.
var (
	symmetryTexts = []string{"left-right", "rotation", "none"}
	limitTexts    = []string{"advancement", "draw"}
)

// String returns the name of s in configs.
func (s Symmetry) String() string { return symmetryTexts[s] }

// String returns the name of l in configs.
func (l Limit) String() string { return limitTexts[l] }

// Rules are the rules of a game as data. The zero value is not usable: see [ParseRules].
type Rules struct {
	Width, Height int      // squares a side, 3 to 16
	Rows          int      // rows of stones a side at the start, 1 to 3
	Capture       Capture  // what a capture removes
	Symmetry      Symmetry // reading of the symmetry rule
	MaxPlies      int      // ply at which a game is stopped and judged, counted from the start; 0 for never
	Limit         Limit    // verdict at MaxPlies
}

// The games' names and the rules that they begin with.
const (
	nameEpaminondas = "epaminondas"
	nameCrossings   = "crossings"
)

func preset(name string) (Rules, bool) {
	switch name {
	case nameEpaminondas:
		return Rules{Width: 14, Height: 12, Rows: 2}, true
	case nameCrossings:
		return Rules{Width: 8, Height: 8, Rows: 2, Capture: CaptureSingle, Symmetry: NoSymmetry}, true
	}
	return Rules{}, false
}

// ParseRules reads the name of a set of rules:
//
//	game[:WxH[xROWS]][,symmetry=left-right|rotation|none][,max_plies=N][,limit=advancement|draw]
//
// where game is epaminondas (14x12 if no size is given) or crossings (8x8); WxH alone means two rows
// of stones. It is the inverse of [Rules.Name]. Errors wrap [ErrRules].
func ParseRules(name string) (Rules, error) {
	head, options, _ := strings.Cut(name, ",")
	family, size, sized := strings.Cut(head, ":")
	r, ok := preset(family)
	if !ok {
		return Rules{}, fmt.Errorf("game: %w %q: the game is %q, known are epaminondas and crossings, with a size as in epaminondas:8x8 or epaminondas:4x6x1", ErrRules, name, family)
	}
	if sized {
		if err := r.parseSize(size); err != nil {
			return Rules{}, fmt.Errorf("game: %w %q: %v", ErrRules, name, err)
		}
	}
	if options != "" {
		for _, option := range strings.Split(options, ",") {
			if err := r.parseOption(option); err != nil {
				return Rules{}, fmt.Errorf("game: %w %q: %v", ErrRules, name, err)
			}
		}
	}
	return r, r.Validate()
}

func (r *Rules) parseSize(size string) error {
	parts := strings.Split(size, "x")
	if len(parts) < 2 || len(parts) > 3 {
		return fmt.Errorf("size %q, want WxH or WxHxROWS", size)
	}
	numbers := [3]int{0, 0, 2}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return fmt.Errorf("size %q: %q is no number", size, part)
		}
		numbers[i] = int(n)
	}
	r.Width, r.Height, r.Rows = numbers[0], numbers[1], numbers[2]
	return nil
}

func (r *Rules) parseOption(option string) error {
	key, value, _ := strings.Cut(option, "=")
	var err error
	switch key {
	case "symmetry":
		r.Symmetry, err = ParseSymmetry(value)
	case "limit":
		r.Limit, err = ParseLimit(value)
	case "max_plies":
		r.MaxPlies, err = strconv.Atoi(value)
	default:
		err = fmt.Errorf("option %q is unknown, known are symmetry, max_plies and limit", option)
	}
	return err
}

// ParseSymmetry reads a reading of the symmetry rule: left-right, rotation or none.
func ParseSymmetry(text string) (Symmetry, error) {
	i, err := choice("symmetry", text, symmetryTexts)
	return Symmetry(i), err
}

// ParseLimit reads a verdict at the ply limit: advancement or draw.
func ParseLimit(text string) (Limit, error) {
	i, err := choice("limit", text, limitTexts)
	return Limit(i), err
}

func choice(key, text string, texts []string) (int, error) {
	for i, t := range texts {
		if t == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s is %q, want %s", key, text, strings.Join(texts, ", "))
}

// maxPliesLimit bounds MaxPlies and plies in texts, so that counters of plies fit everywhere.
const maxPliesLimit = 1 << 20

// Validate reports the first unusable field. Errors wrap [ErrRules].
func (r Rules) Validate() error {
	bad := func(field string, value, low, high int) error {
		return fmt.Errorf("game: %w: %s is %d, want %d to %d", ErrRules, field, value, low, high)
	}
	switch {
	case r.Width < 3 || r.Width > maxSide:
		return bad("width", r.Width, 3, maxSide)
	case r.Height < 3 || r.Height > maxSide:
		return bad("height", r.Height, 3, maxSide)
	case r.Rows < 1 || r.Rows > 3 || r.Height < 2*r.Rows+1:
		return bad("rows of stones", r.Rows, 1, min(3, (r.Height-1)/2))
	case r.MaxPlies < 0 || r.MaxPlies > maxPliesLimit:
		return bad("max_plies", r.MaxPlies, 0, maxPliesLimit)
	case r.Capture > CaptureSingle:
		return bad("capture", int(r.Capture), 0, int(CaptureSingle))
	case r.Symmetry > NoSymmetry:
		return bad("symmetry", int(r.Symmetry), 0, int(NoSymmetry))
	case r.Limit > LimitDraw:
		return bad("limit", int(r.Limit), 0, int(LimitDraw))
	}
	return nil
}

// Name returns the text from which [ParseRules] reads r back.
func (r Rules) Name() string {
	family := nameEpaminondas
	if r.Capture == CaptureSingle {
		family = nameCrossings
	}
	base, _ := preset(family)
	var b strings.Builder
	b.WriteString(family)
	switch {
	case r.Width == base.Width && r.Height == base.Height && r.Rows == base.Rows:
	case r.Rows == 2:
		fmt.Fprintf(&b, ":%dx%d", r.Width, r.Height)
	default:
		fmt.Fprintf(&b, ":%dx%dx%d", r.Width, r.Height, r.Rows)
	}
	if r.Symmetry != base.Symmetry {
		fmt.Fprintf(&b, ",symmetry=%s", r.Symmetry)
	}
	if r.MaxPlies != 0 {
		fmt.Fprintf(&b, ",max_plies=%d", r.MaxPlies)
	}
	if r.Limit != LimitAdvancement {
		fmt.Fprintf(&b, ",limit=%s", r.Limit)
	}
	return b.String()
}
