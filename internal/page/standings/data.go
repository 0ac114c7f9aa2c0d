package standings

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/record"
	"epaminondas/internal/match/result"
)

// Data is the content of a tournament page. The package computes the rest from the games: lengths,
// endings, and the score of the first player.
type Data struct {
	Title string     `json:"title"`
	Rules game.Rules `json:"rules"` // of every game
	// Finding is the sentence under the title. If it is "", the page writes one.
	Finding string `json:"finding,omitempty"`
	Command string `json:"command,omitempty"` // the command that made the page
	Date    string `json:"date,omitempty"`    // date as text
	Control string `json:"control,omitempty"` // limit of a move, in words
	Seed    uint64 `json:"seed"`
	// Players can be in any order. The page ranks them.
	Players []Player `json:"players"`
	// Anchor is the name of the player with a fixed rating, "" if there is none.
	Anchor string `json:"anchor,omitempty"`
	// First is the advantage of the first player in Elo; nil if it was not estimated.
	First *result.Interval `json:"first,omitempty"`
	// Cross[i][j] is the score of Players[i] against Players[j]. May be nil.
	Cross [][]Cell `json:"cross,omitempty"`
	// LOS[i][j] is the probability that Players[i] is better than Players[j], in
	// [0, 1]. May be nil.
	LOS      [][]float64 `json:"los,omitempty"`
	Warnings []string    `json:"warnings,omitempty"`
	SPRT     *Test       `json:"sprt,omitempty"` // the sequential test; nil without one
	// Games are all games, in the order in which the list first shows them.
	Games []record.Game `json:"games"`
}

// Player is a row of the rating table.
type Player struct {
	// Name is the player's name in the games. No two players share one.
	Name string `json:"name"`
	// Label is a shorter name to show; "" means Name.
	Label string `json:"label,omitempty"`
	// Rating has infinite bounds if the games give none. A rating without any bound is unknown. The
	// anchor's rating has no width.
	Rating result.Interval `json:"rating"`
	// Sampled is the interval of a bootstrap; the zero value means none.
	Sampled result.Interval `json:"sampled,omitzero"`
	Wins    int             `json:"wins"`
	Draws   int             `json:"draws"`
	Losses  int             `json:"losses"`
	// SecondsPerMove and NodesPerMove are means over the moves that the player chose, 0 if unknown.
	SecondsPerMove float64 `json:"seconds_per_move,omitempty"`
	NodesPerMove   float64 `json:"nodes_per_move,omitempty"`
	// Step is the training step of a run's checkpoint; nil for other players.
	Step *int64 `json:"step,omitempty"`
	// Hours is the processor time of the run up to that checkpoint, in hours; nil if it is unknown.
	Hours *float64 `json:"processor_hours,omitempty"`
}

// Cell is the score of one player against another.
type Cell struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Expected is the score that the ratings predict, in [0, 1]; 0 if unknown.
	Expected float64 `json:"expected,omitempty"`
}

// Test is the course of a sequential test.
type Test struct {
	result.SPRT
	// Path holds the log-likelihood ratio after each pair of games.
	Path     []float64       `json:"path"`
	Decision result.Decision `json:"decision"`
}

func (p *Player) shown() string { return cmp.Or(p.Label, p.Name) }

func (p *Player) tally() Cell { return Cell{Wins: p.Wins, Draws: p.Draws, Losses: p.Losses} }

// Games returns the number of games.
func (c Cell) Games() int { return c.Wins + c.Draws + c.Losses }

// Score returns the share of the points, with half a point for a draw; 0 without games.
func (c Cell) Score() float64 {
	return (float64(c.Wins) + 0.5*float64(c.Draws)) / float64(max(c.Games(), 1))
}

// Validate returns an error for the first inconsistency in d.
func (d *Data) Validate() error {
	if err := d.Rules.Validate(); err != nil {
		return fmt.Errorf("standings: rules: %w", err)
	}
	if len(d.Players) == 0 {
		return errors.New("standings: players is empty, want at least one")
	}
	names := map[string]bool{}
	for i, p := range d.Players {
		if p.Name == "" || names[p.Name] {
			return fmt.Errorf("standings: the name of players[%d] is %q, want names that are different "+
				"and not empty", i, p.Name)
		}
		names[p.Name] = true
	}
	if d.Anchor != "" && !names[d.Anchor] {
		return fmt.Errorf("standings: anchor is %q, want one of the players", d.Anchor)
	}
	if !square(d.Cross, len(d.Players)) || !square(d.LOS, len(d.Players)) {
		return fmt.Errorf("standings: cross and los must be nil or have %s and columns, one a player",
			noun.Count(len(d.Players), "row"))
	}
	if d.SPRT != nil {
		if err := d.SPRT.Validate(); err != nil {
			return fmt.Errorf("standings: sprt: %w", err)
		}
	}
	for i := range d.Games {
		if err := d.validateGame(&d.Games[i], names); err != nil {
			return fmt.Errorf("standings: game %d: %w", d.Games[i].Number+1, err)
		}
	}
	return nil
}

func (d *Data) validateGame(g *record.Game, names map[string]bool) error {
	if g.Rules != d.Rules {
		return fmt.Errorf("its rules are %s, want the rules of the page, %s", g.Rules.Name(),
			d.Rules.Name())
	}
	for _, name := range g.Players {
		if !names[name] {
			return fmt.Errorf("its player %q is unknown, want one of the players", name)
		}
	}
	if g.OpeningPlies < 0 || g.OpeningPlies > len(g.Plies) {
		return fmt.Errorf("its opening has %s, want 0 to %d, the length of the game",
			noun.Count(g.OpeningPlies, "ply", "plies"),
			len(g.Plies))
	}
	return nil
}

// square reports whether table is nil or has n rows of n.
func square[T any](table [][]T, n int) bool {
	return table == nil || len(table) == n && !slices.ContainsFunc(table,
		func(row []T) bool { return len(row) != n })
}
