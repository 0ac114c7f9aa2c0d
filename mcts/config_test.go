package mcts

import (
	"math"
	"strings"
	"testing"
	"time"
)

func TestDefaultIsValid(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
}

func TestValidateNamesTheKey(t *testing.T) {
	for key, spoil := range map[string]func(*Config){
		"root":                    func(c *Config) { c.Root = "alphabeta" },
		"max_considered":          func(c *Config) { c.MaxConsidered = 0 },
		"c_visit":                 func(c *Config) { c.CVisit = -1 },
		"c_scale":                 func(c *Config) { c.CScale = math.NaN() },
		"c_puct":                  func(c *Config) { c.CPUCT = -0.5 },
		"c_puct_base":             func(c *Config) { c.CPUCTBase = 0 },
		"fpu":                     func(c *Config) { c.FPU = 3 },
		"dirichlet_fraction":      func(c *Config) { c.DirichletFraction = 1.5 },
		"dirichlet_concentration": func(c *Config) { c.DirichletConcentration = 0 },
		"temperature":             func(c *Config) { c.Temperature = math.Inf(1) },
		"temperature_plies":       func(c *Config) { c.TemperaturePlies = -1 },
		"max_depth":               func(c *Config) { c.MaxDepth = 0 },
		"memory_mib":              func(c *Config) { c.MemoryMiB = 0 },
	} {
		c := Default()
		spoil(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), " "+key+" = ") {
			t.Errorf("%s: error %v", key, err)
		}
		if _, err := New(c, Uniform{}, newRand(1)); err == nil {
			t.Errorf("%s: New accepted it", key)
		}
	}
}

func TestLimitIsChecked(t *testing.T) {
	for _, l := range []Limit{{}, {Simulations: -1}, {Time: -time.Second}, {Simulations: 1, Considered: -1}} {
		if err := l.validate(); err == nil {
			t.Errorf("%+v: accepted", l)
		}
	}
	if err := (Limit{Time: time.Second}).validate(); err != nil {
		t.Error(err)
	}
}
