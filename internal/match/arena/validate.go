package arena

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Validate returns an error for the first invalid field.
func (t *Tournament) Validate() error {
	switch {
	case t.Board == nil:
		return errors.New("arena: a tournament needs a board")
	case t.Parallel < 1:
		return fmt.Errorf("arena: parallel is %d, want at least 1", t.Parallel)
	case t.Cores < 0:
		return fmt.Errorf("arena: cores is %d, want at least 1, or 0 for no limit", t.Cores)
	}
	if err := t.Control.Validate(); err != nil {
		return fmt.Errorf("arena: clock: %w", err)
	}
	for _, check := range []func() error{t.validatePlayers, t.validatePairings,
		t.validateOpenings, t.validateTest} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tournament) validatePlayers() error {
	if len(t.Players) < 2 {
		return fmt.Errorf("arena: a tournament needs at least two players, has %d", len(t.Players))
	}
	names := map[string]bool{}
	for i, p := range t.Players {
		switch {
		case p.New == nil || p.Name == "":
			return fmt.Errorf("arena: player %d has no name or no function New", i+1)
		case !utf8.ValidString(p.Name):
			return fmt.Errorf(
				"arena: the name of player %d is %q, want UTF-8, because records keep the name",
				i+1, p.Name)
		case names[p.Name]:
			return fmt.Errorf("arena: two players have the name %q", p.Name)
		case t.Cores > 0 && p.WantedCores() > t.Cores:
			return fmt.Errorf(
				"arena: %s needs %s, but cores is %d: give the player fewer threads or the tournament more cores",
				p.Name, noun.Count(p.WantedCores(), "core"), t.Cores)
		}
		names[p.Name] = true
	}
	return nil
}

func (t *Tournament) validatePairings() error {
	if len(t.Pairings) == 0 {
		return errors.New("arena: there are no pairings")
	}
	seen := map[Pairing]bool{}
	for _, p := range t.Pairings {
		if p.A == p.B || min(p.A, p.B) < 0 || max(p.A, p.B) >= len(t.Players) {
			return fmt.Errorf("arena: players %d and %d are paired, want two different ones of %s, "+
				"counted from 0", p.A, p.B,
				noun.Count(len(t.Players), "player"))
		}
		if seen[p] || seen[Pairing{p.B, p.A}] {
			return fmt.Errorf("arena: %s and %s are paired twice: give more openings instead",
				t.Players[p.A].Name, t.Players[p.B].Name)
		}
		seen[p] = true
	}
	return nil
}

func (t *Tournament) validateOpenings() error {
	if len(t.Openings) == 0 {
		return errors.New("arena: there are no openings to play")
	}
	for i, o := range t.Openings {
		state := o.Start
		if state.Board() != t.Board {
			return fmt.Errorf("arena: opening %d is on another board", i+1)
		}
		if read, err := t.Board.ParseState(o.Start.String()); err != nil || read != o.Start {
			return fmt.Errorf(
				"arena: opening %d begins at a position that its text, %s, does not fully describe: let the opening begin earlier",
				i+1, o.Start.String())
		}
		for ply, m := range o.Moves {
			if !state.Legal(m) {
				return fmt.Errorf("arena: opening %d: move %d is illegal in %s", i+1, ply+1, state.String())
			}
			state.Play(m)
		}
		if state != o.State {
			return fmt.Errorf("arena: opening %d leads to %s, not to %s", i+1,
				state.String(), o.State.String())
		}
		if outcome, reason := state.Outcome(); outcome != game.Ongoing {
			return fmt.Errorf("arena: opening %d is over before the first move: %v, %v", i+1, outcome, reason)
		}
	}
	return nil
}

func (t *Tournament) validateTest() error {
	switch {
	case t.SPRT == nil:
		return nil
	case len(t.Players) != 2:
		return fmt.Errorf("arena: a sequential test is between two players, not %d", len(t.Players))
	}
	return t.SPRT.Validate()
}
