package api

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/match/record"
)

// isLink reports whether a text is an address, or the part of an address from # on.
func isLink(text string) bool {
	return len(strings.Fields(text)) == 1 && (text[0] == '#' || strings.Contains(text, "://"))
}

// readLink reads the game in a link to the page, which has its moves in rear notation. It ignores
// the players. A program for documents may have written & as &amp;.
func readLink(text string) (*score, error) {
	_, fragment, _ := strings.Cut(text, "#")
	fields, err := url.ParseQuery(strings.ReplaceAll(fragment, "&amp;", "&"))
	if err != nil {
		link, why := Shorten(text), Shorten(err.Error())
		return nil, tell(Bad, Said{"link-damaged", map[string]any{"link": link, "why": why}},
			"the link %q is damaged (%s): copy the whole address of the page again", link, why)
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if meant := record.Misspelt(name, linkFields); meant != "" {
			return nil, refuse(Bad, "the link has the unknown part %q: write %s if you mean that part",
				Shorten(name), meant)
		}
		if len(fields[name]) > 1 {
			return nil, refuse(Bad, "the link has the part %q twice: copy one link", Shorten(name))
		}
	}
	if fields.Get("rules") == "" {
		link := Shorten(text)
		return nil, tell(Bad, Said{"link-no-game", map[string]any{"link": link}}, "the link %q has no game: "+
			"copy the whole address of the page, or a link from the window “Copy or paste”", link)
	}
	c := &score{rules: fields.Get("rules"), start: fields.Get("start"),
		moves: strings.Fields(fields.Get("moves")), notation: game.RearNotation.String()}
	return c, c.check()
}

// linkFields has the parts of a link that decide to which game it leads.
var linkFields = []string{"rules", "start", "moves"}
