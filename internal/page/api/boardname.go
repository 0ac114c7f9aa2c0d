package api

import (
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// namePart is a part of the name of a board, in English and for the page.
type namePart struct {
	english string
	Said
}

// plainPart returns a part without values.
func plainPart(english, what string) namePart { return namePart{english, Said{What: what}} }

// countPart returns a part with a number.
func countPart(english, what string, n int) namePart {
	return namePart{english, Said{what, map[string]any{"n": n}}}
}

// boardName returns the name of a set of rules in English. It is the name of a preset, or a text
// such as "Epaminondas, 8 × 8, a draw after 150 moves".
func boardName(rules game.Rules) string {
	var texts []string
	for _, part := range nameParts(rules) {
		texts = append(texts, part.english)
	}
	return strings.Join(texts, ", ")
}

// nameParts returns the parts of the name of a set of rules.
func nameParts(rules game.Rules) []namePart {
	size := namePart{fmt.Sprintf("%d × %d", rules.Width, rules.Height),
		Said{"size", map[string]any{"width": rules.Width, "height": rules.Height}}}
	family := rules.Preset()
	for _, b := range presets {
		if b.Rules == rules.Name() {
			return []namePart{plainPart(b.Family, strings.ToLower(b.Family)), size}
		}
	}
	parts := []namePart{plainPart(family.Title, strings.ToLower(family.Title)), size}
	if rules.Rows != 2 {
		parts = append(parts, countPart(fmt.Sprintf("%s of stones", noun.Count(rules.Rows, "row")), "rows",
			rules.Rows))
	}
	parts = append(parts, playNames(rules, family.Rules)...)
	if rules.Symmetry != family.Rules.Symmetry {
		parts = append(parts, plainPart(map[game.Symmetry]string{
			game.LeftRight: "left-right symmetry rule", game.Rotation: "rotation symmetry rule",
			game.NoSymmetry: "no symmetry rule",
		}[rules.Symmetry], "symmetry-"+rules.Symmetry.String()))
	}
	return append(parts, limitName(rules))
}

// playNames names the rules of play that differ from the usual rules of the game, except the
// symmetry rule.
func playNames(rules, usual game.Rules) (names []namePart) {
	if rules.Capture != usual.Capture {
		names = append(names, plainPart(map[game.Capture]string{
			game.CaptureLine: "captures of whole lines", game.CaptureSingle: "captures of one stone",
		}[rules.Capture], "capture-"+rules.Capture.String()))
	}
	if rules.Crossed != usual.Crossed {
		names = append(names, plainPart(map[game.Crossed]string{
			game.CrossedFree: "crossed stones move", game.CrossedFixed: "crossed stones stay",
		}[rules.Crossed], "crossed-"+rules.Crossed.String()))
	}
	if rules.Behind != usual.Behind {
		names = append(names, plainPart(map[game.Behind]string{
			game.BehindFree: "no duty to draw level", game.BehindLevel: "a duty to draw level",
		}[rules.Behind], "behind-"+rules.Behind.String()))
	}
	return names
}

// limitName names the limit on the length of a game.
func limitName(rules game.Rules) namePart {
	moves := noun.Count(rules.MaxPlies, "move")
	switch {
	case rules.MaxPlies == 0:
		return plainPart("no limit", "no-limit")
	case rules.Limit == game.LimitDraw:
		return countPart("a draw after "+moves, "draw-after", rules.MaxPlies)
	}
	return countPart(moves+" at most", "at-most", rules.MaxPlies)
}
