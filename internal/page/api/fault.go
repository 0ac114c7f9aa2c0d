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

// moveFault explains why package game refuses a move.
func moveFault(rules game.Rules, err error) string {
	if errors.Is(err, game.ErrIllegal) {
		return "the rules do not allow this move here"
	}
	return notAMove + ", on this board (" + boardName(rules) + ")"
}

// positionFault explains why package game refuses a position.
func positionFault(rules game.Rules, text string, err error) string {
	fields := strings.Fields(text)
	if len(fields) < 2 {
		return "the side to move is missing: write w or b after the rows"
	}
	if len(fields) > 3 {
		return fmt.Sprintf("remove %q: a position ends with the side to move and the number of moves",
			Shorten(fields[3]))
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != rules.Height {
		return fmt.Sprintf("the position has %s, but the board (%s) has %d", noun.Count(len(rows), "row"),
			boardName(rules), rules.Height)
	}
	for i, row := range rows {
		if len(row) != rules.Width {
			return fmt.Sprintf("row %d has %s, but the board (%s) has %s", rules.Height-i,
				noun.Count(len(row), "square"), boardName(rules), noun.Count(rules.Width, "column"))
		}
	}
	return detail(err)
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
