package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"epaminondas/game"
)

// No program of ours reads JSON lines; the tests do, to show that nothing is lost in them.

// maxJSONLine is the longest line of a game in JSON, in bytes: a game with MaxPlies moves of 90
// bytes.
const maxJSONLine = 1 << 24

// jsonReader reads a file of JSON lines, one game at a time.
type jsonReader struct {
	lines  *lines
	boards boards
	err    error // the error that ended reading
}

// newJSONReader returns a reader of the output of [Game.AppendJSON].
func newJSONReader(r io.Reader) *jsonReader { return &jsonReader{lines: newLines(r, maxJSONLine)} }

// Next returns the next game, or io.EOF after the last. It replays the moves and checks the end.
// Any other error names the line and the fault, such as an unknown key, and ends reading.
func (r *jsonReader) Next() (*Game, error) {
	for r.err == nil {
		line, err := r.lines.next()
		if err == nil && len(line) == 0 {
			continue
		}
		var g *Game
		if err == nil {
			g, err = r.game(line)
		}
		if err == nil {
			return g, nil
		}
		if err != io.EOF {
			err = fmt.Errorf("record: JSON lines, line %d: %w", r.lines.number, err)
		}
		r.err = err
	}
	return nil, r.err
}

// game parses the game on a line.
func (r *jsonReader) game(line []byte) (*Game, error) {
	read, err := decodeGame(line)
	if err != nil {
		return nil, err
	}
	g, err := read.known()
	if err != nil {
		return nil, err
	}
	state, err := r.boards.first(g)
	if err != nil {
		return nil, err
	}
	for _, m := range read.Moves {
		p, err := m.ply()
		if err == nil {
			err = g.play(&state, m.Move, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return g, g.settle(&state)
}

// decodeGame decodes a line with one object of a known version and known keys.
func decodeGame(line []byte) (*jsonGame, error) {
	var g jsonGame
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&g)
	if _, more := decoder.Token(); err == nil && more != io.EOF {
		err = errors.New("there is text after the object")
	}
	var named struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(line, &named) == nil && named.Version > formatVersion {
		return nil, newerVersion(named.Version)
	}
	switch {
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "json: "))
	case g.Version != formatVersion:
		return nil, fmt.Errorf("the version is %d, want %d", g.Version, formatVersion)
	}
	return &g, nil
}

// known returns the game without its moves.
func (j *jsonGame) known() (*Game, error) {
	for _, key := range []struct {
		name    string
		missing bool
	}{
		{"white", j.White == nil}, {"black", j.Black == nil}, {"opening_plies", j.OpeningPlies == nil},
		{"moves", j.Moves == nil},
	} {
		if key.missing {
			return nil, fmt.Errorf("the game has no %q", key.name)
		}
	}
	g := &Game{
		Number:       j.Game - 1,
		Players:      [2]string{game.White: *j.White, game.Black: *j.Black},
		Start:        j.Start,
		OpeningPlies: *j.OpeningPlies,
		Ending:       j.Ending,
		Verdict:      j.Verdict,
	}
	if len(j.Moves) > 0 {
		g.Plies = make([]Ply, 0, min(len(j.Moves), MaxPlies))
	}
	if err := g.setResult(j.Result); err != nil {
		return nil, err
	}
	var err error
	if g.Seed, err = strconv.ParseUint(j.Seed, 10, 64); err != nil {
		return nil, fmt.Errorf("the seed is %.40q, want a number in a string", j.Seed)
	}
	if g.Rules, err = game.ParseRules(j.Rules); err != nil {
		return nil, err
	}
	return g, g.validate()
}

// ply returns the player's report on the move.
func (m *jsonMove) ply() (Ply, error) {
	if m.Seconds < 0 || m.Seconds >= maxTime.Seconds() {
		return Ply{}, fmt.Errorf("move %.20q: seconds are %v, want 0 or more, below %v", m.Move,
			m.Seconds, maxTime.Seconds())
	}
	p := Ply{Nodes: m.Nodes, Time: time.Duration(math.Round(m.Seconds*1e6)) * time.Microsecond}
	if m.Value != nil {
		p.Value, p.Judged = float32(*m.Value), true
	}
	if err := p.validate(); err != nil {
		return p, fmt.Errorf("move %.20q: %w", m.Move, err)
	}
	p.Round()
	return p, nil
}
