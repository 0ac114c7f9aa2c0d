package result

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestConfig(t *testing.T) {
	if err := DefaultGate().Validate(); err != nil {
		t.Error(err)
	}
	for want, change := range map[string]func(*GateConfig){
		"gate: games is 7":            func(c *GateConfig) { c.Games = 7 },
		"gate: games is -2":           func(c *GateConfig) { c.Games = -2 },
		"gate: opening_plies is -1":   func(c *GateConfig) { c.OpeningPlies = -1 },
		"gate: simulations is 0":      func(c *GateConfig) { c.Simulations = 0 },
		"gate: opening_plies is 1001": func(c *GateConfig) { c.OpeningPlies = maxOpeningPlies + 1 },
		"gate: sprt: alpha is 2":      func(c *GateConfig) { c.Alpha = 2 },
	} {
		c := DefaultGate()
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", c, err, want)
		}
	}
	data, err := toml.Marshal(DefaultGate())
	if err != nil {
		t.Fatal(err)
	}
	var again GateConfig
	decoder := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := decoder.Decode(&again); err != nil || again != DefaultGate() {
		t.Errorf("%s reads as %+v, %v", data, again, err)
	}
	if !strings.Contains(string(data), "opening_plies") {
		t.Errorf("the keys are not in snake case:\n%s", data)
	}
}
