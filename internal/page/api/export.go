package api

import (
	"context"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/match/record"
)

// exportRequest asks for texts of a game.
type exportRequest struct {
	positionRequest
	White    string `json:"white"` // names
	Black    string `json:"black"`
	Notation string `json:"notation"` // of the list of moves: rear or head; "" means rear
}

// exportReply is the game as texts. Records always use rear notation.
type exportReply struct {
	Text  string `json:"text"`  // a record like PGN, as in a file of games
	JSON  string `json:"json"`  // the same record as a line of JSON
	Moves string `json:"moves"` // numbered moves
}

func (d *Service) answerExport(_ context.Context, q *exportRequest, _ Part) (any, error) {
	notation := game.RearNotation
	if q.Notation != "" {
		var err error
		if notation, err = game.ParseNotation(q.Notation); err != nil {
			return nil, refuse(Bad, "%s", Shorten(err.Error()))
		}
	}
	if err := checkNames(q.White, q.Black); err != nil {
		return nil, err
	}
	g, err := q.game()
	if err != nil {
		return nil, err
	}
	r := g.record()
	r.Players = [2]string{game.White: q.White, game.Black: q.Black}
	text, err := r.AppendText([]byte(record.Header))
	if err != nil {
		return nil, fmt.Errorf("api: export: %w", err)
	}
	line, err := r.AppendJSON(nil)
	if err != nil {
		return nil, fmt.Errorf("api: export: %w", err)
	}
	return exportReply{string(text), string(line), g.numbered(notation)}, nil
}

// record returns the game as a record, without players.
func (g *played) record() *record.Game {
	outcome, reason := g.state.Outcome()
	r := &record.Game{Rules: g.board.Rules(), Outcome: outcome, Ending: reason}
	if first := g.first(); first != g.board.Start() {
		r.Start = first.String()
	}
	for _, m := range g.moves {
		r.Plies = append(r.Plies, record.Ply{Move: m})
	}
	return r
}

// numbered returns the moves with numbers: 1. a1-a2 a6-a5 2. ...
func (g *played) numbered(n game.Notation) string {
	first := g.first()
	number := record.NumberFrom(&first)
	var words []string
	for i, m := range g.moves {
		words = append(words, number.Put(g.states[i].FormatMove(m, n), i == 0))
	}
	return strings.Join(words, " ")
}
