package standings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/match/rating"
	"epaminondas/internal/match/record"
)

// Data is what a page tells of a tournament. What can be counted from the games
// (lengths, endings, how the first player did) is not asked for.
type Data struct {
	Title string     `json:"title"`
	Rules game.Rules `json:"rules"` // of every game
	// Finding is the sentence under the title; "" lets the page find one.
	Finding string `json:"finding,omitempty"`
	Command string `json:"command,omitempty"` // that made the page, to repeat it
	Date    string `json:"date,omitempty"`    // as it is to be read
	Control string `json:"control,omitempty"` // what limits a move, in words
	Seed    uint64 `json:"seed"`
	// Players are in any order; the page ranks them.
	Players []Player `json:"players"`
	// Anchor is the name of the player whose rating is given, "" if there is none.
	Anchor string `json:"anchor,omitempty"`
	// First is the advantage of the side that moves first, on the scale of the
	// ratings; nil if it was not estimated.
	First *rating.Interval `json:"first,omitempty"`
	// Cross[i][j] is what Players[i] scored against Players[j]. May be nil.
	Cross [][]Cell `json:"cross,omitempty"`
	// LOS[i][j] is the probability that Players[i] is better than Players[j], in
	// [0, 1]. May be nil.
	LOS      [][]float64 `json:"los,omitempty"`
	Warnings []string    `json:"warnings,omitempty"`
	SPRT     *Test       `json:"sprt,omitempty"` // of a match that had one
	// Games are all games, in the order in which the list first shows them.
	Games []record.Game `json:"games"`
}

// Player is a line of the rating table.
type Player struct {
	// Name is how the games call the player. No two players share one.
	Name string `json:"name"`
	// Label is a shorter name to show; "" shows Name.
	Label string `json:"label,omitempty"`
	// Rating has infinite bounds where the games give none; one without any bound
	// is unknown. That of the anchor has no width.
	Rating rating.Interval `json:"rating"`
	// Sampled is the interval of a bootstrap, the zero value if there was none.
	Sampled rating.Interval `json:"sampled,omitzero"`
	Wins    int             `json:"wins"`
	Draws   int             `json:"draws"`
	Losses  int             `json:"losses"`
	// SecondsPerMove and NodesPerMove are means over the moves chosen, 0 if unknown.
	SecondsPerMove float64 `json:"seconds_per_move,omitempty"`
	NodesPerMove   float64 `json:"nodes_per_move,omitempty"`
	// Step is the training step of a checkpoint of a run, nil for others.
	Step *int64 `json:"step,omitempty"`
}

// Cell is what one player scored against another.
type Cell struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Expected is the score that the ratings predict, in [0, 1]; 0 if they do not.
	Expected float64 `json:"expected,omitempty"`
}

// Test is the course of a sequential test.
type Test struct {
	rating.SPRT
	// Path holds the log-likelihood ratio after each pair of games.
	Path     []float64       `json:"path"`
	Decision rating.Decision `json:"decision"`
}

func (p *Player) shown() string { return cmp.Or(p.Label, p.Name) }

func (p *Player) tally() Cell { return Cell{Wins: p.Wins, Draws: p.Draws, Losses: p.Losses} }

// Games returns how many games were played.
func (c Cell) Games() int { return c.Wins + c.Draws + c.Losses }

// Score returns the share of the points, a draw being half of one; 0 without
// games.
func (c Cell) Score() float64 {
	return (float64(c.Wins) + 0.5*float64(c.Draws)) / float64(max(c.Games(), 1))
}

// Validate reports the first thing that does not fit together.
func (d *Data) Validate() error {
	if err := d.Rules.Validate(); err != nil {
		return fmt.Errorf("page: rules: %w", err)
	}
	if len(d.Players) == 0 {
		return errors.New("page: players is empty, want at least one")
	}
	names := map[string]bool{}
	for i, p := range d.Players {
		if p.Name == "" || names[p.Name] {
			return fmt.Errorf("page: players[%d] is called %q, want names that differ", i, p.Name)
		}
		names[p.Name] = true
	}
	if d.Anchor != "" && !names[d.Anchor] {
		return fmt.Errorf("page: anchor is %q, want one of the players", d.Anchor)
	}
	if !square(d.Cross, len(d.Players)) || !square(d.LOS, len(d.Players)) {
		return fmt.Errorf("page: cross and los must be nil or have %d rows and columns, one a player",
			len(d.Players))
	}
	if d.SPRT != nil {
		if err := d.SPRT.Validate(); err != nil {
			return fmt.Errorf("page: sprt: %w", err)
		}
	}
	for i := range d.Games {
		if err := d.validateGame(&d.Games[i], names); err != nil {
			return fmt.Errorf("page: game %d: %w", d.Games[i].Number+1, err)
		}
	}
	return nil
}

func (d *Data) validateGame(g *record.Game, names map[string]bool) error {
	if g.Rules != d.Rules {
		return fmt.Errorf("played by the rules %s, want those of the page, %s", g.Rules.Name(),
			d.Rules.Name())
	}
	for _, name := range g.Players {
		if !names[name] {
			return fmt.Errorf("played by %q, want one of the players", name)
		}
	}
	if g.OpeningPlies < 0 || g.OpeningPlies > len(g.Plies) {
		return fmt.Errorf("opening plies is %d, want 0 to %d, the length of the game", g.OpeningPlies,
			len(g.Plies))
	}
	return nil
}

// square reports whether table is nil or has n rows of n.
func square[T any](table [][]T, n int) bool {
	return table == nil || len(table) == n && !slices.ContainsFunc(table,
		func(row []T) bool { return len(row) != n })
}
