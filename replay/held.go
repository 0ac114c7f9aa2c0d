package replay

import (
	"fmt"
	"math"
	"slices"

	"epaminondas/game"
)

// weightUnit is the weight of a position of weight 1. Weights are whole numbers, so that their sums
// are exact.
const weightUnit = 1 << 16

// held is a game of the window in compact form. It has the full searches with their positions
// (about 110 bytes each) and the fractions of the policies (2 bytes for each legal move). The
// sampler generates the moves again.
type held struct {
	id        int64
	start     uint64 // weight of all positions that the sampler got before this game
	moves     []game.Move
	positions []position
	values    []float32 // [plies+1] value of the model's search at each ply for the side to move, or NaN
	fractions []uint16  // fractions of all positions, one after another
	outcome   game.Outcome
	reason    game.Ending
	final     [2]game.Bits // stones after the last move
	opposed   bool         // an older checkpoint plays one side; the positions are of the other side
}

// position is a full search of a held game.
type position struct {
	state game.State
	ply   int32
	first int32 // start of its fractions, in the order of game.State.AppendMoves
	value float32
	end   uint64 // weight of all positions that the sampler got, up to and including this one
}

// hold returns the game in the form of the window. start is the weight of all positions before it.
// It uses only the data of [EncodeGame]. So a game from self-play gives the same samples as a game
// from a store. most bounds the weight of all positions of the game together; 0 is no bound. Above
// the bound, all weights shrink by the same factor.
func hold(b *game.Board, id int64, g *Game, start uint64, most float64) (*held, error) {
	if err := foreign(b, id, g); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	h := &held{id: id, start: start, moves: slices.Clone(g.Moves), outcome: g.Outcome, reason: g.Reason,
		opposed: g.Opponent != ""}
	h.positions = make([]position, 0, g.Positions())
	h.values = make([]float32, 0, len(g.Moves)+1)
	factor := g.shrink(most)
	var round rounder
	var ascending []uint16
	last, err := g.walk(b, func(ply int, s *game.State, legal []game.Move, search *SearchRecord) error {
		if search == nil || g.ByOpponent(s.Turn()) {
			h.values = append(h.values, float32(math.NaN()))
			return nil
		}
		h.values = append(h.values, search.Value)
		if !search.Full() {
			return nil
		}
		fractions, sorted, err := round.fractions(ascending[:0], legal, search)
		if err != nil {
			return err
		}
		ascending = fractions
		start += weightOf(search, factor)
		h.positions = append(h.positions,
			position{*s, int32(ply), int32(len(h.fractions)), search.Value, start})
		for _, m := range legal {
			at, _ := slices.BinarySearch(sorted, m)
			h.fractions = append(h.fractions, fractions[at])
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", id, err)
	}
	h.fractions = slices.Clone(h.fractions) // no larger than needed
	h.final = [2]game.Bits{last.Stones(game.White), last.Stones(game.Black)}
	return h, nil
}

// foreign returns an error for a game whose rules are not the rules of b.
func foreign(b *game.Board, id int64, g *Game) error {
	if name := b.Rules().Name(); g.Rules != name {
		return fmt.Errorf("game %d has the rules %q, want %q", id, g.Rules, name)
	}
	return nil
}

// shrink returns the factor that reduces the total weight of g's positions to most. 0 is no bound.
func (g *Game) shrink(most float64) float64 {
	sum := 0.0
	for i := range g.Searches {
		if g.Searches[i].Full() {
			sum += float64(g.Searches[i].Weight)
		}
	}
	if most == 0 || sum <= most {
		return 1
	}
	return most / sum
}

// end returns the weight of all positions that were added to the sampler, up to and including the
// positions of h.
func (h *held) end() uint64 { return h.positions[len(h.positions)-1].end }

// shift adds a weight to the sums of h.
func (h *held) shift(weight uint64) {
	h.start += weight
	for i := range h.positions {
		h.positions[i].end += weight
	}
}

// policy appends the policy of position i, which has n legal moves.
func (h *held) policy(dst []float32, i, n int) []float32 {
	first := int(h.positions[i].first)
	for _, f := range h.fractions[first : first+n] {
		dst = append(dst, probability(f))
	}
	return dst
}
