package api

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/base/textfile"
)

// importRequest asks for the game in a text. The text is a record as text or JSON, a list of moves
// with or without numbers, a position, or a link to the page. Moves may follow a position.
type importRequest struct {
	Text  string `json:"text"`
	Rules string `json:"rules"` // used if the text names no rules
	// rear or head, used if the text names no notation; "" means rear
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
	// the notation of the moves in the text
	Notation string `json:"notation"`
	// the rules come from the request
	Assumed bool `json:"assumed"`
	// Ambiguous means that the request chose the notation, and that the moves are another game in the
	// other notation.
	Ambiguous bool `json:"ambiguous"`
}

// score has a game as a text gives it. The service has not checked it against the rules yet.
type score struct {
	rules, start, result, white, black string
	notation                           string // rear, head, or "" if the text does not name it
	moves                              []string
}

func (d *Service) answerImport(_ context.Context, q *importRequest, _ Part) (any, error) {
	read, err := readScore(q.Text)
	if err != nil {
		return nil, err
	}
	r := importReply{Assumed: read.rules == ""}
	if read.rules = cmp.Or(read.rules, q.Rules); read.rules == "" {
		return nil, tell(Bad, Said{What: "no-rules"},
			"the text does not name the rules of the game: choose a board")
	}
	notation, err := game.ParseNotation(cmp.Or(read.notation, q.Notation, game.RearNotation.String()))
	if err != nil {
		return nil, refuse(Bad, "%s", Shorten(err.Error()))
	}
	g, err := read.played(notation)
	if read.notation == "" {
		var differs bool
		if differs, err = read.compare(g, err, notation); err != nil {
			return nil, err
		}
		r.Ambiguous = differs
	}
	if err != nil {
		return nil, err
	}
	r.Notation = notation.String()
	return r, read.fill(&r, g)
}

// played plays the moves in a notation.
func (c *score) played(n game.Notation) (*played, error) {
	q := positionRequest{Rules: c.rules, Start: c.start, Moves: c.moves}
	return q.gameIn(n)
}

// compare reads the moves in the other notation too. It reports whether they make a different game
// in that notation. If the moves are legal only in the other notation, it returns an error that
// tells how to name that notation.
func (c *score) compare(g *played, err error, n game.Notation) (bool, error) {
	other, end, name := game.HeadNotation, "front", "rear – front"
	if n == game.HeadNotation {
		other, end, name = game.RearNotation, "rear", "rear – rear"
	}
	there, wrong := c.played(other)
	switch {
	case err == nil:
		return wrong == nil && !slices.Equal(g.moves, there.moves), nil
	case wrong == nil && len(c.moves) > 0:
		return false, refuse(Bad, `%v. All moves are legal if the second square of each move is the `+
			`landing square of its %s stone: choose "%s", or write [Notation "%v"] before the moves`, err, end, name, other)
	}
	return false, err
}

// fill adds a legal game to the reply. If the game is over by the rules, the result comes from the
// rules. Otherwise it comes from the text. fill refuses a text whose result contradicts the rules.
func (c *score) fill(r *importReply, g *played) error {
	r.Rules, r.Moves, r.White, r.Black = g.board.Rules().Name(), []string{}, c.white, c.black
	r.Result = cmp.Or(c.result, "*")
	if first := g.first(); first != g.board.Start() {
		r.Start = first.String()
	}
	for i, m := range g.moves {
		r.Moves = append(r.Moves, g.states[i].FormatMove(m, game.RearNotation))
	}
	if outcome, _ := g.state.Outcome(); outcome != game.Ongoing {
		if r.Result != "*" && r.Result != outcome.String() {
			return refuse(Bad, "the text says %s, but its moves lead to %v on this board (%s): choose the "+
				"board of the game, or remove the result", r.Result, outcome, boardName(g.board.Rules()))
		}
		r.Result = outcome.String()
	}
	return nil
}

// readScore reads any text that holds a game.
func readScore(text string) (*score, error) {
	text = strings.TrimPrefix(text, textfile.Mark)
	if looksLikeJSON(text) {
		return readJSON(text)
	}
	switch text = strings.TrimSpace(plain(text)); {
	case text == "":
		return nil, tell(Bad, Said{What: "empty"},
			"the text is empty: paste a game, a list of moves or a position")
	case isLink(text):
		return readLink(text)
	}
	return readText(text)
}

// mostName is the longest name of a player, in bytes.
const mostName = 200

// check refuses an empty game, and long names.
func (c *score) check() error {
	if c.start == "" && len(c.moves) == 0 && c.result == "" && c.rules == "" {
		return tell(Bad, Said{What: "nothing"}, "the text holds no moves and no position")
	}
	return checkNames(c.white, c.black)
}

// checkNames limits the length of the names.
func checkNames(names ...string) error {
	for _, name := range names {
		if len(name) > mostName {
			return refuse(Bad, "the player's name %q has %s: want at most %d", Shorten(name),
				noun.Count(len(name), "byte"), mostName)
		}
	}
	return nil
}

// setResult sets the result, such as 1-0. A text may give the result twice, but both must agree.
func (c *score) setResult(text string) error {
	result, ok := resultOf(text)
	switch {
	case !ok:
		return fmt.Errorf("the result is %q: want 1-0, 0-1, 1/2-1/2 or *", Shorten(text))
	case c.result == "" || c.result == "*":
		c.result = result
	case result != "*" && result != c.result:
		return fmt.Errorf("the text has the result %s after another result, %s: give only one game", result, c.result)
	}
	return nil
}

// resultOf returns the result that a word stands for.
func resultOf(word string) (result string, ok bool) {
	switch word = strings.ReplaceAll(hyphens(word), "½", "1/2"); word {
	case "1-0", "0-1", "1/2-1/2", "*":
		return word, true
	}
	return "", false
}
