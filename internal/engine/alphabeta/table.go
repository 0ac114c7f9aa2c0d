package alphabeta

import (
	"epaminondas/game"
	"epaminondas/internal/base/memory"
)

// bound is the relation of an entry's score to the position's score.
type bound uint8

const (
	none  bound = iota
	lower       // the position's score is at least the entry's score
	upper       // the position's score is at most the entry's score
	exact
)

// entry is a position's record in the table: 16 bytes.
type entry struct {
	key   uint64
	move  game.Move // the best move found, or NoMove
	score int16     // if proven, in plies from this position
	eval  int16     // static score
	depth int8
	age   uint8 // the search that wrote the entry, in the upper six bits; bound in the lower two
}

func (e *entry) bound() bound { return bound(e.age & 3) }

// bucketSize is the number of entries in a bucket, which is one cache line. A position can be in
// any of them.
const bucketSize = 4

// table is a transposition table: an array of buckets, indexed by the lower bits of the key. A
// probe compares all 64 bits, so it returns the entry of another position about once in 2^62
// probes. The scores, including proofs, have no other protection. The search checks that a move is
// legal.
type table struct {
	buckets [][bucketSize]entry
	age     uint8 // age of the running search, in the upper six bits
}

// newTable returns a table with the largest power of two of buckets that fits in mib MiB.
func newTable(mib int) table {
	n := 1
	for n*2*bucketSize*16 <= mib<<20 {
		n *= 2
	}
	buckets := make([][bucketSize]entry, n)
	memory.Huge(buckets)
	return table{buckets: buckets}
}

// reset empties the table.
func (t *table) reset() {
	clear(t.buckets)
	t.age = 0
}

// newGeneration begins a search. Entries of earlier searches become old.
func (t *table) newGeneration() { t.age += 4 }

// bucket returns the bucket of a position.
func (t *table) bucket(key uint64) *[bucketSize]entry {
	return &t.buckets[key&uint64(len(t.buckets)-1)]
}

// prefetch begins to load the bucket of a position.
func (t *table) prefetch(key uint64) { memory.Prefetch(t.bucket(key)) }

// probe returns the entry of a position, or nil.
func (t *table) probe(key uint64) *entry {
	bucket := t.bucket(key)
	for i := range bucket {
		if e := &bucket[i]; e.key == key && e.bound() != none {
			return e
		}
	}
	return nil
}

// store writes an entry for a position. It replaces the position's own entry, or the least valuable
// entry of the bucket: first an old entry, then an entry of small depth.
func (t *table) store(key uint64, move game.Move, score, eval, depth int, b bound) {
	bucket := t.bucket(key)
	victim, least := 0, 1<<30
	for i := range bucket {
		e := &bucket[i]
		if e.key == key && e.bound() != none {
			victim = i
			if move == game.NoMove {
				move = e.move
			}
			break
		}
		worth := int(e.depth)
		if e.age&^3 != t.age {
			worth -= 256
		}
		if e.bound() == none {
			worth -= 512
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	bucket[victim] = entry{key, move, int16(score), int16(eval), int8(depth), t.age | uint8(b)}
}
