// Package desk is the desk that a page asks about a game: which boards and players there are, what a position allows,
// what a player plays there and thinks of it, how a
// game is written. It has no state: every request carries the whole game, as rules, a start and a list of
// moves, so that undoing, reloading and links need nothing from it. Requests and answers are JSON, and the desk knows
// nothing of how they travel: a server answers with it as well as a page that runs it as WebAssembly. Whoever asks is
// distrusted: what is asked is read strictly, and its size, the searches at once and their time are bounded.
package desk

import (
	"cmp"
	"context"
	"fmt"

	"epaminondas/net"
)

// Config says who plays. Every field may stay zero.
type Config struct {
	// Networks can be chosen, the first that fits a board before all others; the classical engine always can.
	Networks []Network
	// Rules is the board that the page opens on; "" for that of the first network that leads everywhere, or Epaminondas.
	Rules string
	// Training says that the page can show training, too.
	Training bool
	// Searches is how many moves may be searched for at once, and how many analyses may run beside them: 2 of each if it is 0. More
	// are told to come back later.
	Searches int
}

// Network is a network that can be played against.
type Network struct {
	Name    string // what the page calls it
	Rules   string // that it was trained on, as in game.ParseRules
	Leads   bool   // it is offered on every board, before those that were trained there; others only on their own
	Weights *net.Network
}

// Part takes a part of an answer that comes in parts. Its error ends the call.
type Part func(v any) error

// Desk answers calls. All of it is immutable but the free places for searches, so that any number of goroutines may call it.
type Desk struct {
	calls    map[string]call
	boards   boardList
	roster   roster
	moves    searchSlots // of searches for a move
	analyses searchSlots // of analyses and reviews, which so never keep a player waiting
}

// call answers a body.
type call func(ctx context.Context, body []byte, part Part) (any, error)

// New returns a desk. An error names the field of cfg.
func New(cfg Config) (*Desk, error) {
	if cfg.Searches < 0 {
		return nil, fmt.Errorf("play: Searches is %d: want 1 or more, or 0 for 2", cfg.Searches)
	}
	searches := cmp.Or(cfg.Searches, 2)
	d := &Desk{moves: newSearchSlots(searches), analyses: newSearchSlots(searches)}
	var err error
	if d.roster, err = newRoster(cfg.Networks); err != nil {
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
	}
	return d, nil
}

// reading returns a call that reads its body strictly.
func reading[Q any](answer func(ctx context.Context, q *Q, part Part) (any, error)) call {
	return func(ctx context.Context, body []byte, part Part) (any, error) {
		var q Q
		if err := decode(body, &q); err != nil {
			return nil, err
		}
		return answer(ctx, &q, part)
	}
}

// Calls returns the names of what can be asked, in no order.
func (d *Desk) Calls() []string {
	var names []string
	for name := range d.calls {
		names = append(names, name)
	}
	return names
}

// Searches returns how many searches and analyses may run at once, each of which keeps a core busy.
func (d *Desk) Searches() int { return cap(d.moves.taken) + cap(d.analyses.taken) }

// Call answers a request: name is what is asked, body a JSON object. The answer can be written as JSON. An answer that comes
// in parts gives each to part, from the goroutine of the caller, before it returns the last. An error is a [Refusal], or a fault of ours.
func (d *Desk) Call(ctx context.Context, name string, body []byte, part Part) (any, error) {
	answer, ok := d.calls[name]
	if !ok {
		return nil, refuse(Unknown, "there is no call %q", Shorten(name))
	}
	return answer(ctx, body, part)
}

func (d *Desk) answerBoards(context.Context, *struct{}, Part) (any, error) { return d.boards, nil }

func (d *Desk) answerPosition(_ context.Context, q *positionRequest, _ Part) (any, error) {
	g, err := q.game()
	if err != nil {
		return nil, err
	}
	return describe(g), nil
}
