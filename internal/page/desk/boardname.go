package desk

import (
	"fmt"
	"strings"

	"epaminondas/game"
)

// boardName returns what people call a set of rules: that of a preset, or a text such as
// "Epaminondas, 8 × 8, a draw after 150 moves".
func boardName(rules game.Rules) string {
	for _, b := range presets {
		if b.Rules == rules.Name() {
			return b.Name
		}
	}
	family, usual := "Epaminondas", game.LeftRight
	if rules.Capture == game.CaptureSingle {
		family, usual = "Crossings", game.NoSymmetry
	}
	parts := []string{family, fmt.Sprintf("%d × %d", rules.Width, rules.Height)}
	switch rules.Rows {
	case 1:
		parts = append(parts, "1 row of stones")
	case 3:
		parts = append(parts, "3 rows of stones")
	}
	if rules.Symmetry != usual {
		parts = append(parts, map[game.Symmetry]string{
			game.LeftRight: "left-right symmetry rule", game.Rotation: "rotation symmetry rule", game.NoSymmetry: "no symmetry rule",
		}[rules.Symmetry])
	}
	return strings.Join(append(parts, limitName(rules)), ", ")
}

// limitName returns how long a game lasts at most.
func limitName(rules game.Rules) string {
	switch {
	case rules.MaxPlies == 0:
		return "no limit"
	case rules.Limit == game.LimitDraw:
		return fmt.Sprintf("a draw after %d moves", rules.MaxPlies)
	}
	return fmt.Sprintf("%d moves at most", rules.MaxPlies)
}
