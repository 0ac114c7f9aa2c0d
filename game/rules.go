package game

import (
	"cmp"
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
	LimitDraw                     // a draw
)

// The names of the choices in the rules, by value.
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
	Width, Height int // squares a side, 3 to 16
	// Rows is the number of rows of stones of each colour at the start, 1 to 3, with at least one
	// row between them.
	Rows     int
	Capture  Capture  // what a capture removes
	Symmetry Symmetry // reading of the symmetry rule
	MaxPlies int      // ply at which a game is stopped and judged, counted from the start; 0 for never
	Limit    Limit    // verdict at MaxPlies
}

// Unlimited returns r without its ply limit and the verdict there. Rules with the same Unlimited
// have the same legal moves, apart from the limit.
func (r Rules) Unlimited() Rules {
	r.MaxPlies, r.Limit = 0, 0
	return r
}

// The names of the games, with which names of rules begin.
const (
	nameEpaminondas = "epaminondas"
	nameCrossings   = "crossings"
)

// preset returns the rules for the name of a game without options.
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
// where game is epaminondas (14x12 if no size is given) or crossings (8x8); WxH alone means two
// rows of stones. [Rules.Name] is the inverse. Errors wrap [ErrRules].
func ParseRules(name string) (Rules, error) {
	options := strings.Split(name, ",")
	r, err := parseGame(options[0])
	for _, option := range options[1:] {
		if err == nil {
			err = r.parseOption(option)
		}
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return Rules{}, fmt.Errorf("game: %w %q: %v", ErrRules, abridged(name), err)
	}
	return r, nil
}

// parseGame reads the part of a name before the options.
func parseGame(text string) (Rules, error) {
	family, size, sized := strings.Cut(text, ":")
	r, ok := preset(family)
	if !ok {
		return r, fmt.Errorf("the game is %q, want epaminondas or crossings, with a size as in epaminondas:8x8 or epaminondas:4x6x1", abridged(family))
	}
	if sized {
		return r, r.parseSize(size)
	}
	return r, nil
}

// parseSize reads WxH or WxHxROWS.
func (r *Rules) parseSize(size string) error {
	parts := strings.Split(size, "x")
	if len(parts) != 2 && len(parts) != 3 {
		return fmt.Errorf("the size is %q, want WxH or WxHxROWS", abridged(size))
	}
	r.Rows = 2
	for i, field := range []*int{&r.Width, &r.Height, &r.Rows}[:len(parts)] {
		n, err := strconv.ParseUint(parts[i], 10, 8)
		if err != nil {
			return fmt.Errorf("the size is %q: %q is not a number of squares", abridged(size), abridged(parts[i]))
		}
		*field = int(n)
	}
	return nil
}

// parseOption reads key=value.
func (r *Rules) parseOption(option string) (err error) {
	key, value, _ := strings.Cut(option, "=")
	switch key {
	case "symmetry":
		r.Symmetry, err = ParseSymmetry(value)
	case "limit":
		r.Limit, err = ParseLimit(value)
	case "max_plies":
		r.MaxPlies, err = parsePlies("max_plies", value)
	default:
		err = fmt.Errorf("the option is %q, want symmetry=, max_plies= or limit=", abridged(option))
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

// choice returns the index of text among texts, the values that key may have.
func choice(key, text string, texts []string) (int, error) {
	for i, t := range texts {
		if t == text {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s is %q, want %s", key, abridged(text), strings.Join(texts, ", "))
}

// mostPlies bounds plies in rules and texts, so that counters of plies fit everywhere.
const mostPlies = 1 << 20

// parsePlies reads a number of plies, the value of key.
func parsePlies(key, text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > mostPlies {
		return 0, fmt.Errorf("%s is %q, want a number from 0 to %d", key, abridged(text), mostPlies)
	}
	return int(n), nil
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
		within("symmetry", int(r.Symmetry), 0, int(NoSymmetry)),
		within("limit", int(r.Limit), 0, int(LimitDraw)),
	)
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
