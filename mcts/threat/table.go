package threat

import "epaminondas/game"

// infinite is the proof number of a position that the attacker cannot win by threats. It is also
// the disproof number of a position that the attacker wins.
const infinite = 1 << 30

// An entry holds the proof and disproof numbers of a position at one ply of the search.
type entry struct {
	key      uint64
	age      uint32 // number of the proof that wrote the entry
	proof    uint32 // least number of positions to be won that would prove a win of the attacker
	disproof uint32 // least number of positions to be held that would refute such a win
	move     game.Move
	plies    uint8 // longest line of the proof, if the position is won
}

// won reports whether the attacker wins.
func (e *entry) won() bool { return e.proof == 0 }

// held reports whether the attacker cannot win by threats.
func (e *entry) held() bool { return e.disproof == 0 }

// win records that the attacker wins by lines of at most the given number of plies.
func (e *entry) win(plies int, m game.Move) {
	e.proof, e.disproof, e.plies, e.move = 0, infinite, uint8(plies), m
}

// hold records that the attacker cannot win.
func (e *entry) hold() { e.proof, e.disproof = infinite, 0 }

// A table holds the positions of one proof by open addressing. Entries stay where they are until
// the next proof begins, which voids them all.
type table struct {
	entries []entry // a power of two, or none
	mask    uint64  // selects the part in use, which is small so that it stays in the processor's cache
	age     uint32
}

// leastEntries is the size of the smallest table.
const leastEntries = 1 << 6

// entryBytes is the size of an entry.
const entryBytes = 24

// Bytes returns the memory, in bytes, of a [Search] whose greatest budget is the given number of
// positions.
func Bytes(nodes int) int64 {
	if nodes < 1 {
		return 0
	}
	return int64(tableSize(min(nodes, MaxNodes))) * entryBytes
}

// tableSize returns the size of a table for at most the given number of positions.
func tableSize(most int) int {
	size := leastEntries
	for size < 2*most {
		size *= 2
	}
	return size
}

// begin voids all entries and makes room for at most the given number.
func (t *table) begin(most int) {
	size := tableSize(most)
	if size > len(t.entries) {
		t.entries, t.age = make([]entry, size), 0
	}
	t.mask = uint64(size - 1)
	if t.age++; t.age == 0 { // the counter has wrapped: old entries would be valid again
		clear(t.entries)
		t.age = 1
	}
}

// slot returns the place of the given key and whether the key is new. A new entry has only its key.
func (t *table) slot(key uint64) (at int32, isNew bool) {
	for i := key & t.mask; ; i = (i + 1) & t.mask {
		e := &t.entries[i]
		if e.age != t.age {
			*e = entry{key: key, age: t.age, move: game.NoMove}
			return int32(i), true
		}
		if e.key == key {
			return int32(i), false
		}
	}
}
