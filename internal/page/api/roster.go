package api

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"epaminondas/game"
)

// roster lists the players.
type roster []opponent

// opponent is a player. Its id is unique and stays the same for the same files, so that a link can
// hold it.
type opponent struct {
	id, name, kind string
	rules          game.Rules // the rules that it plays, unless it plays everywhere
	everywhere     bool
	open           opener
	occupation     occupier // nil without a network
}

// playerInfo is the page's data of a player.
type playerInfo struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"` // net or classical
}

// newRoster lists the networks with Leads, then the networks for one board, and then the classical
// engine with learned evaluations and without.
func newRoster(cfg Config) (roster, error) {
	var leaders, others roster
	taken := map[string]bool{classicalID: true, linesID: true}
	for i, n := range cfg.Networks {
		open, occupation, err := openNetwork(n, cfg.Device)
		if err != nil {
			return nil, fmt.Errorf("api: Networks[%d], %s: %w", i, n.Name, err)
		}
		e := opponent{id: freeID(n.Name, taken), name: cmp.Or(n.Title, n.Name), kind: networkKind,
			everywhere: n.Leads, open: open, occupation: occupation}
		if e.everywhere {
			leaders = append(leaders, e)
			continue
		}
		rules, err := game.ParseRules(n.Rules)
		if err != nil {
			return nil, fmt.Errorf("api: Networks[%d], %s: Rules: %w", i, n.Name, err)
		}
		e.rules = rules.Unlimited()
		others = append(others, e)
	}
	for i, l := range cfg.Lines {
		e, err := newLines(l)
		if err != nil {
			return nil, fmt.Errorf("api: Lines[%d]: %w", i, err)
		}
		others = append(others, e)
	}
	classic := opponent{id: classicalID, name: "classical engine", kind: classicalKind, everywhere: true,
		open: openClassical}
	return append(slices.Concat(leaders, others), classic), nil
}

// newLines returns the classical engine with a learned evaluation.
func newLines(l Lines) (opponent, error) {
	rules, err := game.ParseRules(l.Rules)
	if err != nil {
		return opponent{}, fmt.Errorf("rules: %w", err)
	}
	open, err := openLines(rules, l.File)
	if err != nil {
		return opponent{}, fmt.Errorf("%s: %w", l.Rules, err)
	}
	return opponent{id: linesID, name: "classical, taught by the network", kind: classicalKind,
		rules: rules.Unlimited(), open: open}, nil
}

// classicalKind is the kind of players that search with alpha-beta.
const classicalKind = "classical"

// linesID is the id of the classical engine with a learned evaluation, on every board that has one.
const linesID = "lines"

// networkKind is the kind of players that search with a network.
const networkKind = "net"

// classicalID is the id of the classical engine.
const classicalID = "classical"

// freeID returns an unused id for a name. The id has the plain letters and digits of the name, and
// a number if another player has the same id.
func freeID(name string, taken map[string]bool) string {
	plain := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name)), "-")
	if plain == "" {
		plain = "net"
	}
	id := plain
	for n := 2; taken[id]; n++ {
		id = fmt.Sprintf("%s-%d", plain, n)
	}
	taken[id] = true
	return id
}

// of lists the players of a board, with the default player first.
func (r roster) of(rules game.Rules) roster {
	var list roster
	for _, e := range r {
		if e.everywhere || e.rules == rules.Unlimited() {
			list = append(list, e)
		}
	}
	return list
}

// everywhere lists the players that play on every board.
func (r roster) everywhere() roster {
	var list roster
	for _, e := range r {
		if e.everywhere {
			list = append(list, e)
		}
	}
	return list
}

// find returns the player with an id on a board; "" means the first.
func (r roster) find(rules game.Rules, id string) (opponent, error) {
	list := r.of(rules)
	if id == "" {
		return list[0], nil
	}
	for _, e := range list {
		if e.id == id {
			return e, nil
		}
	}
	return opponent{}, refuse(Bad, "player %q does not play on this board: choose one of %s", Shorten(id),
		strings.Join(list.ids(), ", "))
}

func (r roster) ids() []string {
	var ids []string
	for _, e := range r {
		ids = append(ids, e.id)
	}
	return ids
}

// infos returns the players in the form for the page.
func (r roster) infos() []playerInfo {
	var list []playerInfo
	for _, e := range r {
		list = append(list, playerInfo{e.id, e.name, e.kind})
	}
	return list
}
