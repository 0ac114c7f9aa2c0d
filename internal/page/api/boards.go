package api

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// boardList has the boards and levels that the page offers.
type boardList struct {
	Boards []boardChoice `json:"boards"`
	Open   string        `json:"open"` // rules of the board that the page opens on
	// Asked is the board of the request, or null if there is none with such rules.
	Asked *boardChoice `json:"asked"`
	// Everywhere lists the players that play on every board.
	Everywhere []playerInfo `json:"everywhere"`
	Levels     []levelName  `json:"levels"`
	Hint       int          `json:"hint"` // level of hints
	// Training is true if the page can show training.
	Training bool `json:"training"`
}

// boardChoice is a set of rules and its players.
type boardChoice struct {
	Parts    []namePart   `json:"parts"` // of its name
	Rules    string       `json:"rules"`
	Width    int          `json:"width"`
	Height   int          `json:"height"`
	MaxPlies int          `json:"max_plies"`
	Limit    string       `json:"limit"`   // verdict at MaxPlies: advancement or draw
	Players  []playerInfo `json:"players"` // with the default player first
}

// newBoardChoice describes the board of the given rules.
func newBoardChoice(rules game.Rules, players roster) boardChoice {
	return boardChoice{Parts: nameParts(rules), Rules: rules.Name(), Width: rules.Width, Height: rules.Height,
		MaxPlies: rules.MaxPlies, Limit: rules.Limit.String(), Players: players.of(rules).infos()}
}

// boardsRequest asks for the boards. The page has no rules of its own. So it sends the rules of a
// link to learn the size and the players of that board.
type boardsRequest struct {
	Rules string `json:"rules"` // "" for none
}

func (d *Service) answerBoards(_ context.Context, q *boardsRequest, _ Part) (any, error) {
	list := d.boards
	if rules, err := game.ParseRules(q.Rules); err == nil {
		asked := newBoardChoice(rules, d.roster)
		list.Asked = &asked
	}
	return list, nil
}

// levelName is the page's data of a level.
type levelName struct {
	Level int `json:"level"`
}

// presets are the boards with training configs. Each has the ply limit of its config, so that every
// game ends. Family is the first part of its name.
var presets = []struct{ Family, Rules string }{
	{Family: "Epaminondas", Rules: "epaminondas,max_plies=300"},
	{Family: "Epaminondas", Rules: firstBoard},
	{Family: "Crossings", Rules: "crossings,max_plies=150"},
	{Family: "Small", Rules: "epaminondas:4x6x1,max_plies=60"},
}

// firstBoard is the board on which the page opens if nobody asks for another one. Its games are
// shorter than those of 14x12, so it suits a new visitor.
const firstBoard = "epaminondas:8x8,max_plies=150"

// newBoardList lists the presets, and the opening board of the page if it is not a preset. A board
// that differs from a preset only in the ply limit counts as that preset, unless the user asked for
// a limit.
func newBoardList(cfg Config, players roster) (boardList, error) {
	rules, err := game.ParseRules(cfg.opensOn())
	if err != nil {
		return boardList{}, fmt.Errorf("api: Rules: %w", err)
	}
	list := boardList{Training: cfg.Training, Everywhere: players.everywhere().infos(),
		Hint: engine.HintLevel}
	for _, b := range presets {
		preset, err := game.ParseRules(b.Rules)
		if err != nil {
			return boardList{}, fmt.Errorf("api: a board of the program: %w", err)
		}
		if preset == rules || rules.Unlimited() == preset.Unlimited() && (cfg.Rules == "" ||
			rules.MaxPlies == 0) {
			rules = preset
			list.Open = preset.Name()
		}
		list.Boards = append(list.Boards, newBoardChoice(preset, players))
	}
	if list.Open == "" {
		list.Open = rules.Name()
		list.Boards = append(list.Boards, newBoardChoice(rules, players))
	}
	for i := range engine.LevelNames() {
		list.Levels = append(list.Levels, levelName{i + 1})
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
	return firstBoard
}
