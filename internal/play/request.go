package play

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"epaminondas/game"
)

// What a request may hold.
const (
	maxBody     = 64 << 10 // bytes
	maxPlies    = 2000
	maxMoveText = 12 // bytes
)

// positionRequest is a game as the browser holds it.
type positionRequest struct {
	Rules string   `json:"rules"` // as in game.ParseRules
	Start string   `json:"start"` // position text, "" for the usual start
	Moves []string `json:"moves"` // in rear notation
}

// moveRequest asks for the engine's move.
type moveRequest struct {
	positionRequest
	Level int    `json:"level"` // from 1
	Seed  uint32 `json:"seed"`  // of the choice at the levels that draw
}

// played is a game that was found legal.
type played struct {
	board  *game.Board
	states []game.State // before each move
	moves  []game.Move
	state  game.State // after all
}

// decode reads the body of a request strictly into v.
func decode(w http.ResponseWriter, r *http.Request, v any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type is %q: send application/json", shorten(r.Header.Get("Content-Type")))
	}
	return decodeBody(http.MaxBytesReader(w, r.Body, maxBody), v)
}

func decodeBody(body io.Reader, v any) error {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		err = cmp.Or(err, errTrailing)
	}
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return refuse(http.StatusRequestEntityTooLarge, "the body is larger than %d bytes: send a shorter game", maxBody)
	}
	return refuse(http.StatusBadRequest, "the body is no request (%s): send one JSON object", shorten(err.Error()))
}

var errTrailing = errors.New("it goes on after its end")

// game plays the moves of a request.
func (q *positionRequest) game() (*played, error) {
	if len(q.Moves) > maxPlies {
		return nil, refuse(http.StatusBadRequest, "moves has %d moves: send at most %d", len(q.Moves), maxPlies)
	}
	rules, err := game.ParseRules(q.Rules)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "rules %q: %v", shorten(q.Rules), err)
	}
	board, err := game.NewBoard(rules)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "rules %q: %v", shorten(q.Rules), err)
	}
	g := &played{board: board, state: board.Start()}
	if q.Start != "" {
		if g.state, err = board.ParseState(q.Start); err != nil {
			return nil, refuse(http.StatusBadRequest, "start %q: %v", shorten(q.Start), err)
		}
	}
	for i, text := range q.Moves {
		if len(text) > maxMoveText {
			return nil, refuse(http.StatusBadRequest, "move %d, %q: a move has %d letters at most", i+1, shorten(text), maxMoveText)
		}
		m, err := g.state.ParseMove(text, game.RearNotation)
		if err != nil {
			return nil, refuse(http.StatusBadRequest, "move %d, %q: %v", i+1, shorten(text), err)
		}
		g.states, g.moves = append(g.states, g.state), append(g.moves, m)
		g.state.Play(m)
	}
	return g, nil
}

// checkLevel refuses a level that does not exist.
func (q *moveRequest) checkLevel() error {
	if q.Level < 1 || q.Level > len(levels) {
		return refuse(http.StatusBadRequest, "level is %d: choose 1 to %d", q.Level, len(levels))
	}
	return nil
}
