package serve

import (
	"reflect"
	"strings"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/training/fleet/ledger"
)

// Update has the changes of a run. A nil field has not changed.
type Update struct {
	Status       *Status       `json:"head,omitempty"`
	Measurements []Measurement `json:"points,omitempty"`  // new ones
	Matches      []Match       `json:"matches,omitempty"` // the newest
	Ratings      *Ratings      `json:"ratings,omitempty"` // all of them: each match changes all ratings
	Games        []Listed      `json:"games,omitempty"`   // the last games, newest first
	Report       *Report       `json:"report,omitempty"`
	Config       *Settings     `json:"config,omitempty"`

	Fleet *ledger.Status `json:"fleet,omitempty"` // all of it
}

// Settings is a summary of a run's config.
type Settings struct {
	Name     string `json:"name"`
	Rules    string `json:"rules"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Seed     uint64 `json:"seed"`
	Blocks   int    `json:"blocks"`
	Channels int    `json:"channels"`
	Full     int    `json:"full"` // simulations of a full search
	Fast     int    `json:"fast"`
	Follow   string `json:"follow"`
	Gate     int    `json:"gate"`      // most games of a gate match; 0 for no gate
	GateSims int    `json:"gate_sims"` // simulations of each of its moves
	Serial   bool   `json:"serial"`
	Solved   bool   `json:"solved"` // the run counts exact mistakes
	// Stages are the names of the run's stages. The metric stage of a measurement counts them from 0.
	Stages []string `json:"stages"`
	// Plans has the settings of learning in each stage; one plan for a run without stages.
	Plans  []Plan            `json:"plans"`
	Values map[string]string `json:"values"` // the whole config by key, for comparisons
	Text   string            `json:"text"`   // the whole config as TOML
}

// Listed is a game of self-play in the list.
type Listed struct {
	ID      int64       `json:"id"`
	Number  uint64      `json:"number"`
	Step    *int64      `json:"step"`  // of the player's checkpoint; null if it is from another run
	First   string      `json:"first"` // white or black
	Usual   bool        `json:"usual"` // from the usual start
	Plies   int         `json:"plies"`
	Outcome string      `json:"outcome"`
	Reason  game.Ending `json:"reason"`
	Created int64       `json:"created"`
}

// rules returns the rules, and whether the run counts exact mistakes on this board.
func (t *snapshot) rules() (rules game.Rules, solved bool, err error) {
	rules, err = t.config.Rules.Parse()
	return rules, err == nil && t.config.Report.ExactPositions > 0 && solve.Supported(rules) == nil, err
}

// settings returns a summary of the config.
func (t *snapshot) settings(name string) (*Settings, error) {
	c := t.config
	text, err := c.Text()
	if err != nil {
		return nil, err
	}
	rules, solved, err := t.rules()
	if err != nil {
		return nil, err
	}
	stages := make([]string, len(c.Stages))
	for i := range stages {
		stages[i] = c.StageName(i)
	}
	return &Settings{
		Name: name, Rules: rules.Name(), Width: rules.Width, Height: rules.Height, Text: string(text),
		Seed: c.Seed, Stages: stages, Plans: plans(c), Values: c.Settings(),
		Blocks: c.Network.Blocks, Channels: c.Network.Channels, Full: c.Selfplay.FullSimulations,
		Fast:   c.Selfplay.FastSimulations,
		Follow: c.Train.Follow, Gate: c.Gate.Games, GateSims: c.Gate.Simulations, Serial: c.Train.Serial,
		Solved: solved,
	}, nil
}

// whole returns the whole snapshot as an update.
func (t *snapshot) whole(name string, now time.Time) (*Update, error) {
	config, err := t.settings(name)
	if err != nil {
		return nil, err
	}
	status := t.status(now)
	return &Update{Config: config, Status: &status, Measurements: t.measurements, Matches: t.ladder.matches,
		Ratings: t.ratings, Games: t.games(), Report: t.report, Fleet: t.fleet}, nil
}

// since returns the changes since an earlier snapshot; ok is false if the viewer needs everything
// again.
func (t *snapshot) since(old *snapshot, before Status, now time.Time) (u *Update, ok bool) {
	if t.renewals != old.renewals || !reflect.DeepEqual(t.config, old.config) {
		return nil, false
	}
	u = &Update{Measurements: t.measurements[len(old.measurements):]}
	if status := t.status(now); !reflect.DeepEqual(status, before) {
		u.Status = &status
	}
	if t.ladder.last != old.ladder.last {
		u.Matches, u.Ratings = t.ladder.matches, t.ratings
	}
	if t.listed != old.listed {
		u.Games = t.games()
	}
	if !reflect.DeepEqual(t.fleet, old.fleet) {
		u.Fleet = t.fleet
	}
	if t.report != old.report {
		if t.report == nil {
			return nil, false
		}
		u.Report = t.report
	}
	return u, true
}

// empty reports whether nothing has changed.
func (u *Update) empty() bool {
	return u.Status == nil && len(u.Measurements) == 0 && u.Matches == nil && u.Games == nil &&
		u.Report == nil && u.Fleet == nil
}

// games lists the newest games.
func (t *snapshot) games() []Listed {
	steps := map[string]*int64{}
	for i := range t.markers {
		steps[t.markers[i].File] = &t.markers[i].Step
	}
	usual := ""
	if board, err := t.config.Board(); err == nil {
		start := board.Start()
		usual = start.String()
	}
	list := []Listed{}
	for _, g := range t.newest {
		list = append(list, Listed{
			ID: g.ID, Number: g.Number, Step: steps[g.Model], First: firstOf(g.Start),
			Usual: g.Start == usual,
			Plies: g.Plies, Outcome: g.Outcome, Reason: g.Reason, Created: g.Created,
		})
	}
	return list
}

// firstOf returns the side to move in a position text.
func firstOf(position string) string {
	if strings.Contains(position, " w") {
		return game.White.String()
	}
	return game.Black.String()
}
