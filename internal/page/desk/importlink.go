package desk

import (
	"net/url"
	"strings"
)

// isLink reports whether a text is an address, or the part of an address from # on.
func isLink(text string) bool {
	return len(strings.Fields(text)) == 1 && (text[0] == '#' || strings.Contains(text, "://"))
}

// readLink reads the game in a link to the page. It ignores the players.
func readLink(text string) (*score, error) {
	_, fragment, _ := strings.Cut(text, "#")
	fields, _ := url.ParseQuery(fragment) // of a damaged link, it keeps the readable part
	if fields.Get("rules") == "" {
		return nil, refuse(Bad, "the link %q holds no game: copy the whole address of the page, or a "+
			"link from Copy or paste", Shorten(text))
	}
	c := &score{rules: fields.Get("rules"), start: fields.Get("start"),
		moves: strings.Fields(fields.Get("moves"))}
	return c, c.check()
}
