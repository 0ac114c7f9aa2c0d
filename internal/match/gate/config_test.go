package gate

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestConfig(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*Config){
		"gate: games is 7":            func(c *Config) { c.Games = 7 },
		"gate: games is -2":           func(c *Config) { c.Games = -2 },
		"gate: opening_plies is -1":   func(c *Config) { c.OpeningPlies = -1 },
		"gate: simulations is 0":      func(c *Config) { c.Simulations = 0 },
		"gate: opening_plies is 1001": func(c *Config) { c.OpeningPlies = maxOpeningPlies + 1 },
		"gate: rating: alpha is 2":    func(c *Config) { c.Alpha = 2 },
	} {
		c := Default()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", c, err, want)
		}
	}
	data, err := toml.Marshal(Default())
	if err != nil {
		t.Fatal(err)
	}
	var again Config
	decoder := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := decoder.Decode(&again); err != nil || again != Default() {
		t.Errorf("%s reads as %+v, %v", data, again, err)
	}
	if !strings.Contains(string(data), "opening_plies") {
		t.Errorf("the keys are not in snake case:\n%s", data)
	}
}
