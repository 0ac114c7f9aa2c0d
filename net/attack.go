package net

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// attackPlanes is the number of planes of the group attack. They tell what one move can do, of the
// mover and, as if it were its turn, of the opponent, in the sense of [game.Reach]:
//
//	0     own stones that the opponent can capture
//	1     enemy stones that the mover can capture
//	2, 3  squares where the leading stone of a phalanx of the mover can land; the stones of the
//	      longest such phalanx, in eighths, at most 1
//	4, 5  the same for the opponent
//	6     squares of the mover's far row where a stone of another row can land
//	7     the same for the opponent: squares of the mover's home row
//
// Lines tell it too, but only a deep network can follow them to where a phalanx arrives.
const attackPlanes = 8

const (
	planeTaken   = 0 // and 1
	planeLanding = 2 // with its strength, the first of two for each side
	planeEntry   = 6 // and 7

	channelLanding = attackPlanes // of a phalanx of one stone of the mover; up to MaxDistance stones, then the opponent's
)

// landingChannels returns what the channels of landings stand for: a landing and its strength.
func landingChannels() [][]contribution {
	var channels [][]contribution
	for side := range 2 {
		for n := 1; n <= game.MaxDistance; n++ {
			landing := planeLanding + 2*side
			channels = append(channels, []contribution{{landing, 1}, {landing + 1, float32(n) / game.MaxDistance}})
		}
	}
	return channels
}

// threats are what both sides can do with one move, as the side to move sees it.
type threats struct {
	// strength holds of each square the stones of the longest phalanx that can land there, 0 for
	// none: the mover's in the low half, the opponent's in the high half.
	strength [256]uint8
	taken    [2]game.Bits // own stones, enemy stones
	entries  [2]game.Bits // of the mover, of the opponent
}

// find finds the threats in the position with the given stones, in which the mover goes north. It
// returns the empty squares on which a side can land.
func (t *threats) find(b *game.Board, own, enemy game.Bits) game.Bits {
	var all game.Bits
	t.strength = [256]uint8{}
	for side, c := range [...]game.Colour{game.White, game.Black} {
		r := b.Reach([2]game.Bits{game.White: own, game.Black: enemy}, c)
		t.taken[side^1], t.entries[side] = r.Taken, r.Entries
		for n := range r.Landings {
			all = all.Or(r.Landings[n])
			t.strengthen(&r.Landings[n], uint8(n+1)<<(4*side))
		}
	}
	return all.AndNot(own).AndNot(enemy)
}

// strengthen adds to the strength of squares.
func (t *threats) strengthen(squares *game.Bits, by uint8) {
	for i, rest := range squares {
		for ; rest != 0; rest &= rest - 1 {
			t.strength[(64*i+bits.TrailingZeros64(rest))&255] += by
		}
	}
}

// findThreats finds the threats of the position, and returns the empty squares on which a side can land.
func (w *walk) findThreats() game.Bits {
	return w.threats.find(w.encoder.board, w.squares[0], w.squares[1])
}

// attack adds to n features those of the group attack, whose channels begin at first.
func (w *walk) attack(n, first int) int {
	t, at := &w.threats, game.SquareAt(w.column, w.row)
	strength := int(t.strength[at])
	n = w.flag(n, first+channelLanding-1+strength&15, min(1, strength&15))
	n = w.flag(n, first+channelLanding-1+game.MaxDistance+strength>>4, min(1, strength>>4))
	n = w.flag(n, first+planeEntry, one(&t.entries[0], at))
	n = w.flag(n, first+planeEntry+1, one(&t.entries[1], at))
	if w.side < 2 {
		n = w.flag(n, first+planeTaken+w.side, one(&t.taken[w.side&1], at))
	}
	return n
}

// flag writes a feature of value 1 behind n others, to which it is added if is is 1, not 0.
func (w *walk) flag(n, channel, is int) int {
	w.list[n&(mostFeatures-1)] = kernel.NewFeature(channel, 1)
	return n + is
}

// one returns 1 for a square of the set, 0 for another.
func one(b *game.Bits, at game.Square) int { return int(b[at>>6] >> (at & 63) & 1) }
