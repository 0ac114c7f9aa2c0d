package fleet

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/fnv"
)

// Seed returns the seed of all games in a spool. Nobody else plays with it, so workers need not ask
// which games are theirs.
func Seed(fleet, worker, spool string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "epaminondas fleet seed\n%s\n%s\n%s\n", fleet, worker, spool))
	return binary.LittleEndian.Uint64(sum[:])
}

// Active reports whether a worker is among the share of all workers that play. A larger share has
// the workers of a smaller one.
func Active(worker string, share float64) bool {
	hash := fnv.New64a()
	hash.Write([]byte(worker))
	at := hash.Sum64() * 0x9E3779B97F4A7C15 // FNV mixes its high bits too little
	return float64(at>>11)/(1<<53) < share
}
