package ugi

import (
	"strconv"
	"strings"
)

// maxQuoted is the longest part of the other side's text in an error, in bytes.
const maxQuoted = 100

// quote quotes the other side's text for an error: on one line, printable and short.
func quote(text string) string {
	if len(text) > maxQuoted {
		return strconv.QuoteToASCII(text[:maxQuoted]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

// nextWord splits text at its first run of white space.
func nextWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	end := strings.IndexAny(text, " \t")
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// cutWord splits text around the first word that equals sep.
func cutWord(text, sep string) (before, after string, found bool) {
	rest := strings.TrimSpace(text)
	start := len(text) - len(strings.TrimLeft(text, " \t"))
	for rest != "" {
		word, next := nextWord(rest)
		if word == sep {
			return strings.TrimSpace(text[:start]), next, true
		}
		start += len(rest) - len(next)
		rest = next
	}
	return strings.TrimSpace(text), "", false
}
