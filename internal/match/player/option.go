package player

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epaminondas/internal/engine/level"
	"epaminondas/internal/engine/ugi/client"
	"epaminondas/mcts"
)

// policyKey is the option of a network that plays its policy's first choice. It has no value.
const policyKey = "policy"

// optionPrefix begins what is set in an engine.
const optionPrefix = "option."

// limitKeys returns the options of a kind of player that limit its search.
func limitKeys(kind string) []string {
	switch kind {
	case kindNet, kindUniform, kindRollout:
		return []string{"sims", "nodes", "time"}
	case kindAlphaBeta, kindUGI:
		return []string{"nodes", "depth", "time"}
	}
	return nil
}

// keys returns all options of a kind of player.
func keys(kind string) []string {
	list := limitKeys(kind)
	switch kind {
	case kindUGI:
		list = append(list, "grace", "patience", "startup")
	case kindNet:
		list = append(append(list, "level", policyKey), mcts.TuningKeys()...)
	case kindAlphaBeta:
		list = append(list, "level", "weights")
	}
	return list
}

// parseOptions reads the options of a player.
func (s *Spec) parseOptions(options []string) error {
	var seen []string
	for _, option := range options {
		key, value, _ := strings.Cut(option, "=")
		name, ofEngine := strings.CutPrefix(key, optionPrefix)
		if !slices.Contains(keys(s.kind), key) && !(ofEngine && s.kind == kindUGI) {
			return s.unknownOption(option)
		}
		meaning := key
		if key == "sims" {
			meaning = "nodes"
		}
		if slices.Contains(seen, meaning) {
			return fmt.Errorf("option %s is given twice", key)
		}
		seen = append(seen, meaning)
		if ofEngine {
			if strings.ContainsAny(name, `'"\`) { // the first = ends it, also in quotes
				return fmt.Errorf("the name of option %q is quoted, want quotation marks in its value only", option)
			}
			s.command.Options = append(s.command.Options, client.Setting{Name: name, Value: unquote(value)})
			continue
		}
		if err := s.parseOption(option); err != nil {
			return err
		}
	}
	if s.limit.level > 0 && s.limit != (limit{level: s.limit.level}) {
		return errors.New("level goes with no other limit: it is one")
	}
	if s.limit.level > 0 && s.tuning != "" {
		return errors.New("level goes with no constant of the search: it uses those of the checkpoint")
	}
	if s.limit.policy && (s.limit != (limit{policy: true}) || s.tuning != "") {
		return errors.New("policy goes with no other option of a search: nothing is searched")
	}
	return nil
}

// unknownOption says what would be known.
func (s *Spec) unknownOption(option string) error {
	var wants []string
	for _, key := range keys(s.kind) {
		switch key {
		case "nodes", "sims", "depth", "level":
			wants = append(wants, key+"=N")
		case "weights":
			wants = append(wants, key+"=FILE")
		case policyKey:
			wants = append(wants, key)
		case "time", "grace", "patience", "startup":
			wants = append(wants, key+"=D")
		default:
			wants = append(wants, key+"=X")
		}
	}
	if s.kind == kindUGI {
		wants = append(wants, optionPrefix+"NAME=VALUE")
	}
	if len(wants) == 0 {
		return fmt.Errorf("unknown option %q, %s takes none", option, s.kind)
	}
	last := len(wants) - 1
	return fmt.Errorf("unknown option %q, want %s or %s", option, strings.Join(wants[:last], ", "), wants[last])
}

// parseOption reads one option that is known.
func (s *Spec) parseOption(option string) error {
	key, value, hasValue := strings.Cut(option, "=")
	var err error
	switch key {
	case policyKey:
		if s.limit.policy = true; hasValue {
			err = errors.New("want no value")
		}
	case "sims", "nodes":
		s.limit.nodes, err = parseCount(value)
	case "depth":
		s.limit.depth, err = parseCount(value)
	case "level":
		if s.limit.level, err = parseCount(value); err == nil {
			_, err = level.Of(s.limit.level)
		}
	case "time":
		s.limit.time, err = parseTime(value)
	case "grace":
		s.command.Grace, err = parseTime(value)
	case "patience":
		s.command.Patience, err = parseTime(value)
	case "startup":
		s.command.Startup, err = parseTime(value)
	case "weights":
		if s.file = value; value == "" {
			err = errors.New("want a file")
		}
	}
	if slices.Contains(mcts.TuningKeys(), key) {
		return s.tune(option)
	}
	if err != nil {
		return fmt.Errorf("%s is %q, %w", key, value, err)
	}
	return nil
}

// tune adds one constant of the search.
func (s *Spec) tune(setting string) error {
	if _, err := mcts.Play().Tuned(setting); err != nil {
		return err
	}
	if s.tuning != "" {
		s.tuning += ","
	}
	s.tuning += setting
	return nil
}

// What a value must be.
var (
	errCount = errors.New("want a whole number from 1 on")
	errTime  = errors.New("want a positive duration such as 100ms or 2s")
)

func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n == 0 {
		return 0, errCount
	}
	return int(n), nil
}

// maxTime bounds every time of a player.
const maxTime = 1000 * time.Hour

func parseTime(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > maxTime {
		return 0, errTime
	}
	return d, nil
}
