// Package record keeps what happened in a game between players: every move with
// what the player expected and spent, how the game ended and why. Games are
// written as text that reads like PGN and as JSON lines, both with everything
// that is in a [Game]; the text is read back one game at a time. Neither form takes a game
// that the rules contradict: the moves are replayed when it is written and when
// it is read, and must lead to the result. A [Journal] is the folder that a match
// keeps its games in and continues from.
package record

import (
	"fmt"
	"math"
	"strings"
	"time"

	"epaminondas/game"
)

// Game is the record of a game, which in a match is finished.
type Game struct {
	// Number counts the games of a match or tournament from 0.
	Number  int
	Rules   game.Rules
	Players [2]string // by colour
	Seed    uint64    // of the match
	// Start is the text of the first position; "" is the start of the board.
	Start string
	// OpeningPlies is how many of Plies were given, not chosen.
	OpeningPlies int
	Plies        []Ply
	Outcome      game.Outcome
	Ending       game.Ending
	// Verdict says in a line, of 64 KiB at most, what the player did that a forfeit is about, or what
	// an adjudication rests on; else "".
	Verdict string
}

// Ply is a move and what its player said of it.
type Ply struct {
	Move game.Move
	// Value is what the mover expects, for itself, in [-1, 1]; it counts only if
	// Judged.
	Value  float32
	Judged bool
	// Nodes is the number of positions that the player looked at, 0 if it did not
	// say.
	Nodes int
	Time  time.Duration // of wall clock; 0 in the opening
}

// Round makes g what files keep of it, so that it equals what is read back: each
// ply rounded, texts in valid UTF-8, an overlong verdict cut short.
func (g *Game) Round() {
	for i := range g.Plies {
		g.Plies[i].Round()
	}
	for _, text := range []*string{&g.Players[game.White], &g.Players[game.Black], &g.Start, &g.Verdict} {
		*text = validUTF8(*text)
	}
	if len(g.Verdict) > maxText {
		g.Verdict = strings.ToValidUTF8(g.Verdict[:maxText], "")
	}
}

// validUTF8 replaces what is no UTF-8, as an engine may write, by U+FFFD.
func validUTF8(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// Round makes p what files keep of it: the value in thousandths, 0 unless judged,
// the time in microseconds.
func (p *Ply) Round() {
	if !p.Judged {
		p.Value = 0
	}
	p.Value = fromThousandths(p.thousandths())
	p.Time = p.Time.Round(time.Microsecond)
}

// thousandths returns the value as files have it.
func (p *Ply) thousandths() float64 { return math.Round(float64(p.Value) * 1000) }

// fromThousandths is the inverse of [Ply.thousandths]. It knows no negative zero.
func fromThousandths(n float64) float32 { return float32(n/1000) + 0 }

// String describes the game in a line.
func (g *Game) String() string {
	return fmt.Sprintf("game %d: %s - %s %v, %v after %d plies",
		g.Number+1, g.Players[game.White], g.Players[game.Black], g.Outcome, g.Ending, len(g.Plies))
}
