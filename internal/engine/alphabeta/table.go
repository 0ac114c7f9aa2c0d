package alphabeta

import "epaminondas/game"

// bound says how the score of an entry relates to the position's.
type bound uint8

const (
	none  bound = iota
	lower       // the position is worth at least the score
	upper       // at most
	exact
)

// entry is what the table holds of a position: 16 bytes.
type entry struct {
	key   uint64
	move  game.Move // the best one found, NoMove if none was
	score int16     // in plies from this position, if proven
	eval  int16     // static score
	depth int8
	age   uint8 // search that wrote the entry, in the upper six bits; bound in the lower two
}

func (e *entry) bound() bound { return bound(e.age & 3) }

// bucketSize is the number of entries that a position may be found in: one cache line of them.
const bucketSize = 4

// table is a transposition table: an array of buckets, looked up by the lower bits of the key. All 64 bits are compared, so
// a look-up takes another position for the one it asks for about once in 2^62 times; nothing else guards the
// scores, proofs among them. Moves are tried for legality.
type table struct {
	buckets [][bucketSize]entry
	age     uint8 // of the running search, in the upper six bits
}

// newTable returns a table of the largest power of two of buckets that fits.
func newTable(mib int) table {
	n := 1
	for n*2*bucketSize*16 <= mib<<20 {
		n *= 2
	}
	return table{buckets: make([][bucketSize]entry, n)}
}

// reset empties the table.
func (t *table) reset() {
	clear(t.buckets)
	t.age = 0
}

// newGeneration begins a search, to which the entries of earlier ones are old.
func (t *table) newGeneration() { t.age += 4 }

// probe returns the entry of a position, nil if there is none.
func (t *table) probe(key uint64) *entry {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
	for i := range bucket {
		if e := &bucket[i]; e.key == key && e.bound() != none {
			return e
		}
	}
	return nil
}

// store writes what is known of a position over what was, or over the least valuable entry of its bucket: an old
// one, then one of little depth.
func (t *table) store(key uint64, move game.Move, score, eval, depth int, b bound) {
	bucket := &t.buckets[key&uint64(len(t.buckets)-1)]
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
