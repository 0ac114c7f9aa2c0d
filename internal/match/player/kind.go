package player

import (
	"slices"
	"strings"

	"epaminondas/game"
)

// kind is one kind of player. The rest of the program knows a kind only by its row in [kinds].
type kind struct {
	name     string // as in a player's text
	argument string // the text after the name and a colon, such as FILE; "" without one
	about    string // a description for help texts
	notes    string // a paragraph for help texts; "" for none

	limit   limit    // the default limit
	limits  []option // options that limit its search; none without a search
	options []option // its other options
	// quoted means that a comma inside quotes belongs to the argument or to an option's value.
	quoted bool
	// settings means that the kind takes options of the form option.NAME=VALUE.
	settings bool

	read      func(s *Spec, argument string) error // reads the argument; nil without one
	ready     func(s Spec, b *game.Board, own searchLimit) (Factory, error)
	trainedOn func(s Spec) (string, error) // returns the rules that it was trained on; nil without training
}

// kinds returns all kinds of players. A new kind is a row here, and its file has the row's
// function.
func kinds() []kind {
	return []kind{netKind(), alphabetaKind(), rolloutKind(), uniformKind(), greedyKind(),
		randomKind(), ugiKind()}
}

// kindOf returns the kind with a name.
func kindOf(name string) (kind, bool) {
	all := kinds()
	i := slices.IndexFunc(all, func(k kind) bool { return k.name == name })
	if i < 0 {
		return kind{}, false
	}
	return all[i], true
}

// usage returns the form of a player's text, such as net:FILE.
func (k kind) usage() string {
	if k.argument == "" {
		return k.name
	}
	return k.name + ":" + k.argument
}

// all returns all options of the kind, first those that limit a search.
func (k kind) all() []option { return append(slices.Clone(k.limits), k.options...) }

// option returns the option with a key.
func (k kind) option(key string) (option, bool) { return optionOf(k.all(), key) }

// namesOf returns the names of the kinds for which the function is returns true.
func namesOf(is func(k kind) bool) []string {
	var names []string
	for _, k := range kinds() {
		if is(k) {
			names = append(names, k.name)
		}
	}
	return names
}

// listed joins words as in "a, b and c".
func listed(words []string, and string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " " + and + " " + words[last]
}
