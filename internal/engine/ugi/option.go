package ugi

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"epaminondas/game"
)

// Bounds of the numeric options.
const (
	maxThreads     = 256
	maxNodes       = 1_000_000_000
	maxTemperature = 100
	maxMultiPV     = 1000
	maxPlies       = 1_000_000
)

// An option is a setting as the client sees it.
type option struct {
	name string
	// declare returns the text after "type" in the option's declaration, for the current settings.
	declare func(Settings) string
	set     func(s *Settings, value string) error
	rebuild bool // the engine must be rebuilt
	restart bool // the board changes, so the server sets up the start position
}

// options returns the engine's options in the order of their declaration.
func options() []option {
	return []option{
		{name: "Rules", rebuild: true, restart: true, set: setRules,
			declare: func(s Settings) string { return "string default " + s.Rules.Name() }},
		{name: "Model", rebuild: true, set: setModel,
			declare: func(s Settings) string { return "string default " + modelText(s.Model) }},
		{name: "Eval", rebuild: true,
			declare: func(s Settings) string { return "string default " + s.Eval },
			set:     func(s *Settings, v string) error { s.Eval = v; return nil }},
		{name: "Threads", rebuild: true,
			declare: func(s Settings) string { return spin(s.Threads, 1, maxThreads) },
			set:     func(s *Settings, v string) error { return setInt(&s.Threads, v, 1, maxThreads) }},
		{name: "Sims",
			declare: func(s Settings) string { return spin(s.Sims, 1, maxNodes) },
			set:     func(s *Settings, v string) error { return setInt(&s.Sims, v, 1, maxNodes) }},
		{name: "Nodes",
			declare: func(s Settings) string { return spin(s.Nodes, 1, maxNodes) },
			set:     func(s *Settings, v string) error { return setInt(&s.Nodes, v, 1, maxNodes) }},
		{name: "Seed", rebuild: true, set: setSeed,
			declare: func(s Settings) string { return spin(s.Seed, 0, uint64(math.MaxInt64)) }},
		{name: "Temperature", set: setTemperature,
			declare: func(s Settings) string {
				return "string default " + strconv.FormatFloat(s.Temperature, 'g', -1, 64)
			}},
		{name: "MultiPV",
			declare: func(s Settings) string { return spin(s.MultiPV, 1, maxMultiPV) },
			set:     func(s *Settings, v string) error { return setInt(&s.MultiPV, v, 1, maxMultiPV) }},
		{name: "MaxPlies", rebuild: true, restart: true,
			declare: func(s Settings) string { return spin(s.Rules.MaxPlies, 0, maxPlies) },
			set:     func(s *Settings, v string) error { return setInt(&s.Rules.MaxPlies, v, 0, maxPlies) }},
		{name: "Notation", set: setNotation,
			declare: func(s Settings) string {
				return fmt.Sprintf("combo default %v var %v var %v", s.Notation,
					game.RearNotation, game.HeadNotation)
			}},
	}
}

// spin returns the declaration of an integer option.
func spin[T int | uint64](value, low, high T) string {
	return fmt.Sprintf("spin default %d min %d max %d", value, low, high)
}

// setInt sets *field to the integer in text, which must be in [low, high].
func setInt(field *int, text string, low, high int) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return fmt.Errorf("%s is not an integer from %d to %d", quote(text), low, high)
	}
	*field = n
	return nil
}

// setRules changes the rules. The ply limit is a separate option, so setRules changes it only if
// text contains one.
func setRules(s *Settings, text string) error {
	rules, err := game.ParseRules(text)
	if err != nil {
		return err
	}
	if rules.MaxPlies == 0 {
		rules.MaxPlies = s.Rules.MaxPlies
	}
	s.Rules = rules
	return nil
}

// setModel sets the model file. It also accepts the texts that UCI clients send for no file.
func setModel(s *Settings, text string) error {
	if text == modelText("") {
		text = ""
	}
	s.Model = text
	return nil
}

func modelText(model string) string {
	if model == "" {
		return "<empty>"
	}
	return model
}

func setSeed(s *Settings, text string) error {
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return fmt.Errorf("%s is not an integer from 0 to %d", quote(text), math.MaxInt64)
	}
	s.Seed = n
	return nil
}

func setTemperature(s *Settings, text string) error {
	t, err := strconv.ParseFloat(text, 64)
	if err != nil || !(t >= 0 && t <= maxTemperature) {
		return fmt.Errorf("%s is not a number from 0 to %d", quote(text), maxTemperature)
	}
	s.Temperature = t
	return nil
}

// setNotation reads the name of a notation in any case.
func setNotation(s *Settings, text string) error {
	notation, err := game.ParseNotation(strings.ToLower(text))
	if err != nil {
		return err
	}
	s.Notation = notation
	return nil
}

// parseOption reads the arguments of setoption: name NAME [value VALUE]. The value is the rest of
// the line, and the name may be in any case.
func parseOption(text string) (option, string, error) {
	name, value, _ := cutWord(text, "value")
	word, name := nextWord(name)
	if word != "name" || name == "" {
		return option{}, "", fmt.Errorf("%s is not name NAME value VALUE", quote(text))
	}
	for _, o := range options() {
		if strings.EqualFold(o.name, name) {
			return o, value, nil
		}
	}
	return option{}, "", fmt.Errorf("the engine has no option %s", quote(name))
}
