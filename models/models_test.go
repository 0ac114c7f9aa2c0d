package models

import (
	"bytes"
	"io/fs"
	"slices"
	"testing"

	"epaminondas/game"
)

// Every file is a network for another board. The network has the name of its file, and the file is
// small enough for distribution.
func TestAll(t *testing.T) {
	models, err := All()
	if err != nil {
		t.Fatal(err)
	}
	of := map[game.Rules]string{}
	for _, m := range models {
		if other := of[m.Rules.Unlimited()]; other != "" {
			t.Errorf("%s and %s are for the same board", other, m.Name)
		}
		of[m.Rules.Unlimited()] = m.Name
		if info, err := fs.Stat(networks, m.Name+".safetensors"); err != nil || info.Size() > 4<<20 {
			t.Errorf("%s: %v, %v", m.Name, info, err)
		}
	}
	for _, name := range []string{"crossings", "epaminondas", "epaminondas8"} {
		i := slices.IndexFunc(models, func(m Model) bool { return m.Name == name })
		want, err := evaluations.ReadFile(name + ".lines")
		if err != nil || i < 0 || !bytes.Equal(models[i].Lines, want) {
			t.Errorf("the evaluation of %s is not %s.lines: %v", name, name, err)
		}
	}
	for rules, want := range map[string]string{"epaminondas": "epaminondas", "crossings": "crossings",
		"epaminondas:4x6x1": "tiny"} {
		r, err := game.ParseRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		if of[r] != want {
			t.Errorf("the model for %s is %q, want %q", rules, of[r], want)
		}
	}
}
