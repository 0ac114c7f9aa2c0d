package record

import (
	"fmt"
	"strconv"

	"epaminondas/game"
)

// A file of games begins with a line that names the format and its version.
const (
	// FormatName begins the header of a file of games. The version follows.
	FormatName    = "% epaminondas games "
	formatVersion = 1
)

// Header is the first line of a file of games, with its newline.
var Header = FormatName + strconv.Itoa(formatVersion) + "\n"

// lineWidth is the widest line of moves, in characters.
const lineWidth = 80

// AppendText appends the game as text that reads like PGN. The text is an empty line, a block of
// tags, an empty line, the numbered moves and the result. The moves are in rear notation, each with
// its player's report. A file of games is [Header] and such texts. The text has the precision of
// [Game.Round]. If a reader would refuse the game, the error names the fault.
func (g *Game) AppendText(b []byte) ([]byte, error) {
	s, err := g.script()
	if err != nil {
		return b, fmt.Errorf("record: write game %d: %w", g.Number+1, err)
	}
	b = s.appendTags(append(b, '\n'))
	line := wrapped{text: append(b, '\n')}
	for i, move := range s.moves {
		line.word(s.number.Put(move, i == 0))
		line.word(s.Plies[i].comment())
	}
	line.word(s.Outcome.String())
	return append(line.text, '\n'), nil
}

// appendTags appends everything about the game except its moves.
func (g *Game) appendTags(b []byte) []byte {
	for _, tag := range []struct {
		name, value string
		optional    bool
	}{
		{"Game", strconv.Itoa(g.Number + 1), false},
		{"Rules", g.Rules.Name(), false},
		{"White", g.Players[game.White], false},
		{"Black", g.Players[game.Black], false},
		{"Seed", strconv.FormatUint(g.Seed, 10), false},
		{"Start", g.Start, true},
		{"OpeningPlies", strconv.Itoa(g.OpeningPlies), false},
		{"Result", g.Outcome.String(), false},
		{"Ending", string(g.Ending), false},
		{"Verdict", g.Verdict, true},
	} {
		if tag.value != "" || !tag.optional {
			b = fmt.Appendf(b, "[%s %q]\n", tag.name, tag.value)
		}
	}
	return b
}

// Numbering numbers moves as PGN does: the number grows after each move of Black.
type Numbering struct {
	number int
	turn   game.Colour
}

// NumberFrom returns the number of the next move in s.
func NumberFrom(s *game.State) Numbering { return Numbering{s.Ply()/2 + 1, s.Turn()} }

// Put returns a move with its number, and passes the turn. A move of Black has a number only if it
// is the first one written.
func (n *Numbering) Put(move string, first bool) string {
	if first || n.turn == game.White {
		move = n.String() + " " + move
	}
	n.next()
	return move
}

// String returns the number of a move: 5. for White, 5... for Black.
func (n Numbering) String() string {
	if n.turn == game.White {
		return strconv.Itoa(n.number) + "."
	}
	return strconv.Itoa(n.number) + "..."
}

// next passes the turn.
func (n *Numbering) next() {
	n.number += int(n.turn)
	n.turn = n.turn.Other()
}

// wrapped appends words in lines of at most lineWidth characters. A longer word gets its own line.
type wrapped struct {
	text   []byte
	column int
}

func (l *wrapped) word(text string) {
	switch {
	case text == "":
		return
	case l.column == 0:
	case l.column+1+len(text) > lineWidth:
		l.text = append(l.text, '\n')
		l.column = 0
	default:
		l.text = append(l.text, ' ')
		l.column++
	}
	l.text = append(l.text, text...)
	l.column += len(text)
}
