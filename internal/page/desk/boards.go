package desk

import (
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/level"
)

// boardList has the boards and levels that the page offers.
type boardList struct {
	Boards []boardChoice `json:"boards"`
	Open   string        `json:"open"` // rules of the board that the page opens on
	Levels []levelName   `json:"levels"`
	// Training is true if the page can show training.
	Training bool `json:"training"`
}

// boardChoice is a set of rules and its players.
type boardChoice struct {
	Name    string       `json:"name"`
	Rules   string       `json:"rules"`
	Players []playerInfo `json:"players"` // with the default player first
}

// levelName is the page's data of a level.
type levelName struct {
	Level int    `json:"level"`
	Name  string `json:"name"`
}

// presets are the boards with training configs. Each has the ply limit of its config, so that every
// game ends.
var presets = []boardChoice{
	{Name: "Epaminondas, 14 × 12", Rules: "epaminondas,max_plies=300"},
	{Name: "Epaminondas, 8 × 8", Rules: "epaminondas:8x8,max_plies=150"},
	{Name: "Crossings, 8 × 8", Rules: "crossings,max_plies=150"},
	{Name: "Small, 4 × 6", Rules: "epaminondas:4x6x1,max_plies=60"},
}

// newBoardList lists the presets, and the opening board of the page if it is not a preset. A board
// that differs from a preset only in the ply limit counts as that preset, unless the user asked for
// a limit.
func newBoardList(cfg Config, players roster) (boardList, error) {
	rules, err := game.ParseRules(cfg.opensOn())
	if err != nil {
		return boardList{}, fmt.Errorf("play: Rules: %w", err)
	}
	list := boardList{Training: cfg.Training}
	for _, b := range presets {
		preset, err := game.ParseRules(b.Rules)
		if err != nil {
			return boardList{}, fmt.Errorf("play: a board of ours: %w", err)
		}
		if preset == rules || rules.Unlimited() == preset.Unlimited() && (cfg.Rules == "" ||
			rules.MaxPlies == 0) {
			rules = preset
			list.Open = preset.Name()
		}
		list.Boards = append(list.Boards, boardChoice{Name: b.Name, Rules: preset.Name(),
			Players: players.of(preset).infos()})
	}
	if list.Open == "" {
		list.Open = rules.Name()
		list.Boards = append(list.Boards, boardChoice{Name: boardName(rules), Rules: rules.Name(),
			Players: players.of(rules).infos()})
	}
	for i, l := range level.All() {
		list.Levels = append(list.Levels, levelName{i + 1, l.Name})
	}
	return list, nil
}

// opensOn returns the rules of the board on which the page opens.
func (c Config) opensOn() string {
	if c.Rules != "" {
		return c.Rules
	}
	for _, n := range c.Networks {
		if n.Leads && n.Rules != "" {
			return n.Rules
		}
	}
	return presets[0].Rules
}
