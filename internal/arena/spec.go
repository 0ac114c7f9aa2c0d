package arena

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
)

// The kinds of players.
const (
	kindNet     = "net"
	kindRandom  = "random"
	kindGreedy  = "greedy"
	kindUniform = "uniform"
	kindRollout = "rollout"
)

// Players says how a player is written, for help texts.
const Players = `A player is one of

  net:FILE  searches with the network of a checkpoint
  rollout   searches with random games, knowing only the rules
  uniform   searches with no judgement but exact proofs of near wins
  greedy    takes the move that advances most, and stones
  random    takes any move

The first three take options after commas: sims=N, simulations a move, or time=D, thinking time a move such as 100ms or 2s; with both, whichever comes first. Without: sims=64 for net, 200 for the others.`

// Spec is a player as it is written in text.
type Spec struct {
	text  string
	kind  string
	file  string
	limit mcts.Limit
}

// ParseSpec reads a player: see [Players]. It does not look at files. An error
// names the text, the part that is wrong and what is allowed.
func ParseSpec(text string) (Spec, error) {
	head, rest, _ := strings.Cut(text, ",")
	kind, file, hasFile := strings.Cut(head, ":")
	s := Spec{text: text, kind: kind, file: file}
	fail := func(format string, args ...any) (Spec, error) {
		return Spec{}, fmt.Errorf("arena: player %q: %s", text, fmt.Sprintf(format, args...))
	}
	switch kind {
	case kindNet:
		if file == "" {
			return fail("the checkpoint is missing, write net:FILE")
		}
		s.limit.Simulations = 64
	case kindUniform, kindRollout:
		s.limit.Simulations = 200
	case kindRandom, kindGreedy:
	default:
		return fail("unknown kind %q, want net:FILE, rollout, uniform, greedy or random", kind)
	}
	if hasFile && kind != kindNet {
		return fail("%s takes no file, only net does", kind)
	}
	if len(rest) < len(text)-len(head) { // there was a comma
		limit, err := parseLimit(kind, rest)
		if err != nil {
			return fail("%v", err)
		}
		s.limit = limit
	}
	return s, nil
}

// parseLimit reads the options of a player that searches.
func parseLimit(kind, text string) (mcts.Limit, error) {
	var limit mcts.Limit
	var seen []string
	for _, option := range strings.Split(text, ",") {
		key, value, _ := strings.Cut(option, "=")
		if kind == kindRandom || kind == kindGreedy {
			return limit, fmt.Errorf("unknown option %q, %s takes none", option, kind)
		}
		if slices.Contains(seen, key) {
			return limit, fmt.Errorf("option %s is given twice", key)
		}
		seen = append(seen, key)
		switch key {
		case "sims":
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil || n == 0 {
				return limit, fmt.Errorf("sims is %q, want a whole number from 1 on", value)
			}
			limit.Simulations = int(n)
		case "time":
			d, err := time.ParseDuration(value)
			if err != nil || d <= 0 {
				return limit, fmt.Errorf("time is %q, want a positive duration such as 100ms or 2s", value)
			}
			limit.Time = d
		default:
			return limit, fmt.Errorf("unknown option %q, want sims=N or time=D", option)
		}
	}
	return limit, nil
}

// TrainedOn returns the name of the rules that the player's network was trained on, "" if it has none or does not say.
func (s Spec) TrainedOn() (string, error) {
	if s.kind != kindNet {
		return "", nil
	}
	checkpoint, err := net.LoadCheckpoint(s.file)
	if err != nil {
		return "", fmt.Errorf("arena: player %q: %w", s.text, err)
	}
	return checkpoint.Meta.Rules, nil
}

// String returns the text that was parsed.
func (s Spec) String() string { return s.text }

// Contestant readies the player for matches on a board. It reads the
// checkpoint of a network, once for all games.
func (s Spec) Contestant(b *game.Board) (Contestant, error) {
	switch s.kind {
	case kindNet:
		checkpoint, err := net.LoadCheckpoint(s.file)
		if err != nil {
			return Contestant{}, fmt.Errorf("arena: player %q: %w", s.text, err)
		}
		return NetContestant(s.text, net.NewNetwork(checkpoint.Weights), b, mcts.Default(), s.limit), nil
	case kindUniform:
		return uniformContestant(s.text, s.limit), nil
	case kindRollout:
		return rolloutContestant(s.text, s.limit), nil
	case kindGreedy:
		return Contestant{Name: s.text, New: func(context.Context) (Player, error) { return &greedy{name: s.text}, nil }}, nil
	default:
		return Contestant{Name: s.text, New: func(context.Context) (Player, error) { return &random{name: s.text}, nil }}, nil
	}
}
