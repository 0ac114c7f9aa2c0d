package config

import (
	"fmt"
	"slices"
)

// Settings lists all settings of a config by their dotted keys, such as learn.batch_size.
func (c Config) Settings() map[string]string { return flatten(c) }

// With returns the config with settings of the form section.key=value changed. It does not change
// c.
func (c Config) With(settings []string) (Config, error) {
	c.Report.Opponents, c.Stages = slices.Clone(c.Report.Opponents), slices.Clone(c.Stages)
	for _, setting := range settings {
		if err := c.set(setting); err != nil {
			return c, fmt.Errorf("config: %s: %w", setting, err)
		}
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	return c, nil
}
