package desk

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// importRequest asks for the game in a text. The text is a record (text or JSON), a list of moves
// (with or without numbers), a position (moves may follow it), or a link to the page.
type importRequest struct {
	Text  string `json:"text"`
	Rules string `json:"rules"` // used if the text names no rules
	// rear or head; "" for the notation in which the moves are legal, rear first
	Notation string `json:"notation"`
}

// importReply is the game in the form that other calls read.
type importReply struct {
	Rules  string   `json:"rules"`
	Start  string   `json:"start"` // "" for the usual start
	Moves  []string `json:"moves"`
	Result string   `json:"result"` // such as 1-0; * if there is none
	White  string   `json:"white"`
	Black  string   `json:"black"`
}

// score is the game in a text, before the desk checks it against the rules.
type score struct {
	rules, start, result, white, black string
	moves                              []string
}

func (d *Desk) answerImport(_ context.Context, q *importRequest, _ Part) (any, error) {
	read, err := readScore(q.Text)
	if err != nil {
		return nil, err
	}
	if read.rules = cmp.Or(read.rules, q.Rules); read.rules == "" {
		return nil, refuse(Bad, "the text does not name the rules of the game: choose a board")
	}
	notations := []game.Notation{game.RearNotation, game.HeadNotation}
	if q.Notation != "" {
		n, err := game.ParseNotation(q.Notation)
		if err != nil {
			return nil, refuse(Bad, "%s", Shorten(err.Error()))
		}
		notations = []game.Notation{n}
	}
	g, err := read.replay(notations)
	if err != nil {
		return nil, err
	}
	return read.reply(g), nil
}

// replay plays the moves in the first notation in which all are legal. If there is none, it returns
// the error of the notation that gets furthest.
func (c *score) replay(notations []game.Notation) (*played, error) {
	q := positionRequest{Rules: c.rules, Start: c.start, Moves: c.moves}
	var furthest *played
	var why error
	for _, n := range notations {
		g, err := q.gameIn(n)
		if err == nil {
			return g, nil
		}
		if why == nil || g != nil && (furthest == nil || len(g.moves) > len(furthest.moves)) {
			furthest, why = g, err
		}
	}
	return nil, why
}

// reply returns a legal game. The result comes from the rules. If the game is not over by the
// rules, the result comes from the text.
func (c *score) reply(g *played) importReply {
	r := importReply{Rules: g.board.Rules().Name(), Moves: []string{}, Result: cmp.Or(c.result, "*"),
		White: c.white, Black: c.black}
	if first := g.first(); first != g.board.Start() {
		r.Start = first.String()
	}
	for i, m := range g.moves {
		r.Moves = append(r.Moves, g.states[i].FormatMove(m, game.RearNotation))
	}
	if outcome, _ := g.state.Outcome(); outcome != game.Ongoing {
		r.Result = outcome.String()
	}
	return r
}

// readScore reads any text that holds a game.
func readScore(text string) (*score, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, textfile.Mark))
	switch {
	case text == "":
		return nil, refuse(Bad, "the text is empty: paste a game, a list of moves or a position")
	case isLink(text):
		return readLink(text)
	case text[0] == '{' && strings.Contains(text, `"moves"`):
		return readJSON(text)
	}
	return readText(text)
}

// readText reads lines of tags, moves and comments as in PGN, or a position and moves.
func readText(text string) (*score, error) {
	c := &score{}
	text, err := withoutComments(text)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if err := c.line(strings.TrimSpace(line)); err != nil {
			return nil, refuse(Bad, "line %d: %v", n, err)
		}
	}
	if c.start == "" && len(c.moves) == 0 && c.result == "" && c.rules == "" {
		return nil, refuse(Bad, "the text holds no moves and no position")
	}
	return c, c.check()
}

// withoutComments replaces comments in braces with blanks. A comment may span lines. A tag and a line
// with % have no comments: a name may have braces.
func withoutComments(text string) (string, error) {
	var out, comment strings.Builder
	within := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		tag := strings.HasPrefix(trimmed, "[") && strings.HasSuffix(trimmed, "]")
		if !within && (tag || strings.HasPrefix(trimmed, "%")) {
			out.WriteString(line)
			continue
		}
		for rest := line; rest != ""; {
			mark, into := "{", &out
			if within {
				mark, into = "}", &comment
			}
			before, after, found := strings.Cut(rest, mark)
			into.WriteString(before)
			if rest = after; !found {
				break
			}
			if within = !within; within {
				comment.Reset()
			} else {
				out.WriteString(" ")
			}
		}
		if within {
			out.WriteString("\n")
		}
	}
	if within {
		return "", refuse(Bad, "the comment {%s has no end", Shorten(comment.String()))
	}
	return out.String(), nil
}

// line reads one line into c.
func (c *score) line(text string) error {
	switch {
	case text == "" || text[0] == '%':
		return nil
	case text[0] == '[':
		return c.tag(text)
	}
	if first, _, _ := strings.Cut(text, " "); strings.Contains(first, "/") && !isResult(first) {
		if c.start != "" || len(c.moves) > 0 {
			return fmt.Errorf("a position, %q, follows the game: give only one game", Shorten(text))
		}
		c.start = text
		return nil
	}
	for _, word := range strings.Fields(text) {
		if isResult(word) {
			c.result = word
		} else if err := c.word(word); err != nil {
			return err
		}
	}
	return nil
}

// tag reads a tag such as [White "somebody"]. It skips unknown tags.
func (c *score) tag(text string) error {
	if len(c.moves) > 0 {
		return fmt.Errorf("another game begins with %s: give only one", Shorten(text))
	}
	name, value, _ := strings.Cut(strings.TrimSuffix(text[1:], "]"), " ")
	to := map[string]*string{"Rules": &c.rules, "Start": &c.start, "White": &c.white, "Black": &c.black,
		"Result": &c.result}[name]
	if to == nil {
		return nil
	}
	value, err := strconv.Unquote(strings.TrimSpace(value))
	if err != nil || !strings.HasSuffix(text, "]") {
		return fmt.Errorf("the tag %s is not written as [%s \"...\"]", Shorten(text), name)
	}
	if name == "Result" && !isResult(value) {
		return fmt.Errorf("the result is %q: want 1-0, 0-1, 1/2-1/2 or *", Shorten(value))
	}
	*to = value
	return nil
}

// word reads a move, a number or both, as in 12.a1-a3. It drops marks such as ! and ?.
func (c *score) word(word string) error {
	if number := strings.TrimLeft(word, "0123456789"); number != word {
		word = strings.TrimLeft(number, ".")
	}
	if word = strings.TrimRight(word, "!?"); word == "" {
		return nil
	}
	if len(c.moves) == maxPlies {
		return fmt.Errorf("the game has more than %s: give a shorter one", noun.Count(maxPlies, "move"))
	}
	c.moves = append(c.moves, word)
	return nil
}

// mostName is the longest name of a player, in bytes.
const mostName = 200

// check limits the length of the names.
func (c *score) check() error {
	for _, name := range []string{c.white, c.black} {
		if len(name) > mostName {
			return refuse(Bad, "the player's name %q has %s: want at most %d", Shorten(name),
				noun.Count(len(name), "byte"), mostName)
		}
	}
	return nil
}

// isResult reports whether a word is the result of a game.
func isResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}
