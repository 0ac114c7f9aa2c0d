package player

import (
	"errors"
	"strings"
)

// errQuote says that a quotation has no end.
var errQuote = errors.New("a quotation mark or a backslash is not closed")

// splitOutside splits text at the separators outside quotations. It keeps the quotation marks.
func splitOutside(text string, separators string) ([]string, error) {
	var parts []string
	var quote byte
	begin := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'':
			if i++; i == len(text) {
				return nil, errQuote
			}
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte(separators, c) >= 0:
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	if quote != 0 {
		return nil, errQuote
	}
	return append(parts, text[begin:]), nil
}

// words splits a command line into words as a shell does, without the other effects of a shell. All
// quotations must be closed.
func words(text string) []string {
	parts, _ := splitOutside(text, " \t")
	var list []string
	for _, part := range parts {
		if part != "" { // two quotation marks are an empty word, two spaces are not
			list = append(list, unquote(part))
		}
	}
	return list
}

// unquote removes the quotation marks. Between single quotes every character stands for itself.
// Between double quotes a backslash quotes a double quote or a backslash. Outside quotes it quotes
// any character.
func unquote(text string) string {
	var plain strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote == 0, c == '\\' && quote == '"' && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			plain.WriteByte(text[i])
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		default:
			plain.WriteByte(c)
		}
	}
	return plain.String()
}
