// Package record has the records of games between players. A record has every move with the
// player's expected value and its effort, and the end of the game with its reason. The package
// writes games as text that reads like PGN and as JSON lines. Both forms have everything in a
// [Game], but the package reads only the text, one game at a time. The writer and the reader replay
// the moves. They refuse a game whose moves break the rules or do not lead to the result. A
// [Journal] is the folder in which a match saves its games and from which it continues.
package record

import (
	"fmt"
	"math"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Game is the record of a game. In a match the game is finished.
type Game struct {
	// Number is the number of the game in its match or tournament, from 0.
	Number  int
	Rules   game.Rules
	Players [2]string // by colour
	Seed    uint64    // the seed of the match
	// Start is the text of the first position; "" is the start of the board.
	Start string
	// OpeningPlies is the number of plies at the start that the opening has set.
	OpeningPlies int
	Plies        []Ply
	Outcome      game.Outcome
	Ending       game.Ending
	// Verdict says in a line of at most 64 KiB why a player forfeited the game or why it was
	// adjudicated. Otherwise it is "".
	Verdict string
}

// Ply is a move and its player's report on it.
type Ply struct {
	Move game.Move
	// Value is the result that the mover expects for itself, in [-1, 1]. It is valid only if
	// Judged.
	Value  float32
	Judged bool
	// Nodes is the number of positions that the player searched, or 0 if the player did not report
	// it.
	Nodes int
	Time  time.Duration // of wall clock; 0 in the opening
}

// Round rounds g to the precision of files, so that it equals the game that a reader returns. It
// rounds plies, makes the texts valid UTF-8 and limits the length of the verdict.
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

// validUTF8 replaces invalid UTF-8, which an engine may write, by U+FFFD.
func validUTF8(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// Round rounds p to the precision of files: the value to thousandths and the time to microseconds.
// A value that is not judged becomes 0.
func (p *Ply) Round() {
	if !p.Judged {
		p.Value = 0
	}
	p.Value = fromThousandths(p.thousandths())
	p.Time = p.Time.Round(time.Microsecond)
}

// thousandths returns the value in the unit of files.
func (p *Ply) thousandths() float64 { return math.Round(float64(p.Value) * 1000) }

// fromThousandths is the inverse of [Ply.thousandths]. It never returns negative zero.
func fromThousandths(n float64) float32 { return float32(n/1000) + 0 }

// String returns a one-line description of the game.
func (g *Game) String() string {
	return fmt.Sprintf("game %d: %s - %s %v, %v after %s",
		g.Number+1, g.Players[game.White], g.Players[game.Black], g.Outcome, g.Ending,
		noun.Count(len(g.Plies), "ply", "plies"))
}
