package player

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"epaminondas/game"
	"epaminondas/internal/engine/ugi/client"
	"epaminondas/net"
)

// Random is the player that takes any move: its rating is 0 wherever it plays.
const Random = "random"

// The other kinds of players.
const (
	kindNet       = "net"
	kindGreedy    = "greedy"
	kindUniform   = "uniform"
	kindRollout   = "rollout"
	kindAlphaBeta = "alphabeta"
	kindUGI       = "ugi"
)

// Help says how a player is written, for help texts.
const Help = `A player is one of

  net:FILE           searches with the network of a checkpoint
  alphabeta          searches as classical engines do, with an evaluation by hand
  rollout            searches with random games, knowing only the rules
  uniform            searches with no judgement but exact proofs of near wins
  greedy             takes the move that advances most, and stones
  random             takes any move
  ugi:COMMAND ARGS   any engine that speaks UGI

Options follow after commas, the limits of a search first; with several, whichever comes first:

  time=D    thinking time a move, such as 100ms or 2s
  nodes=N   positions a move; sims=N is the same for net, rollout and uniform: simulations
  depth=N   plies, for alphabeta and ugi

  level=N        instead, for net and alphabeta: 1 (beginner) to 8 (strongest), as on the page to play on
  policy         instead, for net: the first choice of its policy, without a search
  weights=FILE   evaluation of alphabeta, as arena tune writes it
  c_puct=X       a constant of the search of net, instead of its checkpoint's or the default; likewise
                 c_puct_base, fpu, prior_temperature, tactical_share, c_visit and c_scale (docs/arena.md)

Without: nodes=64 for net, 200 for rollout and uniform, 20000 for alphabeta, and time=1s for ugi; in games with a clock none but the clock.

The command of ugi is split into words as a shell does it, with quotes, but no shell is run; a comma inside quotes belongs to its word. The engine is sent the options Rules, MaxPlies and Notation if it declares them, then its own:

  option.NAME=VALUE   sets an option of the engine
  grace=D             how late a move may be, before the engine is told to stop and once more after it: 1s;
                      what is late but within it loses nothing, and a warning tells of it
  patience=D          time for a move that no time limits, only nodes or depth: 1m
  startup=D           time to get ready, at the start and for a new game: 20s

as in ugi:./engine --quiet,time=500ms,option.Threads=2,option.Book='a, b.bin'`

// Spec is a player as it is written in text.
type Spec struct {
	text    string
	kind    string
	file    string         // of net: its network; of alphabeta: its weights, if not the default ones
	limit   limit          // as written; none is the kind's default
	tuning  string         // of the search of net, beyond that of its checkpoint
	command client.Command // of ugi
}

// ParseSpec reads a player: see [Help]. It does not look at files. An error
// names the text, the part that is wrong and what is allowed.
func ParseSpec(text string) (Spec, error) {
	s := Spec{text: text}
	if !utf8.ValidString(text) {
		return Spec{}, fmt.Errorf("player %q: the text is not valid UTF-8, so no record of a game could keep it: rename the file", text)
	}
	if err := s.parse(); err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	return s, nil
}

// parse reads the text of s.
func (s *Spec) parse() error {
	fields := strings.Split(s.text, ",")
	if strings.HasPrefix(s.text, kindUGI+":") {
		var err error
		if fields, err = splitOutside(s.text, ","); err != nil {
			return err
		}
	}
	kind, rest, hasRest := strings.Cut(fields[0], ":")
	s.kind = kind
	switch kind {
	case kindNet:
		if s.file = rest; rest == "" {
			return fmt.Errorf("the checkpoint is missing, write net:FILE")
		}
	case kindUGI:
		if s.command.Argv = words(rest); len(s.command.Argv) == 0 || s.command.Argv[0] == "" {
			return fmt.Errorf("the command is missing, write ugi:COMMAND ARGS")
		}
	case kindUniform, kindRollout, kindAlphaBeta, Random, kindGreedy:
		if hasRest {
			return fmt.Errorf("%s takes no file, only net and ugi do", kind)
		}
	default:
		return fmt.Errorf("unknown kind %q, want net:FILE, alphabeta, rollout, uniform, greedy, random or ugi:COMMAND", kind)
	}
	return s.parseOptions(fields[1:])
}

// With returns the player under options that are common to all in a match, such as
// "time=1s": one that searches and has no limit of its own gets those that it knows, any
// other is as it was. The options are limits of a search.
func (s Spec) With(options string) (Spec, error) {
	if err := checkLimits(options); err != nil {
		return Spec{}, fmt.Errorf("player: options %q for all players: %w", options, err)
	}
	text := s.text
	for _, option := range strings.Split(options, ",") {
		key, _, _ := strings.Cut(option, "=")
		if s.limit == (limit{}) && slices.Contains(limitKeys(s.kind), key) {
			text += "," + option
		}
	}
	return ParseSpec(text)
}

