package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// MaxBody is the largest size of a request, in bytes.
const MaxBody = 256 << 10

// Limits of a request.
const (
	maxPlies    = 2000
	maxMoveText = 12 // bytes
)

// positionRequest is a game as the browser stores it.
type positionRequest struct {
	Rules string   `json:"rules"` // as in game.ParseRules
	Start string   `json:"start"` // position text, "" for the usual start
	Moves []string `json:"moves"` // in rear notation
}

// played is a game with legal moves only.
type played struct {
	board  *game.Board
	states []game.State // before each move
	moves  []game.Move
	state  game.State // after all moves
}

// decode reads the body of a request into v, and refuses unknown fields and other mistakes.
func decode(body []byte, v any) error {
	if len(body) > MaxBody {
		return refuse(TooLarge, "the request is larger than %s: send a shorter game",
			noun.Count(MaxBody, "byte"))
	}
	body, err := textfile.Text(body)
	if err != nil {
		return refuse(Bad, "the body is not JSON in UTF-8: %v", err)
	}
	if body = bytes.TrimSpace(body); len(body) == 0 || body[0] != '{' {
		return refuse(Bad, "the body is %q: send one JSON object", Shorten(string(body)))
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err = d.Decode(v)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		err = cmp.Or(err, errTrailing)
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return refuse(Bad, "%s is a %s: send %s", Shorten(nameOf(kind)), Shorten(kind.Value),
			wanted(kind.Type.Kind()))
	}
	return refuse(Bad, "the body is not a request (%s): send one JSON object", Shorten(err.Error()))
}

// nameOf returns the name of the field in an error, without the structs around it.
func nameOf(err *json.UnmarshalTypeError) string {
	return err.Field[strings.LastIndexByte(err.Field, '.')+1:]
}

// wanted describes the type of a field in words.
func wanted(k reflect.Kind) string {
	switch k {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "a whole number"
	case reflect.Uint32:
		return "a whole number from 0 to 4294967295"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "a list of texts"
	}
	return "something else"
}

var errTrailing = errors.New("more text follows the end of the object")

// game plays the moves of a request.
func (q *positionRequest) game() (*played, error) {
	g, err := q.gameIn(game.RearNotation)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// gameIn plays the moves of a request in notation n. If a move is wrong, it also returns the game
// before that move.
func (q *positionRequest) gameIn(n game.Notation) (*played, error) {
	if len(q.Moves) > maxPlies {
		return nil, refuse(Bad, "moves has %s: send at most %d", noun.Count(len(q.Moves), "move"),
			maxPlies)
	}
	board, err := game.ParseBoard(q.Rules)
	if err != nil {
		return nil, refuse(Bad, "rules %q: %s", Shorten(q.Rules), detail(err))
	}
	g := &played{board: board, state: board.Start()}
	if q.Start != "" {
		if g.state, err = board.ParseState(q.Start); err != nil {
			why, start := positionFault(board.Rules(), q.Start, err), Shorten(q.Start)
			said := Said{"start", map[string]any{"start": start, "why": why.said}}
			return nil, tell(Bad, said, "the start position %q: %s", start, why.english)
		}
	}
	for i, text := range q.Moves {
		if len(text) > maxMoveText {
			return g, refuseMove(i+1, text, plainFault(notAMove, "not-a-move"))
		}
		m, err := g.state.ParseMove(text, n)
		if err != nil {
			return g, refuseMove(i+1, text, moveFault(board.Rules(), err))
		}
		g.states, g.moves = append(g.states, g.state), append(g.moves, m)
		g.state.Play(m)
	}
	return g, nil
}

// first returns the start position of the game.
func (g *played) first() game.State {
	if len(g.states) > 0 {
		return g.states[0]
	}
	return g.state
}
