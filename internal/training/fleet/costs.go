package fleet

import (
	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/replay"
)

// Rates at which the work of checking a game counts towards the quota of its sender. The game of an
// honest worker takes at least about 20 bytes for each ply, and unpacks to less than twice its
// bytes. So for honest games only the bytes of the record count. Without these rates, a record of
// 100 bytes could cost as much as a megabyte of honest games.
const (
	unpackedRate = 8  // unpacked bytes that count as one byte
	plyBytes     = 16 // bytes that a played ply counts as
)

// mostUnpacked is the largest number of unpacked bytes of a batch that the ingester checks. Batches
// of our workers have about 200 kB.
const mostUnpacked = 8 << 20

// costs sums the costs of the checks of a batch.
type costs struct {
	unpacked int
	charge   int64 // for the quota, in addition to the bytes of the batch
}

// unpack counts the unpacking of a record. It returns an error if no game under the rules can be so
// large.
func (c *costs) unpack(record []byte, r game.Rules) error {
	size, most := replay.PayloadSize(record), replay.MostPayload(r)
	if size > most {
		return refusef(ReasonSize, "the record unpacks to %s, want at most %d for %s",
			noun.Count(size, "byte"), most,
			r.Name())
	}
	if c.unpacked += size; c.unpacked > mostUnpacked {
		return refusef(ReasonSize, "the games of the batch unpack to more than %s",
			noun.Count(mostUnpacked, "byte"))
	}
	c.charge += int64(max(0, size/unpackedRate-len(record)))
	return nil
}

// play counts the plies of a game that the ingester is about to play.
func (c *costs) play(record []byte, plies int) {
	counted := max(len(record), replay.PayloadSize(record)/unpackedRate)
	c.charge += int64(max(0, plies*plyBytes-counted))
}