// checkLimits refuses what is no limit of any player.
func checkLimits(options string) error {
	probe := Spec{kind: kindUGI}
	for _, option := range strings.Split(options, ",") {
		key, _, _ := strings.Cut(option, "=")
		if !slices.Contains(limitKeys(kindNet), key) && !slices.Contains(limitKeys(kindUGI), key) {
			return fmt.Errorf("unknown option %q, want time=D, nodes=N, sims=N or depth=N", option)
		}
	}
	return probe.parseOptions(strings.Split(strings.ReplaceAll(options, "sims=", "nodes="), ","))
}

// defaultLimit returns the limit of a kind of player that is given none.
func defaultLimit(kind string) limit {
	switch kind {
	case kindNet:
		return limit{nodes: 64}
	case kindUniform, kindRollout:
		return limit{nodes: 200}
	case kindAlphaBeta:
		return limit{nodes: 20_000}
	case kindUGI:
		return limit{time: time.Second}
	}
	return limit{}
}

// TrainedOn returns the name of the rules that the player's network was trained on, "" if it has none or does not say.
func (s Spec) TrainedOn() (string, error) {
	if s.kind != kindNet {
		return "", nil
	}
	checkpoint, err := net.LoadCheckpoint(s.file)
	if err != nil {
		return "", fmt.Errorf("player %q: %w", s.text, err)
	}
	return checkpoint.Meta.Rules, nil
}

// Digest identifies what the player is made of beside this program, "" if that is nothing: its network or its weights, or
// the program of an outside engine and whatever files its arguments name. Another content under the same name is another player.
func (s Spec) Digest() (string, error) {
	sum := sha256.New()
	files := s.files()
	for _, path := range files {
		if err := addFile(sum, path); err != nil {
			return "", fmt.Errorf("player %q: %w", s.text, err)
		}
	}
	if len(files) == 0 {
		return "", nil
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// files lists what the player is read from or run from.
func (s Spec) files() []string {
	if s.file != "" {
		return []string{s.file}
	}
	var list []string
	for i, word := range s.command.Argv {
		if i == 0 {
			if path, err := exec.LookPath(word); err == nil {
				word = path
			}
		}
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			list = append(list, word)
		}
	}
	return list
}

// addFile adds the content of a file to a sum.
func addFile(sum hash.Hash, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(sum, file)
	return err
}

// Command returns the program that an outside engine starts, with its arguments, and nil for every
// other player.
func (s Spec) Command() []string { return slices.Clone(s.command.Argv) }

// String returns the text that was parsed.
func (s Spec) String() string { return s.text }

// Contestant readies the player for matches on a board. It reads the
// checkpoint of a network, once for all games.
func (s Spec) Contestant(b *game.Board) (Contestant, error) {
	own := searchLimit{limit: s.limit, fallback: defaultLimit(s.kind)}
	c, err := s.contestant(b, own)
	c.MoveTime = own.timeless().time
	return c, err
}

func (s Spec) contestant(b *game.Board, own searchLimit) (Contestant, error) {
	switch s.kind {
	case kindNet:
		checkpoint, err := net.LoadCheckpoint(s.file)
		if err != nil {
			return Contestant{}, fmt.Errorf("player %q: %w", s.text, err)
		}
		network := net.NewNetwork(checkpoint.Weights)
		switch {
		case own.limit.level > 0:
			return netAtLevel(s.text, network, b, own.limit.level)
		case own.limit.policy:
			return PolicyContestant(s.text, network, b), nil
		}
		search, err := playSearch(network)
		if err == nil {
			search, err = search.Tuned(s.tuning)
		}
		if err != nil {
			return Contestant{}, fmt.Errorf("player %q: %w", s.text, err)
		}
		return netContestant(s.text, network, b, search, own), nil
	case kindAlphaBeta:
		if own.limit.level > 0 {
			return classicalAtLevel(s.text, b, s.file, own.limit.level)
		}
		return classicalContestant(s.text, b, s.file, own)
	case kindUGI:
		return outsideContestant(s.text, b, s.command, own)
	case kindUniform:
		return uniformContestant(s.text, own), nil
	case kindRollout:
		return rolloutContestant(s.text, own), nil
	case kindGreedy:
		return Contestant{Name: s.text, New: func(context.Context) (Player, error) { return &greedy{name: s.text}, nil }}, nil
	default:
		return Contestant{Name: s.text, New: func(context.Context) (Player, error) { return &random{name: s.text}, nil }}, nil
	}
}
