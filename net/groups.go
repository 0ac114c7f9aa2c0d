package net

import (
	"fmt"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Groups is a set of groups of input planes, which a network reads. The zero value is the group
// lines alone, which every network reads. As text it is the names of the groups, separated by
// commas.
type Groups uint8

// The groups besides lines. They have the order of the table.
const (
	Attack Groups = 1 << iota // stones that each side can take, and squares where it can land
)

// Group describes one group of the planes of a network.
type Group struct {
	Name  string
	First int    // its first plane
	Count int    // number of its planes
	About string // their meaning, in words
}

// group is a row of the table of groups.
type group struct {
	name     string
	planes   int              // the number of its planes; no other place states it
	most     int              // the largest number of its features on one square
	channels [][]contribution // further channels of inference; each plane has one too
	about    string

	// begin prepares the group for a position before the walk over its squares. It returns the
	// empty squares on which the group has features. describe adds the features of the walk's
	// square after n others, at most the row's most, and returns the new number. The group's channels
	// begin at first. The group lines has neither function, because the walk itself finds its features.
	begin    func(w *walk) game.Bits
	describe func(w *walk, n, first int) int
}

// A contribution is the value that a channel adds to one plane, counted from the first of its
// group.
type contribution struct {
	plane int
	value float32
}

// groupTable returns all groups. A network has their planes in this order, without those of the
// groups that it lacks. New groups go to the end.
func groupTable() []group {
	return []group{
		{name: "lines", planes: linePlanes, most: 17, channels: stoneChannels(),
			about: "0 own stones. 1 enemy stones. On squares with an own stone, 0 elsewhere: 2+4d its run, the own stones in line that end there coming along d, itself included; " +
				"3+4d its room, the empty squares straight ahead in d; both divided by 8, at most 1. 4+4d and 5+4d the same for enemy stones. 34 ones. 35 the mover's far row. 36 the mover's home row."},
		{name: "attack", planes: attackPlanes, most: 5, channels: landingChannels(),
			begin: (*walk).findThreats, describe: (*walk).attack,
			about: "0 own stones that the opponent could capture if it were its turn, all that the move would remove. 1 enemy stones that the mover can capture. " +
				"2 squares where the leading stone of a phalanx of the mover can land. 3 on those, the stones of the longest such phalanx, divided by 8, at most 1. 4 and 5 the same for the opponent if it were its turn. " +
				"6 squares of the mover's far row where a stone of another row can land. 7 the same for the opponent: squares of the mover's home row. The symmetry rule and the duty of Crossings to draw level are ignored."},
	}
}

// extras returns the set of all groups besides lines.
func extras() Groups { return 1<<(len(groupTable())-1) - 1 }

// list returns the groups of the set in their order.
func (g Groups) list() []group {
	var list []group
	for i, row := range groupTable() {
		if i == 0 || g>>(i-1)&1 != 0 {
			list = append(list, row)
		}
	}
	return list
}

// Has reports whether the set has all groups of another.
func (g Groups) Has(other Groups) bool { return g&other == other }

// Count returns the number of planes of all groups of the set.
func (g Groups) Count() int {
	n := 0
	for _, row := range g.list() {
		n += row.planes
	}
	return n
}

// Describe returns the groups of the set in the order of their planes.
func (g Groups) Describe() []Group {
	var list []Group
	first := 0
	for _, row := range g.list() {
		list = append(list, Group{row.name, first, row.planes, row.about})
		first += row.planes
	}
	return list
}

// String returns the names of the groups, such as "lines,attack".
func (g Groups) String() string { return strings.Join(names(g.list()), ",") }

func names(list []group) []string {
	var names []string
	for _, row := range list {
		names = append(names, row.name)
	}
	return names
}

// validate reports groups that are not in the table.
func (g Groups) validate() error {
	if unknown := g &^ extras(); unknown != 0 {
		return fmt.Errorf("net: planes has the unknown groups %#b, want those of %s", unknown, extras())
	}
	return checkRoom(g.list())
}

// checkRoom reports the first group whose features may not fit on a square beside those of the
// groups before it.
func checkRoom(list []group) error {
	sum := 0
	for _, row := range list {
		if sum += row.most; row.most < 1 || sum > mostFeatures {
			return fmt.Errorf("net: planes has the group %s with up to %s on a square and %d with the "+
				"groups before it, want from 1 to %d: see most in the table of groups and mostFeatures",
				row.name, noun.Count(row.most, "feature"), sum, mostFeatures)
		}
	}
	return nil
}

// ParseGroups reads names of groups separated by commas, in any order; lines must be among them.
func ParseGroups(text string) (Groups, error) {
	var g Groups
	all := names(groupTable())
	given := strings.Split(text, ",")
	for i, name := range given {
		given[i] = strings.TrimSpace(name)
		switch at := slices.Index(all, given[i]); {
		case at < 0:
			return 0, fmt.Errorf("net: planes has %q, which is not a group of input planes, want some of %s",
				given[i], strings.Join(all, ", "))
		case at > 0:
			g |= 1 << (at - 1)
		}
	}
	if !slices.Contains(given, all[0]) {
		return 0, fmt.Errorf("net: planes is %q, but the group %s is required, as in %s", text,
			all[0], extras())
	}
	return g, nil
}

// MarshalText writes what [ParseGroups] reads.
func (g Groups) MarshalText() ([]byte, error) { return []byte(g.String()), g.validate() }

// UnmarshalText is [ParseGroups].
func (g *Groups) UnmarshalText(text []byte) error {
	parsed, err := ParseGroups(string(text))
	if err == nil {
		*g = parsed
	}
	return err
}
