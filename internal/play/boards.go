package play

import (
	"fmt"

	"epaminondas/game"
)

// boardList is what can be chosen on the page.
type boardList struct {
	Boards []boardChoice `json:"boards"`
	Open   string        `json:"open"` // rules that the page opens on
	Engine string        `json:"engine"`
	Levels []levelName   `json:"levels"`
}

// boardChoice is a set of rules and who plays there.
type boardChoice struct {
	Name   string `json:"name"`
	Rules  string `json:"rules"`
	Engine string `json:"engine"`
}

// levelName is a level as the page shows it.
type levelName struct {
	Level int    `json:"level"`
	Name  string `json:"name"`
}

// presets are the boards that are trained on, with the limits of their configs: a game has an end there.
var presets = []boardChoice{
	{Name: "Epaminondas, 14 × 12", Rules: "epaminondas,max_plies=300"},
	{Name: "Epaminondas, 8 × 8", Rules: "epaminondas:8x8,max_plies=150"},
	{Name: "Crossings, 8 × 8", Rules: "crossings,max_plies=150"},
	{Name: "Small, 4 × 6", Rules: "epaminondas:4x6x1,max_plies=60"},
}

// newBoardList lists the presets, and the board that the page opens on if it is none of them.
func newBoardList(cfg Config, engine string) (boardList, error) {
	open := cfg.Rules
	if open == "" {
		open = cfg.ModelRules
	}
	if open == "" {
		open = presets[0].Rules
	}
	rules, err := game.ParseRules(open)
	if err != nil {
		return boardList{}, fmt.Errorf("play: Rules: %w", err)
	}
	list := boardList{Open: rules.Name(), Engine: engine}
	known := false
	for _, b := range presets {
		preset, err := game.ParseRules(b.Rules)
		if err != nil {
			return boardList{}, fmt.Errorf("play: a board of ours: %w", err)
		}
		if unlimited := preset; rules.MaxPlies == 0 {
			unlimited.MaxPlies = 0
			if unlimited == rules {
				rules = preset
				list.Open = rules.Name()
			}
		}
		known = known || preset == rules
		list.Boards = append(list.Boards, boardChoice{Name: b.Name, Rules: preset.Name(), Engine: engine})
	}
	if !known {
		list.Boards = append(list.Boards, boardChoice{Name: rules.Name(), Rules: rules.Name(), Engine: engine})
	}
	for i, l := range levels {
		list.Levels = append(list.Levels, levelName{i + 1, l.name})
	}
	return list, nil
}
