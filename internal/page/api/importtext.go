package api

import (
	"cmp"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/record"
)

// textReader reads a game from lines of text.
type textReader struct {
	score
	comments comments
	recorded bool // the text comes from a file of games, which has its moves in rear notation
	ended    bool // a result has ended the moves
}

// readText reads lines of tags, moves and comments as in PGN, or a position and moves. It refuses
// any other line, because a misspelt tag could change the game.
func readText(text string) (*score, error) {
	r := &textReader{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, refuse(Bad, "line %d: %v", n, err)
		}
	}
	if r.comments.within {
		return nil, refuse(Bad, "the comment {%s has no end", Shorten(r.comments.text.String()))
	}
	if r.recorded {
		r.notation = cmp.Or(r.notation, game.RearNotation.String())
	}
	return &r.score, r.check()
}

// line reads one line. Moves or a position may follow tags on their line.
func (r *textReader) line(text string) error {
	if !r.comments.within && strings.HasPrefix(text, "%") {
		return r.header(text)
	}
	var err error
	for !r.comments.within && strings.HasPrefix(text, "[") {
		if text, err = r.tag(text); err != nil {
			return err
		}
	}
	switch text = strings.TrimSpace(r.comments.remove(text)); {
	case text == "":
		return nil
	case strings.HasPrefix(text, "["):
		return r.line(text)
	case isPosition(text):
		return r.position(text)
	}
	for _, word := range strings.Fields(text) {
		if err := r.word(word); err != nil {
			return err
		}
	}
	return nil
}

// header reads a line that begins with a percent sign: a comment, or the header of a file of games.
func (r *textReader) header(text string) error {
	version, ok := strings.CutPrefix(text, record.FormatName)
	if !ok {
		return nil
	}
	r.recorded = true
	return record.CheckVersion(version)
}

// isPosition reports whether a line begins with the rows of a position.
func isPosition(text string) bool {
	first := strings.Fields(text)[0]
	_, result := resultOf(first)
	return strings.Contains(first, "/") && !result
}

func (r *textReader) position(text string) error {
	if r.start != "" || len(r.moves) > 0 || r.ended {
		return fmt.Errorf("a position, %q, follows the game: give only one game", Shorten(text))
	}
	r.start = text
	return nil
}

// word reads a result, a move, a number or both, as in 12.a1-a3. It drops marks such as ! and ?.
func (r *textReader) word(word string) error {
	if _, ok := resultOf(word); ok {
		r.ended = true
		return r.setResult(word)
	}
	if number := strings.TrimLeft(word, "0123456789"); number != word {
		word = strings.TrimLeft(number, ".…")
	}
	switch word = strings.TrimRight(word, "!?"); {
	case word == "":
		return nil
	case r.ended:
		return fmt.Errorf("the move %q follows the result: give only one game", Shorten(word))
	case len(r.moves) == maxPlies:
		return fmt.Errorf("the game has more than %s: give a shorter game", noun.Count(maxPlies, "move"))
	}
	if plainMove := arrowless(word); plainMove != word {
		word = plainMove
		r.notation = cmp.Or(r.notation, game.HeadNotation.String())
	}
	r.moves = append(r.moves, word)
	return nil
}

// comments removes comments in braces. A comment may span lines.
type comments struct {
	within bool
	text   strings.Builder // of the comment
}

// remove replaces the comments of a line with blanks.
func (c *comments) remove(line string) string {
	var out strings.Builder
	for rest := line; rest != ""; {
		mark, into := "{", &out
		if c.within {
			mark, into = "}", &c.text
		}
		before, after, found := strings.Cut(rest, mark)
		into.WriteString(before)
		if rest = after; !found {
			break
		}
		if c.within = !c.within; c.within {
			c.text.Reset()
		} else {
			out.WriteString(" ")
		}
	}
	return out.String()
}
