package api

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"epaminondas/internal/match/record"
)

// leading has the names of the tags that decide which game a text holds.
var leading = []string{"Rules", "Start", "Notation"}

// field returns the part of the score that a tag or a key of JSON sets, or nil. FEN and Variant are
// the names of PGN.
func (c *score) field(name string) *string {
	switch strings.ToLower(name) {
	case "rules", "variant":
		return &c.rules
	case "start", "fen":
		return &c.start
	case "white":
		return &c.white
	case "black":
		return &c.black
	case "result":
		return &c.result
	case "notation":
		return &c.notation
	}
	return nil
}

// tag reads a tag such as [White "somebody"], and returns the text after it. It skips unknown tags,
// but refuses a name that looks like a misspelt name in [leading].
func (r *textReader) tag(text string) (rest string, err error) {
	if len(r.moves) > 0 || r.ended {
		return "", fmt.Errorf("another game begins with %s: give only one game", Shorten(text))
	}
	name, quoted, rest, err := cutTag(text)
	if err != nil {
		return "", err
	}
	if name == "Ending" || name == "OpeningPlies" { // only files of games have these
		r.recorded = true
	}
	to := r.field(name)
	if to == nil {
		if meant := record.Misspelt(name, leading); meant != "" {
			return "", fmt.Errorf("the tag %q is unknown: write %s if you mean that tag, or remove the unknown tag",
				Shorten(name), meant)
		}
		return rest, nil
	}
	value, err := strconv.Unquote(`"` + quoted + `"`)
	switch {
	case err != nil:
		return "", fmt.Errorf(`the value of the tag %s is not written as [%s "..."], with \" for a quote `+
			`and \\ for a backslash`, Shorten(text), name)
	case value == "" && to != &r.white && to != &r.black:
		return "", fmt.Errorf("the tag %s has no value: write a value, or remove the tag", name)
	case to == &r.result:
		return rest, r.setResult(value)
	case *to != "":
		return "", fmt.Errorf("the tag %s occurs twice: give only one game", name)
	}
	*to = value
	return rest, nil
}

// cutTag cuts a tag off the beginning of a line: its name, and its value as it is written between
// the quotes. Typographic quotes count as quotes.
func cutTag(text string) (name, quoted, rest string, err error) {
	inside := strings.TrimLeft(text[1:], " \t")
	name = inside[:len(inside)-len(strings.TrimLeft(inside, nameLetters))]
	inside = strings.TrimLeft(inside[len(name):], " \t")
	open, size := utf8.DecodeRuneInString(inside)
	switch {
	case name == "":
		err = fmt.Errorf(`the tag %s has no name: write a tag such as [White "somebody"]`, Shorten(text))
	case size == 0 || !strings.ContainsRune(quoteMarks, open):
		err = fmt.Errorf(`the tag %s is not written as [%s "..."]: the value has no quotes`,
			Shorten(text), name)
	default:
		if quoted, rest, err = cutQuoted(inside[size:], open); err != nil {
			err = fmt.Errorf(`the tag %s is not written as [%s "..."]: %w`, Shorten(text), name, err)
		}
	}
	return name, quoted, rest, err
}

const nameLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// cutQuoted cuts a value and the closing bracket off the beginning of a text. A value after a
// straight quote ends at the next straight quote. After a typographic quote it ends before the
// bracket, because the value may contain typographic quotes.
func cutQuoted(text string, open rune) (quoted, rest string, err error) {
	escaped := false
	for i, r := range text {
		switch after := strings.TrimLeft(text[i+utf8.RuneLen(r):], " \t"); {
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case open == '"' && r != '"' || !strings.ContainsRune(quoteMarks, r):
		case strings.HasPrefix(after, "]"):
			return text[:i], strings.TrimLeft(after[1:], " \t"), nil
		case open == '"' && after == "":
			return "", "", errors.New("the ] at the end is missing")
		case open == '"':
			return "", "", fmt.Errorf("the value is followed by %q instead of ]", Shorten(after))
		}
	}
	return "", "", errors.New("the quote or the ] at the end is missing")
}
