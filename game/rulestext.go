package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseRules reads the name of a set of rules:
//
//	game[:WxH[xROWS]][,capture=line|single][,crossed=free|fixed][,behind=free|level]
//	    [,symmetry=left-right|rotation|none][,max_plies=N][,limit=advancement|draw]
//
// where game is the name of a preset: epaminondas (14x12 if no size is given) or crossings (8x8). WxH
// alone means two rows of stones. A missing option has the preset's value, and no option may occur
// twice. ParseRules is the inverse of [Rules.Name]. Errors wrap [ErrRules].
func ParseRules(name string) (Rules, error) {
	options := strings.Split(name, ",")
	r, err := parseGame(options[0])
	given := map[string]bool{}
	for _, option := range options[1:] {
		if err != nil {
			break
		}
		key, _, _ := strings.Cut(option, "=")
		if err = r.parseOption(option); err == nil && given[key] {
			err = fmt.Errorf("the option %s occurs twice", key)
		}
		given[key] = true
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
	p, ok := preset(family)
	if !ok {
		return Rules{}, fmt.Errorf(
			"the game is %q, want %s, with a size as in epaminondas:8x8 or epaminondas:4x6x1",
			abridged(family), presetNames())
	}
	r := p.Rules
	if sized {
		return r, r.parseSize(size)
	}
	return r, nil
}

// parseSize reads WxH or WxHxROWS.
func (r *Rules) parseSize(size string) error {
	if strings.Contains(size, "=") {
		return fmt.Errorf("the size is %q, want WxH or WxHxROWS; options follow a comma, as in "+
			"crossings,max_plies=150", abridged(size))
	}
	parts := strings.Split(size, "x")
	if len(parts) != 2 && len(parts) != 3 {
		return fmt.Errorf("the size is %q, want WxH or WxHxROWS", abridged(size))
	}
	r.Rows = 2
	for i, field := range []*int{&r.Width, &r.Height, &r.Rows}[:len(parts)] {
		n, err := strconv.ParseUint(parts[i], 10, 31)
		if err != nil {
			return fmt.Errorf("the size is %q: %q is not a number of squares",
				abridged(size), abridged(parts[i]))
		}
		*field = int(n)
	}
	if len(parts) == 2 && (r.Height == 3 || r.Height == 4) {
		return fmt.Errorf("the size is %q: WxH means two rows of stones, and this height has room for one, "+
			"as in %[1]sx1", size)
	}
	return nil
}

// parseOption reads key=value.
func (r *Rules) parseOption(option string) (err error) {
	key, value, _ := strings.Cut(option, "=")
	switch key {
	case "capture":
		r.Capture, err = parseChoice[Capture](key, value, captureTexts)
	case "crossed":
		r.Crossed, err = parseChoice[Crossed](key, value, crossedTexts)
	case "behind":
		r.Behind, err = parseChoice[Behind](key, value, behindTexts)
	case "symmetry":
		r.Symmetry, err = ParseSymmetry(value)
	case "limit":
		r.Limit, err = ParseLimit(value)
	case "max_plies":
		r.MaxPlies, err = parsePlies("max_plies", value)
	default:
		err = fmt.Errorf(
			"the option is %q, want symmetry=, max_plies=, limit=, capture=, crossed= or behind=",
			abridged(option))
	}
	return err
}

// ParseSymmetry parses the name of a reading of the symmetry rule: left-right, rotation or none.
func ParseSymmetry(text string) (Symmetry, error) {
	return parseChoice[Symmetry]("symmetry", text, symmetryTexts)
}

// ParseLimit reads a verdict at the ply limit: advancement or draw.
func ParseLimit(text string) (Limit, error) { return parseChoice[Limit]("limit", text, limitTexts) }

// parseChoice returns the index of text among texts, the values that key may have.
func parseChoice[T ~uint8](key, text string, texts []string) (T, error) {
	if i := slices.Index(texts, text); i >= 0 {
		return T(i), nil
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

// FileName returns Name with characters that every file system accepts, such as
// epaminondas-4x6-max_plies-60. It has no extension.
func (r Rules) FileName() string {
	return strings.NewReplacer(":", "-", ",", "-", "=", "-").Replace(r.Name())
}

// Name returns the text of r for [ParseRules]: the name of [Rules.Preset] and the options that
// differ from it.
func (r Rules) Name() string {
	p := r.Preset()
	var b strings.Builder
	b.WriteString(p.Name)
	switch base := p.Rules; {
	case r.Width == base.Width && r.Height == base.Height && r.Rows == base.Rows:
	case r.Rows == 2:
		fmt.Fprintf(&b, ":%dx%d", r.Width, r.Height)
	default:
		fmt.Fprintf(&b, ":%dx%dx%d", r.Width, r.Height, r.Rows)
	}
	option := func(key string, value, usual any) {
		if value != usual {
			fmt.Fprintf(&b, ",%s=%v", key, value)
		}
	}
	option("capture", r.Capture, p.Rules.Capture)
	option("crossed", r.Crossed, p.Rules.Crossed)
	option("behind", r.Behind, p.Rules.Behind)
	option("symmetry", r.Symmetry, p.Rules.Symmetry)
	option("max_plies", r.MaxPlies, 0)
	option("limit", r.Limit, LimitAdvancement)
	return b.String()
}
