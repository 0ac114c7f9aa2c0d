package replay

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/internal/base/noun"
)

// SamplerState is the state of a sampler without its games. A new sampler continues from it
// exactly. Files keep it as JSON.
type SamplerState struct {
	First     int64  `json:"first"`            // id of the oldest game in the window, 0 if it is empty
	Last      int64  `json:"last"`             // id of the last game added
	Window    int    `json:"window"`           // positions in the window
	Positions int    `json:"positions"`        // all positions ever added
	Weight    uint64 `json:"weight"`           // sum of their weights, 65536 for a position of weight 1
	Drawn     uint64 `json:"drawn"`            // samples ever drawn
	Credit    int    `json:"credit,omitempty"` // samples that Settle has added to the owed ones
	Source    []byte `json:"source"`           // state of the random source, from rand.PCG.MarshalBinary
}

// State returns the state of s.
func (s *Sampler) State() (SamplerState, error) {
	source, err := s.source.MarshalBinary()
	if err != nil {
		return SamplerState{}, fmt.Errorf("replay: save the sampler's random source: %w", err)
	}
	state := SamplerState{
		Last: s.last, Window: s.inWindow, Positions: s.positions, Weight: s.weight, Drawn: s.drawn,
		Credit: s.credit, Source: source,
	}
	if len(s.games) > 0 {
		state.First = s.games[0].id
	}
	return state, nil
}

// Restore gives a new sampler the state of an earlier sampler with the same board and
// configuration. The new sampler reads the games of the earlier window. From then on both draw the
// same samples from the same games. Restore leaves out games that are missing or damaged, and
// [Sampler.Lost] counts their positions. The error wraps [ErrCorrupt] if the state is damaged. Do not
// use s after an error.
func (s *Sampler) Restore(ctx context.Context, games Games, state SamplerState) error {
	if s.last != 0 || s.drawn != 0 {
		return errors.New("replay: restore a sampler: the sampler was already used")
	}
	if state.First > 0 {
		if err := s.reload(ctx, games, state); err != nil {
			return err
		}
	}
	if err := s.source.UnmarshalBinary(state.Source); err != nil {
		return fmt.Errorf("replay: restore a sampler's random source: %w: %w", ErrCorrupt, err)
	}
	s.last, s.positions, s.drawn, s.credit = state.Last, state.Positions, state.Drawn, state.Credit
	s.weight = state.Weight
	return nil
}

// Rewind returns to an earlier state of s. From then on s draws the same samples again. It returns an
// error if games were added since then.
func (s *Sampler) Rewind(state SamplerState) error {
	if state.Last != s.last || state.Window != s.inWindow {
		return fmt.Errorf("replay: rewind a sampler: the window has %s up to game %d, but the saved "+
			"state has %d up to game %d",
			noun.Count(s.inWindow, "position"), s.last, state.Window, state.Last)
	}
	if err := s.source.UnmarshalBinary(state.Source); err != nil {
		return fmt.Errorf("replay: rewind a sampler's random source: %w", err)
	}
	s.drawn, s.credit = state.Drawn, state.Credit
	return nil
}

// reload reads the games of the window.
func (s *Sampler) reload(ctx context.Context, games Games, state SamplerState) error {
	// At first, weights count from the start of the window. The weight before the window is known
	// only when all games are read.
	err := games.Walk(ctx, state.First, state.Last, func(id int64, g *Game, damage error) error {
		h, err := s.hold(ctx, games, id, g, damage)
		if h != nil {
			s.keep(h)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("replay: restore a sampler: %w", err)
	}
	if s.inWindow > state.Window || s.weight > state.Weight {
		return fmt.Errorf(
			"replay: restore a sampler: %w: games %d to %d of %v have %s of weight %d, want at most %d of weight %d",
			ErrCorrupt, state.First, state.Last, games, noun.Count(s.inWindow, "position"), s.weight,
			state.Window, state.Weight)
	}
	s.lost = state.Window - s.inWindow
	shift := state.Weight - s.weight
	for _, h := range s.games {
		h.shift(shift)
	}
	return nil
}
