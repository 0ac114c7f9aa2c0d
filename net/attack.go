package net

import (
	"math/bits"

	"epaminondas/game"
	"epaminondas/net/kernel"
)

// attackPlanes is the number of planes of the group attack. They show the [game.Reach] of the mover
// and of the opponent, as if it were its turn:
//
//	0     own stones that the opponent can capture
//	1     enemy stones that the mover can capture
//	2, 3  squares where the leading stone of a phalanx of the mover can land; the stones of the
//	      longest such phalanx, in eighths, at most 1
//	4, 5  the same for the opponent
//	6     squares of the mover's far row where a stone of another row can land
//	7     the same for the opponent: squares of the mover's home row
//
// The planes of lines imply this too, but only a deep network can follow a line to its end.
const attackPlanes = 8

const (
	planeTaken   = 0 // and 1
	planeLanding = 2 // the first of two planes for each side: the landing and its strength
	planeEntry   = 6 // and 7

	// The channel of a phalanx of one stone of the mover. The channels for 2 to MaxDistance stones
	// follow, then the channels of the opponent.
	channelLanding = attackPlanes
)

// landingChannels returns the contributions of the channels of landings. Each channel contributes a
// landing and its strength.
func landingChannels() [][]contribution {
	var channels [][]contribution
	for side := range 2 {
		for n := 1; n <= game.MaxDistance; n++ {
			landing := planeLanding + 2*side
			channels = append(channels,
				[]contribution{{landing, 1}, {landing + 1, float32(n) / game.MaxDistance}})
		}
	}
	return channels
}

// threats holds the reach of both sides, in the view of the side to move.
type threats struct {
	// strength has for each square the length of the longest phalanx that can land there, 0 for
	// none. The mover's length is in the low half, the opponent's length in the high half.
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

// strengthen adds by to the strength of each of the given squares.
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

// attack adds the features of the group attack after n others. The channels of the group begin at
// first.
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

// flag writes a feature of value 1 after n others. It returns n + is, so the feature counts only if
// is is 1.
func (w *walk) flag(n, channel, is int) int {
	w.list[n&(mostFeatures-1)] = kernel.NewFeature(channel, 1)
	return n + is
}

// one returns 1 if the square is in the set, and otherwise 0.
func one(b *game.Bits, at game.Square) int { return int(b[at>>6] >> (at & 63) & 1) }
