package ugi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// Position is the game so far, in the engine's notation.
type Position struct {
	Start string // text of the first position; "" is the start position
	Moves []string
}

// Go limits a search. A field that is 0 or nil does not limit.
type Go struct {
	MoveTime time.Duration
	Nodes    int
	Depth    int
	Clock    *engine.Clock
	Turn     game.Colour // the side whose clock is running
}

// Answer is the move of an engine and its last report about the move.
type Answer struct {
	Move string // one word, as the engine wrote it
	// Value is the result that the engine expects for itself, in [-1, 1]. It is valid only if
	// Judged.
	Value  float32
	Judged bool
	Proven bool // the engine says that the value is exact
	Depth  int
	Nodes  int
	PV     []string
}

// Search asks for a move. It sends stop when the player's time and the grace are over. The player's
// time is the time for the move or the time left on the clock. After another grace it gives up.
// Search does not decide whether a player lost on time; the caller does. If ctx ends, Search
// returns its error at once.
func (e *Engine) Search(ctx context.Context, p Position, g Go) (Answer, error) {
	position := p.command()
	if !isLine(position) {
		return Answer{}, fmt.Errorf("ugi: the position is %s, want text on one line", quote(position))
	}
	err := e.send(position)
	if err == nil {
		err = e.ready(ctx, nil)
	}
	if err == nil {
		err = e.send(g.command())
	}
	if err != nil {
		return Answer{}, e.noting(err)
	}
	a, err := e.answer(ctx, g.allowed(e.command))
	return a, e.noting(err)
}

// answer waits for the bestmove of a search that may take the allowed time.
func (e *Engine) answer(ctx context.Context, allowed time.Duration) (a Answer, err error) {
	begun := e.clock.Now()
	take := func(line string) (done bool, err error) {
		switch firstWord(line) {
		case "bestmove":
			a.Move, err = parseBestMove(line)
			return true, err
		case "info":
			a.learn(line)
		}
		return false, nil
	}
	if err = e.await(ctx, begun.Add(allowed), take); !errors.Is(err, errLate) {
		return a, err
	}
	if err = e.send("stop"); err != nil {
		return a, err
	}
	err = e.await(ctx, begun.Add(allowed+e.command.Grace), take)
	return a, e.late(err, "go or stop", allowed+e.command.Grace)
}

// command returns the position command.
func (p Position) command() string {
	text := "position startpos"
	if p.Start != "" {
		text = "position fen " + p.Start
	}
	if len(p.Moves) > 0 {
		text += " moves " + strings.Join(p.Moves, " ")
	}
	return text
}

// command returns the go command.
func (g Go) command() string {
	var text strings.Builder
	text.WriteString("go")
	add := func(key string, value int64) { text.WriteString(" " + key + " " + strconv.FormatInt(value, 10)) }
	milliseconds := func(d time.Duration) int64 { return max(1, d.Milliseconds()) }
	if g.Clock != nil {
		add("p1time", milliseconds(g.Clock.Left[game.White]))
		add("p2time", milliseconds(g.Clock.Left[game.Black]))
		add("p1inc", g.Clock.Increment.Milliseconds())
		add("p2inc", g.Clock.Increment.Milliseconds())
	}
	if g.MoveTime > 0 {
		add("movetime", milliseconds(g.MoveTime))
	}
	if g.Nodes > 0 {
		add("nodes", int64(g.Nodes))
	}
	if g.Depth > 0 {
		add("depth", int64(g.Depth))
	}
	return text.String()
}

// allowed returns the time after which the client sends stop.
func (g Go) allowed(c Command) time.Duration {
	var limits []time.Duration
	if g.MoveTime > 0 {
		limits = append(limits, g.MoveTime)
	}
	if g.Clock != nil {
		limits = append(limits, g.Clock.Left[g.Turn])
	}
	if len(limits) == 0 {
		return c.Patience
	}
	return slices.Min(limits) + c.Grace
}
