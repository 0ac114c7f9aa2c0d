package player

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"unicode/utf8"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/ugi"
)

// Random is the player that takes any move. Its rating is 0 in every tournament.
const Random = "random"

// Spec is a player as its text describes it.
type Spec struct {
	text    string
	kind    string
	file    string         // for net: its network; for alphabeta: its weights, if not the default ones
	byLines bool           // for alphabeta: it evaluates by lines, without a file by the included ones
	limit   limit          // from the text; the zero value means the kind's default
	tuning  string         // constants of net's search in addition to its checkpoint's
	threads int            // of net's search; 0 means 1
	device  backend.Device // of net's evaluations
	command ugi.Command    // for ugi
	// captures makes random take a capture when there is one.
	captures bool
}

// ParseSpec parses the text of a player: see [Help]. It reads no files. An error names the text,
// the wrong part and what is allowed.
func ParseSpec(text string) (Spec, error) {
	s := Spec{text: text}
	if !utf8.ValidString(text) {
		return Spec{}, fmt.Errorf(
			"player %q: the text is not valid UTF-8, so records of games cannot keep it: rename the file",
			text)
	}
	if err := s.parse(); err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	return s, nil
}

// parse reads the text of s.
func (s *Spec) parse() error {
	fields, err := s.fields()
	if err != nil {
		return err
	}
	name, argument, given := strings.Cut(fields[0], ":")
	k, ok := kindOf(name)
	switch {
	case !ok:
		var usages []string
		for _, k := range kinds() {
			usages = append(usages, k.usage())
		}
		return fmt.Errorf("unknown kind %q, want %s", name, listed(usages, "or"))
	case k.read != nil:
		err = k.read(s, argument)
	case given:
		err = fmt.Errorf("%s takes no file, only %s do", name,
			listed(namesOf(func(k kind) bool { return k.read != nil }), "and"))
	}
	if err != nil {
		return err
	}
	s.kind = name
	return s.parseOptions(k, fields[1:])
}

// fields returns the parts of the text between commas.
func (s *Spec) fields() ([]string, error) {
	for _, k := range kinds() {
		if k.quoted && strings.HasPrefix(s.text, k.name+":") {
			return splitOutside(s.text, ",")
		}
	}
	return strings.Split(s.text, ","), nil
}

// row returns the kind of a parsed player.
func (s Spec) row() kind {
	k, _ := kindOf(s.kind)
	return k
}

// With returns the player with options for all players of a match, such as "time=1s". A player that
// searches and has no limit of its own gets the options that it knows. Other players do not change.
// The options must be limits of a search.
func (s Spec) With(options string) (Spec, error) {
	if err := checkLimits(options); err != nil {
		return Spec{}, fmt.Errorf("player: options %q for all players: %w", options, err)
	}
	text, limits := s.text, s.row().limits
	for _, option := range strings.Split(options, ",") {
		key, _, _ := strings.Cut(option, "=")
		if _, ok := optionOf(limits, key); ok && s.limit == (limit{}) {
			text += "," + option
		}
	}
	return ParseSpec(text)
}

// checkLimits returns an error for an option that is not a limit of any player.
func checkLimits(options string) error {
	return new(Spec).parseOptions(kind{limits: limitOptions()}, strings.Split(options, ","))
}

// TrainedOn returns the name of the rules that the player's network was trained on. It returns ""
// without a network, or if the network does not name its rules.
func (s Spec) TrainedOn() (string, error) {
	if k := s.row(); k.trainedOn != nil {
		return k.trainedOn(s)
	}
	return "", nil
}

// Digest identifies the files of the player apart from this program: its network or its weights.
// For an outside engine these are its program and the files that its arguments and options name.
// Digest returns "" if there are none. If the content of a file changes, so does the digest.
func (s Spec) Digest() (string, error) {
	sum := sha256.New()
	files := s.Files()
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

// Files returns the files from which the player is read or run.
func (s Spec) Files() []string {
	if s.file != "" {
		return []string{s.file}
	}
	var words []string
	for i, word := range s.command.Argv {
		if path, err := exec.LookPath(word); i == 0 && err == nil {
			word = path
		}
		words = append(words, word)
		if _, value, found := strings.Cut(word, "="); found { // as in --book=FILE
			words = append(words, value)
		}
	}
	for _, option := range s.command.Options {
		words = append(words, option.Value)
	}
	return slices.DeleteFunc(words, func(word string) bool {
		info, err := os.Stat(word)
		return err != nil || !info.Mode().IsRegular()
	})
}

// addFile adds the content of a file to a hash.
func addFile(sum hash.Hash, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(sum, file)
	return err
}

// Command returns the program of an outside engine with its arguments, and nil for every other
// player.
func (s Spec) Command() []string { return slices.Clone(s.command.Argv) }

// String returns the text that was parsed.
func (s Spec) String() string { return s.text }

// On returns the player with a device for the evaluations of its network, unless its text names one.
func (s Spec) On(device backend.Device) Spec {
	s.device = cmp.Or(s.device, device)
	return s
}

// Factory prepares the player for matches on a board. It reads the checkpoint of a network once
// for all games.
func (s Spec) Factory(b *game.Board) (Factory, error) {
	k := s.row()
	own := searchLimit{limit: s.limit, fallback: k.limit}
	c, err := k.ready(s, b, own)
	c.MoveTime = own.timeless().time
	return c, err
}
