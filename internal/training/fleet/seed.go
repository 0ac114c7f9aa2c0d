package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// Seed returns the seed of all games in a spool. No other worker plays with this seed, so workers
// can number their games without asking the hub.
func Seed(fleet, worker, spool string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "epaminondas fleet seed\n%s\n%s\n%s\n", fleet, worker, spool))
	return binary.LittleEndian.Uint64(sum[:])
}

// Active reports whether a worker belongs to the share of all workers that may play. A larger share
// contains all workers of a smaller share.
func Active(worker string, share float64) bool { return place(worker) < share }

// place returns the place of a worker in the order in which a rising share reaches the workers,
// from 0 to 1.
func place(worker string) float64 {
	hash := fnv.New64a()
	hash.Write([]byte(worker))
	at := hash.Sum64() * 0x9E3779B97F4A7C15 // FNV mixes its high bits too little
	return float64(at>>11) / (1 << 53)
}
