package api

import (
	"strings"
	"unicode"
)

// plain replaces characters that other programs put into a copied text. It writes every Unicode
// space as a space, and every end of a line as a newline. It removes characters without width.
func plain(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\u0085', r == '\u2028', r == '\u2029':
			return '\n'
		case unicode.IsSpace(r), r == '\u200B', r == '\u180E', r == '\u2800', r == '\u3164':
			return ' '
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r):
			return -1
		}
		return r
	}, text)
}

// quoteMarks are the characters that stand for a double quote.
const quoteMarks = "\"“”„‟«»‘’‚‛‹›＂″'`´"

// straight writes all quotes of a text as double quotes.
func straight(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(quoteMarks, r) {
			return '"'
		}
		return r
	}, text)
}

// arrowless writes a move with the signs of records. The page shows an arrow or a cross, and only
// between the rear and the front.
func arrowless(word string) string {
	return strings.NewReplacer("→", "-", "×", "x").Replace(word)
}

// hyphens writes all dashes of a word as hyphens.
func hyphens(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Dash, r) {
			return '-'
		}
		return r
	}, word)
}
