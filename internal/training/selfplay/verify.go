package selfplay

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/replay"
)

// Errors of [Actor.Verify].
var (
	ErrOpening  = errors.New("the opening does not follow from the seed and the number")
	ErrOpponent = errors.New("the opponent does not follow from the seed and the number")
	ErrSearches = errors.New("the searches do not follow from the seed and the number")
	ErrEnd      = errors.New("the game does not end where the settings end it")
)

// Verify returns an error if g cannot be a game that a plays with m, whose evaluators are a
// network. It recomputes the opening, the opponent, which searches are full, their weights, and
// where the game ends. All of these follow from m, the seed, the number, the moves and the values.
// The moves must be legal. Verify trusts the values, the policies and the results of proofs, which
// it cannot recompute.
func (a *Actor) Verify(g *replay.Game, m Player) error {
	rng := rand.New(rand.NewPCG(a.Seed, g.Number))
	start, scattered, opening := a.opening(m, rng)
	if g.Seed != a.Seed || g.Start != start.String() || g.RandomPlies != len(opening) ||
		len(g.Moves) < len(opening) {
		return fmt.Errorf("%w: the game has %s from %q, want %d from %q", ErrOpening,
			noun.Count(g.RandomPlies, "random ply", "random plies"),
			g.Start, len(opening), start.String())
	}
	state := start
	for i, m := range opening {
		if g.Moves[i] != m {
			return fmt.Errorf("%w: the move is %#04x at ply %d, want %#04x", ErrOpening, g.Moves[i], i, m)
		}
		state.Play(m)
	}
	if err := a.verifyOpponent(g, m, rng); err != nil {
		return err
	}
	rng.Uint64() // the game draws two numbers to seed the search
	rng.Uint64()
	return a.verifySearches(g, state, a.mostSearches(scattered), rng)
}

// verifyOpponent returns an error unless g has the opponent that [Actor.opponent] draws.
func (a *Actor) verifyOpponent(g *replay.Game, m Player, rng *rand.Rand) error {
	name := ""
	older, side := a.opponent(m, g.Number, rng)
	if older != nil {
		name = older.Name
	}
	if g.Opponent != name || g.OpponentSide != side {
		return fmt.Errorf("%w: the opponent is %.100q, which plays %v; want %q, which plays %v",
			ErrOpponent, g.Opponent,
			g.OpponentSide, name, side)
	}
	return nil
}

// verifySearches follows [worker.playSearching] from the opening on, without searching.
func (a *Actor) verifySearches(g *replay.Game, state game.State, most int, rng *rand.Rand) error {
	agreed := agreement{config: a.Config}
	var seen occurrences
	seen.reset(a.Board.Rules(), a.Config.Repetitions)
	searches := g.Searches
	for ply := g.RandomPlies; ; ply++ {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			return ends(g, ply, searches, g.Reason.ByRules())
		}
		if seen.drawn(&state) {
			return ends(g, ply, searches, g.Reason == game.Repetition)
		}
		full := rng.Float64() < a.Config.FullShare && !g.ByOpponent(state.Turn())
		if len(searches) == 0 || searches[0].Ply != ply || searches[0].Full() != full {
			return fmt.Errorf("%w: the record lacks the search at ply %d with full = %v", ErrSearches,
				ply, full)
		}
		if want := float32(agreed.weight()); searches[0].Weight != want {
			return fmt.Errorf("%w: the weight is %v at ply %d, want %v", ErrSearches,
				searches[0].Weight, ply, want)
		}
		value := searches[0].Value
		searches = searches[1:]
		if ply == len(g.Moves) && g.Reason == game.Proof {
			return ends(g, ply, searches, true)
		}
		if most > 0 && len(g.Searches)-len(searches) >= most {
			return ends(g, ply, searches, g.Reason == game.Stopped)
		}
		if ply >= len(g.Moves) {
			return ends(g, ply, searches, false)
		}
		agreed.observe(state.Turn(), value)
		state.Play(g.Moves[ply])
	}
}

// ends returns an error unless g ends at a ply for a reason that is possible there.
func ends(g *replay.Game, ply int, left []replay.SearchRecord, reason bool) error {
	if !reason || len(g.Moves) != ply || len(left) > 0 {
		return fmt.Errorf("%w: the record ends by %s after %s, with %s than the replay, which ended at ply %d",
			ErrEnd, g.Reason,
			noun.Count(len(g.Moves), "move"), noun.Count(len(left), "more search", "more searches"),
			ply)
	}
	return nil
}
