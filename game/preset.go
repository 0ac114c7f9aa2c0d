package game

import "strings"

// Preset is a game with a name. In a text of rules, the name stands for the preset's rules, and
// options change them.
type Preset struct {
	Name  string // first word in a text of rules, in lower-case letters
	Title string // name that people read
	Rules Rules  // without a ply limit
}

// Presets returns all named games. A new preset goes to the end of the list. [Rules.Name] takes the
// first preset with the fewest differences, and the names in existing files and links must not
// change.
func Presets() []Preset {
	return []Preset{
		{"epaminondas", "Epaminondas", Rules{Width: 14, Height: 12, Rows: 2}},
		{"crossings", "Crossings", Rules{Width: 8, Height: 8, Rows: 2,
			Capture: CaptureSingle, Crossed: CrossedFixed, Behind: BehindLevel, Symmetry: NoSymmetry}},
	}
}

// preset returns the preset with the given name.
func preset(name string) (Preset, bool) {
	for _, p := range Presets() {
		if p.Name == name {
			return p, true
		}
	}
	return Preset{}, false
}

// presetNames returns the names of the presets, such as "epaminondas or crossings".
func presetNames() string {
	var names []string
	for _, p := range Presets() {
		names = append(names, p.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Preset returns the preset that [Rules.Name] uses for r. It is the preset with the fewest
// differences from r in captures, crossed stones and the duty of a side that is behind. Of several
// such presets it is the first.
func (r Rules) Preset() Preset {
	var nearest Preset
	least := -1
	for _, p := range Presets() {
		if n := r.differences(p.Rules); least < 0 || n < least {
			nearest, least = p, n
		}
	}
	return nearest
}

// differences counts the rules of play in which r differs from base.
func (r Rules) differences(base Rules) int {
	n := 0
	for _, differs := range [...]bool{r.Capture != base.Capture, r.Crossed != base.Crossed,
		r.Behind != base.Behind} {
		if differs {
			n++
		}
	}
	return n
}
