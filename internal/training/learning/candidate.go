package learning

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"epaminondas/internal/training/config"
)

// BaseName is the name of the first candidate, the config of the run.
const BaseName = "base"

// Candidate is a config to compare.
type Candidate struct {
	Name     string
	Settings []string // of the form section.key=value, in which it differs from the base
	Config   config.Config
}

// Base returns the first candidate of a run.
func Base(c config.Config) Candidate { return Candidate{Name: BaseName, Config: c} }

var (
	// namePattern matches names that are also names of files.
	namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$`)
	// settingPattern matches the beginning of a setting. Other text after a comma belongs to the
	// value before it, as in network.planes=lines,attack.
	settingPattern = regexp.MustCompile(`^\s*[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\s*=`)
)

// ParseCandidate reads a candidate of the form NAME:key=value,key=value, which changes settings of
// base.
func ParseCandidate(base config.Config, text string) (Candidate, error) {
	name, list, _ := strings.Cut(text, ":")
	c := Candidate{Name: name}
	if !namePattern.MatchString(name) {
		return c, fmt.Errorf("candidate %q: its name is %q, want up to 40 letters, digits, dots, "+
			"dashes and underscores, as in wide:network.channels=64", text, name)
	}
	if strings.TrimSpace(list) == "" {
		return c, fmt.Errorf("candidate %s: it changes no setting, want %s:key=value, as in "+
			"%s:network.channels=64", name, name, name)
	}
	c.Settings = splitSettings(list)
	for _, setting := range c.Settings {
		if err := checkKey(base, setting); err != nil {
			return c, fmt.Errorf("candidate %s: %w", name, err)
		}
	}
	var err error
	if c.Config, err = base.With(c.Settings); err != nil {
		return c, fmt.Errorf("candidate %s: %w", name, err)
	}
	return c, nil
}

// splitSettings splits a list of settings at its commas. A part without a key belongs to the value
// before it.
func splitSettings(list string) (settings []string) {
	for _, part := range strings.Split(list, ",") {
		if last := len(settings) - 1; last >= 0 && !settingPattern.MatchString(part) {
			settings[last] += "," + part
			continue
		}
		settings = append(settings, strings.TrimSpace(part))
	}
	return settings
}

// learnable are the settings that change what a fit does. A name that ends with a dot is a section.
var learnable = []string{"seed", "network.", "replay.min", "replay.max", "replay.growth",
	"replay.exponent", "replay.game_weight", "target.", "learn.", "train.cooldown"}

// checkKey returns an error if a candidate may not have a setting.
func checkKey(base config.Config, setting string) error {
	key, _, ok := strings.Cut(setting, "=")
	key = strings.TrimSpace(key)
	if !ok {
		return fmt.Errorf("%q is not a setting, want key=value, as in learn.batch_size=128", setting)
	}
	if key == "rules" || strings.HasPrefix(key, "rules.") {
		return fmt.Errorf("%s: a candidate has the rules of the run, since it learns from the run's games",
			key)
	}
	if _, known := base.Settings()[key]; !known {
		return fmt.Errorf("%s is not a setting of a run", key)
	}
	if !slices.ContainsFunc(learnable, func(l string) bool {
		return key == l || strings.HasSuffix(l, ".") && strings.HasPrefix(key, l)
	}) {
		return fmt.Errorf("%s does not change how a network learns from stored games, want one of %s", key,
			strings.ReplaceAll(strings.Join(learnable, ", "), ".,", ".KEY,"))
	}
	return nil
}

// checkNames returns an error if two candidates have the same name. Names that differ only in case
// also count as the same, because some machines would use the same file for both.
func checkNames(candidates []Candidate) error {
	seen := map[string]bool{}
	for _, c := range candidates {
		lower := strings.ToLower(c.Name)
		if seen[lower] {
			return fmt.Errorf("fit: two candidates have the name %s (%s is the run's own config): "+
				"give each candidate its own name", c.Name, BaseName)
		}
		seen[lower] = true
	}
	return nil
}
