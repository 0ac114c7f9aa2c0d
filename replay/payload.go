package replay

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// The payload of version 1 has four parts:
//
//  1. the texts Rules, Model, Start and Reason, each as length and bytes
//  2. Seed, Number, Outcome and RandomPlies
//  3. the count of the moves, and 2 bytes for each
//  4. the count of the searches, and the searches
//
// Each search has the plies since the last search, value and weight as float32, and the number of
// legal moves, which is 0 for a fast search. The fraction of each legal move follows, in ascending
// order of moves. Lengths, counts and integers are unsigned varints. The payload does not have the
// legal moves, because the rules give them.
//
// The payload of version 2 has a fifth part: the name of the opponent as length and bytes, and its
// side, 0 for White and 1 for Black. The name is not empty.

// appendPayload appends the payload of g, if g follows the rules.
func appendPayload(b []byte, g *Game) ([]byte, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	board, err := g.board()
	if err != nil {
		return nil, err
	}
	for _, text := range []string{g.Rules, g.Model, g.Start, string(g.Reason)} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	for _, n := range []uint64{g.Seed, g.Number, uint64(g.Outcome), uint64(g.RandomPlies),
		uint64(len(g.Moves))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, m := range g.Moves {
		b = binary.LittleEndian.AppendUint16(b, uint16(m))
	}
	b = binary.AppendUvarint(b, uint64(len(g.Searches)))
	var round rounder
	var fractions []uint16
	last := 0
	_, err = g.walk(board, func(ply int, _ *game.State, legal []game.Move, search *SearchRecord) error {
		if search == nil {
			return nil
		}
		b = binary.AppendUvarint(b, uint64(ply-last))
		last = ply
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(search.Value))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(search.Weight))
		fractions = fractions[:0]
		if search.Full() {
			var err error
			if fractions, _, err = round.fractions(fractions, legal, search); err != nil {
				return err
			}
		}
		b = binary.AppendUvarint(b, uint64(len(fractions)))
		for _, f := range fractions {
			b = binary.AppendUvarint(b, uint64(f))
		}
		return nil
	})
	if g.Opponent != "" {
		b = append(binary.AppendUvarint(b, uint64(len(g.Opponent))), g.Opponent...)
		b = binary.AppendUvarint(b, uint64(g.OpponentSide))
	}
	return b, err
}

// parseUnplayed reads a payload that appendPayload made, in the format of the given version. Other
// bytes are an error. It does not play the moves, so they may be illegal.
func parseUnplayed(payload []byte, version byte) (*Game, error) {
	c := cursor{rest: payload}
	g := &Game{}
	for _, text := range []*string{&g.Rules, &g.Model, &g.Start, (*string)(&g.Reason)} {
		*text = string(c.take(c.number(maxText)))
	}
	g.Seed, g.Number = c.number(math.MaxUint64), c.number(math.MaxUint64)
	g.Outcome = game.Outcome(c.number(uint64(game.Draw)))
	g.RandomPlies = int(c.number(MaxPlies))
	moves := c.take(2 * c.number(MaxPlies))
	for ; len(moves) > 0; moves = moves[2:] {
		g.Moves = append(g.Moves, game.Move(binary.LittleEndian.Uint16(moves)))
	}
	ply := 0
	for n := c.number(MaxPlies + 1); n > 0 && c.err == nil; n-- {
		ply += int(c.number(MaxPlies))
		g.Searches = append(g.Searches, c.search(ply))
	}
	if version == opponentVersion {
		g.Opponent = string(c.take(c.number(maxText)))
		g.OpponentSide = game.Colour(c.number(uint64(game.Black)))
		if g.Opponent == "" {
			c.fail(errors.New("the opponent has no name"))
		}
	}
	if c.err == nil && len(c.rest) > 0 {
		c.err = fmt.Errorf("%s the game", noun.Count(len(c.rest), "byte follows", "bytes follow"))
	}
	if c.err != nil {
		return nil, c.err
	}
	return g, g.check()
}

// nameMoves plays g and sets the moves of every policy.
func (g *Game) nameMoves() error {
	board, err := g.board()
	if err != nil {
		return err
	}
	return g.nameMovesOn(board)
}

// nameMovesOn is nameMoves on the board of g.
func (g *Game) nameMovesOn(board *game.Board) error {
	var round rounder
	_, err := g.walk(board, func(_ int, _ *game.State, legal []game.Move, search *SearchRecord) error {
		if search == nil || !search.Full() {
			return nil
		}
		if len(search.Policy) != len(legal) {
			return fmt.Errorf("the policy has %s for %s",
				noun.Count(len(search.Policy), "probability", "probabilities"),
				noun.Count(len(legal), "legal move"))
		}
		copy(search.Moves, round.sort(legal))
		return nil
	})
	return err
}

// cursor reads a payload from its beginning. It keeps the first error, and later reads give zero.
type cursor struct {
	rest []byte
	err  error
}

func (c *cursor) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.rest = nil
}

// number reads an unsigned varint of at most limit.
func (c *cursor) number(limit uint64) uint64 {
	if c.err != nil {
		return 0
	}
	n, size := binary.Uvarint(c.rest)
	if size <= 0 {
		c.fail(errors.New("the payload ends early"))
		return 0
	}
	if n > limit {
		c.fail(fmt.Errorf("a number is %d, want at most %d", n, limit))
		return 0
	}
	c.rest = c.rest[size:]
	return n
}

// take reads n bytes, or none after an error.
func (c *cursor) take(n uint64) []byte {
	if n > uint64(len(c.rest)) {
		c.fail(errors.New("the payload ends early"))
		return nil
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) float() float32 {
	if b := c.take(4); len(b) == 4 {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// search reads one search. Later, nameMoves sets the moves of its policy.
func (c *cursor) search(ply int) SearchRecord {
	s := SearchRecord{Ply: ply, Value: c.float(), Weight: c.float()}
	n := c.number(uint64(len(c.rest))) // a fraction takes a byte or more
	if n == 0 {
		return s
	}
	s.Moves, s.Policy = make([]game.Move, n), make([]float32, n)
	sum := uint64(0)
	for i := range s.Policy {
		f := c.number(whole)
		sum += f
		s.Policy[i] = probability(uint16(f))
	}
	if sum != whole {
		c.fail(fmt.Errorf("the sum of the fractions of ply %d is %d, want %d", ply, sum, whole))
	}
	return s
}
