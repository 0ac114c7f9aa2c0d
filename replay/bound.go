package replay

import (
	"encoding/binary"

	"epaminondas/game"
)

// PayloadSize returns the number of bytes that a record declares for its unpacked payload, or 0 if
// the record is too short. [Decoder] never unpacks more bytes than that.
func PayloadSize(record []byte) int {
	if len(record) < recordHeader {
		return 0
	}
	return int(binary.LittleEndian.Uint32(record[4:]))
}

// Bounds of the parts of a payload, in bytes.
const (
	mostTexts  = 2 << 10           // texts and numbers of a game; names of real checkpoints are short
	mostOfPly  = 2 + 3 + 4 + 4 + 3 // a move, and a search without its fractions
	mostSecond = whole / (1 << 7)  // fractions of a search that need a second byte
	mostThird  = whole / (1 << 14) // and a third byte
)

// MostPayload returns an upper bound, in bytes, for the payload of a game with rules r that has the
// policies of all its positions. Without a ply limit, a game has at most 65,536 moves. A stone can
// be the rear of a phalanx in each of 8 directions. A phalanx moves at most as far as it is long,
// so at most half of the board.
func MostPayload(r game.Rules) int {
	plies := MaxPlies
	if r.MaxPlies > 0 {
		plies = min(plies, r.MaxPlies)
	}
	legal := r.Rows * r.Width * 8 * (max(r.Width, r.Height) / 2)
	policy := legal + min(legal, mostSecond) + min(legal, mostThird)
	return min(maxPayload, mostTexts+(plies+1)*(mostOfPly+policy))
}
