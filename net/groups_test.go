package net

import (
	"strings"
	"testing"
)

func TestParseGroups(t *testing.T) {
	for text, want := range map[string]Groups{"lines": 0, "lines,attack": Attack, "attack, lines": Attack} {
		got, err := ParseGroups(text)
		if err != nil || got != want {
			t.Errorf("%q is %v (%v), want %v", text, got, err, want)
		}
		if back, err := ParseGroups(got.String()); err != nil || back != got {
			t.Errorf("%v reads as %v (%v)", got, back, err)
		}
	}
	for text, want := range map[string]string{
		"":                 "want some of lines, attack",
		"attack":           "but the group lines is required, as in lines,attack",
		"lines,walls":      `"walls", which is not a group of input planes, want some of lines, attack`,
		"lines,":           `""`,
		"lines;attack":     `"lines;attack"`,
		"lines,attack,LIN": `"LIN"`,
	} {
		if _, err := ParseGroups(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestGroupsAreDescribed(t *testing.T) {
	next := 0
	for i, g := range extras().Describe() {
		if g.First != next || g.Count == 0 || g.About == "" || i == 0 && g.Name != "lines" {
			t.Errorf("group %d is %+v, want its planes from %d on", i, g, next)
		}
		next += g.Count
	}
	if n := extras().Count(); n != next || n != 45 || Groups(0).Count() != 37 {
		t.Errorf("%d planes, of lines %d; want 45, 37", n, Groups(0).Count())
	}
	for i, row := range groupTable() {
		if own := row.begin == nil && row.describe == nil; own != (i == 0) || own != (row.name == "lines") {
			t.Errorf("group %s: the walk finds its features itself: %t", row.name, own)
		}
	}
}

// TestGroupsHaveRoom checks that a group is refused by its name if its features may not fit on a square.
func TestGroupsHaveRoom(t *testing.T) {
	if err := extras().validate(); err != nil {
		t.Error(err)
	}
	for want, added := range map[string]group{
		"the group walls with up to 11 features on a square and 33 with": {name: "walls", most: 11},
		"the group doors with up to 0 features":                          {name: "doors"},
	} {
		err := checkRoom(append(groupTable(), added))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("group %s: error %v, want %q", added.name, err, want)
		}
	}
}
