package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/page/standings"
)

// show prints the result and writes the page, also after an interruption.
func (m *tournament) show(s *arena.Standings, t *arena.Tournament, stdout io.Writer) error {
	return errors.Join(m.writePage(s, t), m.print(s, stdout))
}

// print prints the result of a match for two players, and a ranking for more.
func (m *tournament) print(s *arena.Standings, stdout io.Writer) error {
	if len(s.Players) == 2 {
		return cli.WriteResult(stdout, m.terms.JSON, s.Results[0], s.Results[0].WriteTable)
	}
	return cli.WriteResult(stdout, m.terms.JSON, s, s.WriteTable)
}

// writePage writes the page if the user asks for one.
func (m *tournament) writePage(s *arena.Standings, t *arena.Tournament) error {
	if m.terms.HTML == "" {
		return nil
	}
	err := durable.WriteFile(m.terms.HTML,
		func(w io.Writer) error { return standings.Write(w, m.data(s, t)) })
	if err != nil {
		return fmt.Errorf("arena: --html: %w", err)
	}
	return nil
}

// data returns the data of the page.
func (m *tournament) data(s *arena.Standings, t *arena.Tournament) *standings.Data {
	short := labels(m.players)
	d := &standings.Data{
		Title:   shortNames(m.title(s), m.players, short),
		Rules:   t.Board.Rules(),
		Command: m.command,
		Date:    time.Now().Format(time.DateOnly),
		Control: m.limits(t),
		Seed:    s.Seed,
		Anchor:  s.Players[s.Anchor].Name,
		First:   &s.First.Elo,
		Cross:   crossOf(s),
		LOS:     s.Superiority,
		Games:   s.Games,
	}
	for i, p := range s.Players {
		d.Players = append(d.Players, standings.Player{
			Name: p.Name, Rating: p.Elo, Sampled: p.Sampled, Wins: p.Total.Wins, Draws: p.Total.Draws,
			Losses: p.Total.Losses,
			Label:  short[i], SecondsPerMove: p.Effort.SecondsAMove(),
			NodesPerMove: p.Effort.NodesAMove(), Step: m.players[i].step, Hours: m.players[i].hours,
		})
	}
	for _, w := range s.Warnings {
		d.Warnings = append(d.Warnings, shortNames(w.Text, m.players, short))
	}
	if note := s.ReferenceNote(); note != "" {
		d.Warnings = append(d.Warnings, shortNames(note, m.players, short))
	}
	if test := s.Results[0].Test; test != nil {
		d.SPRT = &standings.Test{SPRT: test.SPRT, Path: s.Results[0].Path(), Decision: test.Decision}
	}
	return d
}

// title returns the title of the tournament.
func (m *tournament) title(s *arena.Standings) string {
	switch m.kind {
	case "match":
		return fmt.Sprintf("%s against %s", s.Players[0].Name, s.Players[1].Name)
	case "gauntlet":
		return "The gauntlet of " + s.Players[0].Name
	}
	if m.folder != "" {
		return "The ladder of " + filepath.Base(m.folder)
	}
	return fmt.Sprintf("A ladder of %s", noun.Count(len(s.Players), "player"))
}

// limits describes the limits of a move in words.
func (m *tournament) limits(t *arena.Tournament) string {
	switch {
	case m.terms.TC != "":
		return "clock " + t.Control.String()
	case m.terms.Each != "":
		return m.terms.Each + " a move for each player with such a limit"
	}
	return ""
}

// crossOf returns the crosstable for the page.
func crossOf(s *arena.Standings) [][]standings.Cell {
	table := make([][]standings.Cell, len(s.Players))
	for i, row := range s.Crosstable {
		for _, c := range row {
			table[i] = append(table[i], standings.Cell{Wins: c.Wins, Draws: c.Draws, Losses: c.Losses,
				Expected: c.Expected / float64(max(c.Games(), 1))})
		}
	}
	return table
}
