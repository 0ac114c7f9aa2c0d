package api

import (
	"fmt"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// boardName returns the name of a set of rules for people. It is the name of a preset, or a text
// such as "Epaminondas, 8 × 8, a draw after 150 moves".
func boardName(rules game.Rules) string {
	for _, b := range presets {
		if b.Rules == rules.Name() {
			return b.Name
		}
	}
	family := rules.Preset()
	parts := []string{family.Title, fmt.Sprintf("%d × %d", rules.Width, rules.Height)}
	switch rules.Rows {
	case 1:
		parts = append(parts, "1 row of stones")
	case 3:
		parts = append(parts, "3 rows of stones")
	}
	parts = append(parts, playNames(rules, family.Rules)...)
	if rules.Symmetry != family.Rules.Symmetry {
		parts = append(parts, map[game.Symmetry]string{
			game.LeftRight: "left-right symmetry rule", game.Rotation: "rotation symmetry rule",
			game.NoSymmetry: "no symmetry rule",
		}[rules.Symmetry])
	}
	return strings.Join(append(parts, limitName(rules)), ", ")
}

// playNames names the rules of play that differ from the usual rules of the game, except the
// symmetry rule.
func playNames(rules, usual game.Rules) (names []string) {
	if rules.Capture != usual.Capture {
		names = append(names, map[game.Capture]string{
			game.CaptureLine: "captures of whole lines", game.CaptureSingle: "captures of one stone",
		}[rules.Capture])
	}
	if rules.Crossed != usual.Crossed {
		names = append(names, map[game.Crossed]string{
			game.CrossedFree: "crossed stones move", game.CrossedFixed: "crossed stones stay",
		}[rules.Crossed])
	}
	if rules.Behind != usual.Behind {
		names = append(names, map[game.Behind]string{
			game.BehindFree: "no duty to draw level", game.BehindLevel: "a duty to draw level",
		}[rules.Behind])
	}
	return names
}

// limitName returns the limit on the length of a game, in words.
func limitName(rules game.Rules) string {
	switch {
	case rules.MaxPlies == 0:
		return "no limit"
	case rules.Limit == game.LimitDraw:
		return fmt.Sprintf("a draw after %s", noun.Count(rules.MaxPlies, "move"))
	}
	return fmt.Sprintf("%s at most", noun.Count(rules.MaxPlies, "move"))
}
