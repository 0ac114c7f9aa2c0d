package models

import (
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// Every file is a network for a board of its own, and small enough to be given away.
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
		name, data, ok, err := Default(m.Rules)
		if name != m.Name || !ok || err != nil || len(data) > 4<<20 {
			t.Errorf("the model for %s is %q, %d bytes, %v, %v; want %s", m.Rules.Name(), name, len(data), ok, err, m.Name)
		}
		c, err := net.DecodeCheckpoint(data)
		if err != nil || c.Meta != m.Checkpoint.Meta {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDefault(t *testing.T) {
	for rules, want := range map[string]string{
		"epaminondas": "epaminondas", "epaminondas,max_plies=300": "epaminondas", "crossings,max_plies=9,limit=draw": "crossings", "epaminondas:4x6x1": "tiny",
		"epaminondas:4x6": "", "crossings,symmetry=rotation": "", "epaminondas:16x16": "",
	} {
		r, err := game.ParseRules(rules)
		if err != nil {
			t.Fatal(err)
		}
		if name, data, ok, err := Default(r); name != want || ok != (want != "") || ok != (len(data) > 0) || err != nil {
			t.Errorf("the model for %s is %q, %v, %v; want %q", rules, name, ok, err, want)
		}
	}
}
