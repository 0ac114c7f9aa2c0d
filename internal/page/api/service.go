// Package api answers the page's questions about a game. They are about boards and players, the
// legal moves of a position, a player's move and analysis, and the texts of a game.
//
// The service has no state: every request carries the whole game, as rules, a start and a list of
// moves. So undo, reload and links work without the service's help. Requests and answers are JSON. The
// service does not know how they travel, so a server can use it, and so can a page that runs it as
// WebAssembly.
//
// The service trusts no client. It reads requests strictly, and limits their size, the number of
// searches and the search time.
package api

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/puzzle"
	"epaminondas/net"
)

// Config names the players. Every field may stay zero.
type Config struct {
	// Networks are the networks that the page offers. The first that fits a board is the default
	// there. The page always offers the classical engine too.
	Networks []Network
	// Lines are the learned evaluations that the classical engine can use, one for a board.
	Lines []Lines
	// Rules is the board on which the page opens. "" means the board of the first network with
	// Leads, or Epaminondas on 8x8 if there is none.
	Rules string
	// Device is where networks evaluate positions. "" means [backend.Auto].
	Device backend.Device
	// Training is true if the page can also show training.
	Training bool
	// Searches limits the number of move searches that run at once. As many analyses may run beside
	// them. 0 means 2 searches and 2 analyses. The service tells further requests to come back
	// later.
	Searches int
}

// Network is a network that a person can play against.
type Network struct {
	Name  string // its name in links, and on the page without a title
	Title string // its name on the page
	Rules string // the rules it was trained on, as in game.ParseRules
	// true: offered on every board, before the networks of that board; false: only on its own board
	Leads   bool
	Weights *net.Weights
}

// Lines is an evaluation of lines, with which a person can play against the classical engine.
type Lines struct {
	Rules string // its board, as in game.ParseRules
	File  []byte // as lines.Decode reads it
}

// ForNetwork returns the players of an exported page: a network on every board and, unless lines is empty, an
// evaluation of lines for the network's board.
func ForNetwork(name string, c *net.Checkpoint, lines []byte) Config {
	cfg := Config{Networks: []Network{{Name: name, Rules: c.Meta.Rules, Leads: true, Weights: c.Weights}}}
	if len(lines) > 0 {
		cfg.Lines = []Lines{{Rules: c.Meta.Rules, File: lines}}
	}
	return cfg
}

// Part receives one part of an answer. If it returns an error, the call ends.
type Part func(v any) error

// Service answers calls. Only the search slots change, so any number of goroutines may use it.
type Service struct {
	calls    map[string]call
	boards   boardList
	roster   roster
	moves    searchSlots // for move searches
	analyses searchSlots // for analyses and reviews, so that these never delay a move
	puzzles  func() ([]*puzzle.Set, error)
}

// call answers one request, given its body.
type call func(ctx context.Context, body []byte, part Part) (any, error)

// New returns a service. An error names the invalid field of cfg.
func New(cfg Config) (*Service, error) {
	if cfg.Searches < 0 {
		return nil, fmt.Errorf("api: Searches is %d: want 1 or more (0 means the default, 2)", cfg.Searches)
	}
	searches := cmp.Or(cfg.Searches, 2)
	d := &Service{moves: newSearchSlots(searches), analyses: newSearchSlots(searches),
		puzzles: sync.OnceValues(puzzle.Shipped)}
	var err error
	if d.roster, err = newRoster(cfg); err != nil {
		return nil, err
	}
	if d.boards, err = newBoardList(cfg, d.roster); err != nil {
		return nil, err
	}
	d.calls = map[string]call{
		"boards":   reading(d.answerBoards),
		"position": reading(d.answerPosition),
		"move":     reading(d.answerMove),
		"analyse":  reading(d.answerAnalyse),
		"review":   reading(d.answerReview),
		"import":   reading(d.answerImport),
		"export":   reading(d.answerExport),
		"lesson":   reading(d.answerLesson),
		"attempt":  reading(d.answerAttempt),
		"puzzles":  reading(d.answerPuzzles),
		"puzzle":   reading(d.answerPuzzle),
	}
	return d, nil
}

// reading returns a call that decodes its body strictly.
func reading[Q any](answer func(ctx context.Context, q *Q, part Part) (any, error)) call {
	return func(ctx context.Context, body []byte, part Part) (any, error) {
		var q Q
		if err := decode(body, &q); err != nil {
			return nil, err
		}
		return answer(ctx, &q, part)
	}
}

// Calls returns the names of the calls, in no order.
func (d *Service) Calls() []string {
	var names []string
	for name := range d.calls {
		names = append(names, name)
	}
	return names
}

// Searches returns how many searches and analyses may run at once. Each keeps one core busy.
func (d *Service) Searches() int { return cap(d.moves.taken) + cap(d.analyses.taken) }

// Call answers the request with the given name and the JSON object body. It returns a value that
// encodes as JSON. If an answer comes in parts, Call passes each to part, on the caller's
// goroutine, before it returns the last one. An error is a [Refusal], or a fault of ours.
func (d *Service) Call(ctx context.Context, name string, body []byte, part Part) (any, error) {
	answer, ok := d.calls[name]
	if !ok {
		return nil, refuse(Unknown, "the program has no API call %q", Shorten(name))
	}
	return answer(ctx, body, part)
}

func (d *Service) answerPosition(_ context.Context, q *positionRequest, _ Part) (any, error) {
	g, err := q.game()
	if err != nil {
		return nil, err
	}
	return describe(g), nil
}
