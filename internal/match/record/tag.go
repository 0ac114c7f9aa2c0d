package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"epaminondas/game"
)

// tag parses a line such as [White "random"].
func (r *Reader) tag(text string) error {
	if r.inMoves {
		return fmt.Errorf("the game before %.80q has no result", text)
	}
	if r.game == nil {
		r.game, r.began, r.tags = &Game{}, r.lines.number, map[string]bool{}
	}
	name, quoted, _ := strings.Cut(strings.TrimSuffix(text[1:], "]"), " ")
	value, err := strconv.Unquote(quoted)
	if err != nil || quoted[0] != '"' || text[len(text)-1] != ']' || !utf8.ValidString(value) {
		return fmt.Errorf("%.80q is not a tag, want one such as [White \"random\"]", text)
	}
	known, err := r.game.set(name, value)
	switch meant := Misspelt(name, leading); {
	case err != nil:
		return fmt.Errorf("tag %s: %w", name, err)
	case !known && meant != "":
		return fmt.Errorf("tag %.80q is unknown: write %s if you mean that tag, or give the unknown tag another name",
			name, meant)
	case known && r.tags[name]:
		return fmt.Errorf("tag %s occurs twice", name)
	case known:
		r.tags[name] = true
	}
	return nil
}

// leading has the optional tags that decide what the moves mean. Without such a tag the same moves
// would make a different game.
var leading = []string{"Start", "Notation"}

// set sets the field of a tag. It reports whether it knows the tag.
func (g *Game) set(name, value string) (known bool, err error) {
	switch name {
	case "Game":
		g.Number, err = parseNumber(value)
		g.Number--
	case "Rules":
		g.Rules, err = game.ParseRules(value)
	case "White":
		g.Players[game.White] = value
	case "Black":
		g.Players[game.Black] = value
	case "Seed":
		if g.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("%.40q is not a seed, want 0 to 18446744073709551615", value)
		}
	case "Start":
		g.Start = value
	case "OpeningPlies":
		g.OpeningPlies, err = parseNumber(value)
	case "Result":
		err = g.setResult(value)
	case "Ending":
		g.Ending = game.Ending(value)
	case "Verdict":
		g.Verdict = value
	case "Notation":
		if value != game.RearNotation.String() {
			err = fmt.Errorf("%.40q is another notation, but the moves of a file of games are in notation %v",
				value, game.RearNotation)
		}
	default:
		return false, nil
	}
	return true, err
}

// parseNumber parses a whole number. Its error quotes only the beginning of the text.
func parseNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%.40q is not a whole number", text)
	}
	return n, nil
}

// setResult parses the outcome of the game.
func (g *Game) setResult(text string) error {
	outcome, ok := outcomeOf(text)
	if !ok {
		return fmt.Errorf("the result is %.80q, want 1-0, 0-1, 1/2-1/2 or *", text)
	}
	g.Outcome = outcome
	return nil
}
