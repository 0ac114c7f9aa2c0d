package mcts

import (
	"fmt"
	"strconv"
	"strings"
)

// tunable is a constant of a search whose best value may depend on the network.
type tunable struct {
	key   string
	value *float64
}

// tunables lists the constants of c that a tuning may set.
func (c *Config) tunables() []tunable {
	return []tunable{
		{"c_puct", &c.CPUCT},
		{"c_puct_base", &c.CPUCTBase},
		{"fpu", &c.FPU},
		{"minimax", &c.Minimax},
		{"prior_temperature", &c.PriorTemperature},
		{"tactical_share", &c.TacticalShare},
		{"c_visit", &c.CVisit},
		{"c_scale", &c.CScale},
	}
}

// TuningKeys returns the names of the constants that a tuning may set.
func TuningKeys() []string {
	var c Config
	var keys []string
	for _, t := range c.tunables() {
		keys = append(keys, t.key)
	}
	return keys
}

// Tuned returns c with the constants of a tuning. A tuning is a text such as "c_puct=2,fpu=0.3".
// The empty tuning changes nothing. An error names the wrong part and the allowed values.
func (c Config) Tuned(tuning string) (Config, error) {
	if tuning == "" {
		return c, nil
	}
	for _, setting := range strings.Split(tuning, ",") {
		if err := c.tune(setting); err != nil {
			return Config{}, fmt.Errorf("mcts: tuning %.100q: %w", tuning, err)
		}
	}
	return c, c.Validate()
}

// tune sets one constant, written key=value.
func (c *Config) tune(setting string) error {
	key, text, _ := strings.Cut(setting, "=")
	for _, t := range c.tunables() {
		if t.key != key {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s is %q, want a number", key, text)
		}
		*t.value = value
		return nil
	}
	return fmt.Errorf("unknown constant %q, want %s", key, strings.Join(TuningKeys(), ", "))
}

// Tuning returns the tuning that turns the constants of [Play] into those of c.
func (c Config) Tuning() string {
	standard := Play()
	var settings []string
	for i, t := range c.tunables() {
		if *t.value != *standard.tunables()[i].value {
			settings = append(settings, t.key+"="+strconv.FormatFloat(*t.value, 'g', -1, 64))
		}
	}
	return strings.Join(settings, ",")
}
