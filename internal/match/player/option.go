package player

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epaminondas/internal/engine"
	"epaminondas/internal/engine/ugi"
)

// option is an option of players of some kinds.
type option struct {
	key     string
	value   string // placeholder of its value in texts, such as N; "" without a value
	meaning string // key of the option that this is another name for; "" for none
	about   string // for help texts; "" for no description
	set     func(s *Spec, key, value string) error
}

// usage returns the form of the option, such as nodes=N.
func (o option) usage() string {
	if o.value == "" {
		return o.key
	}
	return o.key + "=" + o.value
}

// optionOf returns the option with a key.
func optionOf(list []option, key string) (option, bool) {
	i := slices.IndexFunc(list, func(o option) bool { return o.key == key })
	if i < 0 {
		return option{}, false
	}
	return list[i], true
}

// limitOptions returns all options that limit a search.
func limitOptions() []option {
	nodes := func(s *Spec) *int { return &s.limit.nodes }
	sims := countOption("sims", "simulations a move; the same as nodes", nodes)
	sims.meaning = "nodes"
	return []option{
		timeOption("time", "thinking time a move, such as 100ms or 2s",
			func(s *Spec) *time.Duration { return &s.limit.time }),
		countOption("nodes", "positions a move; for a tree search, simulations", nodes),
		sims,
		countOption("depth", "plies", func(s *Spec) *int { return &s.limit.depth }),
	}
}

// limitsBy returns the options with the given keys that limit a search.
func limitsBy(keys ...string) []option {
	var list []option
	for _, key := range keys {
		if o, ok := optionOf(limitOptions(), key); ok {
			list = append(list, o)
		}
	}
	return list
}

// levelOption returns the option of players that play at a level.
func levelOption() option {
	return option{
		key: "level", value: "N",
		about: fmt.Sprintf("instead of limits: level 1 (beginner) to %d (strongest), as on the page of play",
			engine.StrongestLevel()),
		set: func(s *Spec, key, value string) (err error) {
			if s.limit.level, err = parseCount(value); err == nil {
				err = engine.CheckLevel(s.limit.level)
			}
			return wrong(key, value, err)
		},
	}
}

// countOption returns an option whose value is a number of at least 1.
func countOption(key, about string, field func(s *Spec) *int) option {
	return option{key: key, value: "N", about: about, set: func(s *Spec, key, value string) (err error) {
		*field(s), err = parseCount(value)
		return wrong(key, value, err)
	}}
}

// timeOption returns an option whose value is a duration.
func timeOption(key, about string, field func(s *Spec) *time.Duration) option {
	return option{key: key, value: "D", about: about, set: func(s *Spec, key, value string) (err error) {
		*field(s), err = parseTime(value)
		return wrong(key, value, err)
	}}
}

// wrong returns an error that names an option and its value, or nil if err is nil.
func wrong(key, value string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s is %q, %w", key, value, err)
}

// optionPrefix begins the settings of an outside engine.
const optionPrefix = "option."

// parseOptions parses the options of a player of a kind.
func (s *Spec) parseOptions(k kind, options []string) error {
	var seen []string
	for _, text := range options {
		key, value, hasValue := strings.Cut(text, "=")
		name, ofEngine := strings.CutPrefix(key, optionPrefix)
		ofEngine = ofEngine && k.settings
		o, known := k.option(key)
		if !known && !ofEngine {
			return k.unknownOption(text)
		}
		meaning := key
		if o.meaning != "" {
			meaning = o.meaning
		}
		if slices.Contains(seen, meaning) {
			return fmt.Errorf("option %s is given twice", key)
		}
		seen = append(seen, meaning)
		var err error
		switch {
		case ofEngine:
			err = s.parseSetting(text, name, value)
		case o.value == "" && hasValue:
			err = wrong(key, value, errors.New("want no value"))
		default:
			err = o.set(s, key, value)
		}
		if err != nil {
			return err
		}
	}
	return s.checkOptions()
}

// parseSetting parses a setting of an outside engine.
func (s *Spec) parseSetting(text, name, value string) error {
	if strings.ContainsAny(name, `'"\`) { // the first = ends the name, even in quotes
		return fmt.Errorf("the name of option %q is quoted, want quotation marks in its value only", text)
	}
	s.command.Options = append(s.command.Options, ugi.Setting{Name: name, Value: unquote(value)})
	return nil
}

// checkOptions returns an error if options contradict each other.
func (s *Spec) checkOptions() error {
	if s.limit.level > 0 && s.limit != (limit{level: s.limit.level}) {
		return errors.New("level cannot be combined with another limit")
	}
	if s.limit.level > 0 && s.tuning != "" {
		return errors.New(
			"level cannot be combined with a constant of the search: a level uses the constants of the checkpoint")
	}
	if s.threads > 0 && (s.limit.level > 0 || s.limit.policy) {
		return errors.New("threads cannot be combined with level or policy: level and policy always use one thread")
	}
	if s.limit.policy && (s.limit != (limit{policy: true}) || s.tuning != "") {
		return errors.New("policy cannot be combined with an option of a search: a player with policy does not search")
	}
	return nil
}

// unknownOption returns an error that lists the known options.
func (k kind) unknownOption(text string) error {
	var wants []string
	for _, o := range k.all() {
		wants = append(wants, o.usage())
	}
	if k.settings {
		wants = append(wants, optionPrefix+"NAME=VALUE")
	}
	if len(wants) == 0 {
		return fmt.Errorf("unknown option %q, but %s takes no options", text, k.name)
	}
	return fmt.Errorf("unknown option %q, want %s", text, listed(wants, "or"))
}

// Errors about values.
var (
	errCount = errors.New("want a whole number from 1 on")
	errLarge = errors.New("want at most 2147483647")
	errTime  = errors.New("want a positive duration such as 100ms or 2s")
)

func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, errLarge
	case err != nil || n == 0:
		return 0, errCount
	}
	return int(n), nil
}

// maxTime limits every time of a player.
const maxTime = 1000 * time.Hour

func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > maxTime {
		return 0, errTime
	}
	return d, nil
}
