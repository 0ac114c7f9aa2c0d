package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/match/record"
)

// looksLikeJSON reports whether a text is meant as a JSON object: a brace, a key in quotes and a colon.
// A comment in braces rarely begins so. A regular expression would make the exported engine 9% larger.
func looksLikeJSON(text string) bool {
	const spaces = "\t\n\f\r "
	rest := strings.TrimLeft(straight(plain(text)), spaces)
	rest, open := strings.CutPrefix(rest, "{")
	rest, quoted := strings.CutPrefix(strings.TrimLeft(rest, spaces), `"`)
	_, rest, closed := strings.Cut(rest, `"`)
	return open && quoted && closed && strings.HasPrefix(strings.TrimLeft(rest, spaces), ":")
}

// readJSON reads a record in JSON. It ignores keys that it does not need.
func readJSON(text string) (*score, error) {
	if !json.Valid([]byte(text)) {
		text = straight(plain(text)) // another program may have changed spaces and quotes
	}
	c, err := scoreOf([]byte(text))
	if err != nil {
		return nil, refuse(Bad, "the text looks like a game in JSON, but %v", err)
	}
	return c, c.check()
}

// scoreOf returns the game in a JSON object. Its errors continue a sentence.
func scoreOf(object []byte) (*score, error) {
	var written map[string]json.RawMessage
	var read struct {
		Rules, Start, Result, White, Black, Notation string
		Moves                                        []jsonMove
	}
	for _, into := range []any{&written, &read} {
		if err := json.Unmarshal(object, into); err != nil {
			return nil, jsonFault(err)
		}
	}
	keys, err := checkKeys(written)
	if err != nil {
		return nil, err
	}
	c := &score{rules: read.Rules, start: read.Start, white: read.White, black: read.Black,
		notation: read.Notation}
	for _, m := range read.Moves {
		c.moves = append(c.moves, string(m))
	}
	return c, c.finish(read.Result, keys)
}

// finish adds the result, and checks the keys that describe the form of the object.
func (c *score) finish(result string, keys map[string]string) error {
	if _, ok := keys["moves"]; !ok {
		return errors.New(`it has no key "moves"`)
	}
	for key, value := range map[string]string{"rules": c.rules, "notation": c.notation} {
		if _, ok := keys[key]; ok && value == "" {
			return fmt.Errorf("%s is empty: write a value, or remove the key", key)
		}
	}
	if version, ok := keys["version"]; ok { // a record, which always has its moves in rear notation
		c.notation = cmp.Or(c.notation, game.RearNotation.String())
		if err := record.CheckVersion(version); err != nil {
			return err
		}
	}
	if _, ok := keys["result"]; ok {
		return c.setResult(result)
	}
	return nil
}

// jsonKeys has the keys that the service reads.
var jsonKeys = []string{"rules", "start", "result", "white", "black", "notation", "moves", "version"}

// checkKeys returns the keys in lower case, with their values in JSON. It refuses null, a key that
// occurs twice, and a misspelt key without which the object would hold a different game.
func checkKeys(written map[string]json.RawMessage) (map[string]string, error) {
	keys := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(written)) {
		lower := strings.ToLower(key)
		known := slices.Contains(jsonKeys, lower)
		meant := record.Misspelt(lower, []string{"rules", "start", "notation", "moves"})
		_, twice := keys[lower]
		keys[lower] = string(written[key])
		switch {
		case twice && known:
			return nil, fmt.Errorf("the key %q occurs twice: give only one game", Shorten(key))
		case !known && meant != "":
			return nil, fmt.Errorf("the key %q is unknown: write %q if you mean that key, or remove the unknown key",
				Shorten(key), meant)
		case known && keys[lower] == "null":
			return nil, fmt.Errorf("%s is null: write a value, or remove the key", key)
		}
	}
	return keys, nil
}

// jsonMove is a move in JSON: its text, or an object with the text.
type jsonMove string

// UnmarshalJSON implements json.Unmarshaler.
func (m *jsonMove) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, (*string)(m))
	}
	var object struct{ Move string }
	err := json.Unmarshal(data, &object)
	*m = jsonMove(object.Move)
	return err
}

// jsonFault explains why a record in JSON cannot be read.
func jsonFault(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("it is incomplete or damaged near character %d", syntax.Offset)
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Errorf("%s is a %s: want text, and for the moves a list of texts",
			Shorten(nameOf(kind)), kind.Value)
	}
	return errors.New("a move in the list is not a text")
}
