package api

import (
	"errors"
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// notAMove is the text of the error for a word that is not a move.
const notAMove = "this is not a move, such as a1-a3"

// fault is the reason for a refusal, in English and as the page says it.
type fault struct {
	english string
	said    any // a Said, or the English text itself
}

// plainFault returns a fault without values.
func plainFault(english, what string) fault { return fault{english, Said{What: what}} }

// refuseMove refuses a move of a list, given its number from 1.
func refuseMove(number int, text string, why fault) error {
	text = Shorten(text)
	said := Said{"move", map[string]any{"n": number, "move": text, "why": why.said}}
	return tell(Bad, said, "move %d, %q: %s", number, text, why.english)
}

// moveFault explains why package game refuses a move.
func moveFault(rules game.Rules, err error) fault {
	if errors.Is(err, game.ErrIllegal) {
		return plainFault("the rules do not allow this move here", "illegal")
	}
	return fault{notAMove + ", on this board (" + boardName(rules) + ")",
		Said{"not-a-move-here", map[string]any{"board": nameParts(rules)}}}
}

// positionFault explains why package game refuses a position.
func positionFault(rules game.Rules, text string, err error) fault {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return plainFault("the side to move is missing: write w or b after the rows", "no-side")
	}
	if len(fields) > 3 {
		more := Shorten(fields[3])
		return fault{fmt.Sprintf("remove %q: a position ends with the side to move and the number of moves",
			more), Said{"more", map[string]any{"text": more}}}
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != rules.Height {
		return fault{fmt.Sprintf("the position has %s, but the board (%s) has %d",
			noun.Count(len(rows), "row"), boardName(rules), rules.Height),
			Said{"rows", map[string]any{"n": len(rows), "board": nameParts(rules), "height": rules.Height}}}
	}
	for i, row := range rows {
		if len(row) != rules.Width {
			return fault{fmt.Sprintf("row %d has %s, but the board (%s) has %s", rules.Height-i,
				noun.Count(len(row), "square"), boardName(rules), noun.Count(rules.Width, "column")),
				Said{"columns", map[string]any{"row": rules.Height - i, "n": len(row),
					"board": nameParts(rules), "width": rules.Width}}}
		}
	}
	return fault{detail(err), detail(err)}
}

// detail returns the reason in an error of package game. It leaves out the text that could not be
// read, and the name of the reader.
func detail(err error) string {
	text := err.Error()
	if _, after, ok := strings.Cut(text, `": `); ok {
		text = after
	}
	return Shorten(strings.TrimPrefix(text, "game: "))
}
