package desk

import (
	"encoding/json"
	"errors"
	"fmt"
)

// readJSON reads a record in JSON. It ignores fields that it does not need.
func readJSON(text string) (*score, error) {
	var record struct {
		Rules, Start, Result, White, Black string
		Moves                              []jsonMove
	}
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		return nil, refuse(Bad, "the text looks like a game in JSON, but %s", jsonFault(err))
	}
	c := &score{rules: record.Rules, start: record.Start, white: record.White, black: record.Black}
	if isResult(record.Result) {
		c.result = record.Result
	}
	for _, m := range record.Moves {
		c.moves = append(c.moves, string(m))
	}
	return c, c.check()
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
func jsonFault(err error) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("it is incomplete or damaged near character %d", syntax.Offset)
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Sprintf("%s is a %s: want text, and for the moves a list of texts",
			Shorten(nameOf(kind)), kind.Value)
	}
	return "one of its moves is not a text"
}
