package config

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Stage is a part of a run with settings of its own. Each stage continues with the network of the
// stage before it, even on another board.
type Stage struct {
	Name string `toml:"name"`
	// Until is the share of the budget at which the stage ends; 0 for the last stage, which ends with
	// the run.
	Until float64 `toml:"until,omitempty"`
	// Patience is a number of measurements in a row, one after each 2% of the budget. If the newest
	// network in all of them predicts the outcomes of new games no better than the best network before
	// it, the stage ends early. 0 for no such end.
	Patience int `toml:"patience,omitempty"`
	// Set has settings of the form section.key=value. They change the settings of the config during
	// this stage only.
	Set []string `toml:"set,omitempty"`
}

// String returns the stage in one line.
func (s Stage) String() string {
	text := fmt.Sprintf("%q", s.Name)
	if s.Until > 0 {
		text += fmt.Sprintf(" until %g", s.Until)
	}
	if s.Patience > 0 {
		text += fmt.Sprintf(", patience %d", s.Patience)
	}
	if len(s.Set) > 0 {
		text += " with " + strings.Join(s.Set, ", ")
	}
	return text
}

// stageSections are the sections that a stage can change. All others hold for the whole run.
var stageSections = []string{"rules.", "search.", "selfplay.", "replay.", "target.", "learn.", "gate."}

// wholeRun are the settings of these sections that a stage cannot change. They belong to the machine, to the
// moments of the optimizer, or to the weights of games that a window already holds.
var wholeRun = []string{"selfplay.workers", "learn.threads", "learn.optimizer", "replay.game_weight"}

// StageCount returns the number of stages, at least 1.
func (c Config) StageCount() int { return max(len(c.Stages), 1) }

// At returns the settings in stage i, counted from 0, without a list of stages. The config must be
// valid.
func (c Config) At(i int) Config {
	staged, err := c.at(i)
	if err != nil {
		panic(fmt.Sprintf("config: stage %d of a valid config: %v", i, err)) // a bug of ours
	}
	return staged
}

func (c Config) at(i int) (Config, error) {
	stages := c.Stages
	c.Stages = nil
	c.Report.Opponents = slices.Clone(c.Report.Opponents)
	if i >= len(stages) {
		return c, nil
	}
	for _, setting := range stages[i].Set {
		if err := c.set(setting); err != nil {
			return c, fmt.Errorf("set %q: %w", setting, err)
		}
	}
	return c, nil
}

// StageName returns the name of stage i, counted from 0; empty in a config without stages.
func (c Config) StageName(i int) string {
	if i >= len(c.Stages) {
		return ""
	}
	return c.Stages[i].Name
}

// StageEnd returns the share of the budget at which stage i ends: 1 for the last one.
func (c Config) StageEnd(i int) float64 {
	if i >= len(c.Stages)-1 {
		return 1
	}
	return c.Stages[i].Until
}

// Boards returns the names of the rules of all stages, each once, in the order of the stages.
func (c Config) Boards() ([]string, error) {
	var names []string
	for i := range c.StageCount() {
		staged, err := c.at(i)
		if err != nil {
			return nil, err
		}
		rules, err := staged.Rules.Parse()
		if err != nil {
			return nil, err
		}
		if name := rules.Name(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// validateStages returns an error for the first invalid stage. The other settings must be valid.
func (c Config) validateStages() error {
	if len(c.Stages) > 0 && c.Grow.From != "" {
		return errors.New("stage: a run with stages cannot learn from an older run: remove grow.from, or the stages")
	}
	begin := 0.0
	for i, s := range c.Stages {
		if err := c.validateStage(i, begin); err != nil {
			return fmt.Errorf("stage %d %q: %w", i+1, s.Name, err)
		}
		begin = s.Until
	}
	return nil
}

// validateStage returns an error if stage i, which begins at a share of the budget, is invalid.
func (c Config) validateStage(i int, begin float64) error {
	s, last := c.Stages[i], i == len(c.Stages)-1
	named := func(other Stage) bool { return other.Name == s.Name }
	switch {
	case s.Name == "" || !utf8.ValidString(s.Name) || strings.ContainsFunc(s.Name, isControl):
		return errors.New("want a name of printable characters, which reports and curves show")
	case slices.IndexFunc(c.Stages, named) != i:
		return errors.New("another stage has the same name")
	case last && (s.Until != 0 || s.Patience != 0):
		return errors.New("it is the last stage and ends with the run: remove until and patience")
	case !last && !(s.Until > begin && s.Until < 1-c.Train.Cooldown):
		return fmt.Errorf("until is %v, want a share of the budget after %v, where it begins, and before %v, "+
			"where the cooldown begins", s.Until, begin, math.Round(1e6*(1-c.Train.Cooldown))/1e6)
	case s.Patience < 0:
		return fmt.Errorf("patience is %d, want 0 for no early end, or more", s.Patience)
	}
	for _, setting := range s.Set {
		key, _, _ := strings.Cut(setting, "=")
		key = strings.TrimSpace(key)
		inSection := func(section string) bool { return strings.HasPrefix(key, section) }
		if !slices.ContainsFunc(stageSections, inSection) || slices.Contains(wholeRun, key) {
			return fmt.Errorf("set %q: a stage cannot change this; it can change settings of %s", setting,
				strings.Join(stageSections, ", "))
		}
	}
	staged, err := c.at(i)
	if err != nil {
		return err
	}
	if last && staged.Rules != c.Rules {
		return errors.New("the last stage changes the rules, but it has to play the game of the config: put the " +
			"rules of the config into [rules]")
	}
	return staged.Validate()
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
