package powercut

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"

	"epaminondas/internal/base/noun"
)

// Cut is the state that a power cut at one moment leaves behind.
type Cut struct {
	At      int    // operations of the log before it
	Variant string // the fate of operations that were not flushed
	Tree    Tree
	Notes   []string // acknowledged before the cut
}

// String describes the moment of the cut and its variant.
func (c Cut) String() string {
	return fmt.Sprintf("cut after %s, %s", noun.Count(c.At, "operation"),
		c.Variant)
}

// Cuts returns the power cuts before and after every operation: the variants of [Corners], and
// randoms random variants. It omits a cut that leaves the same files and notes as an earlier one.
func (l *Log) Cuts(randoms int) iter.Seq[Cut] {
	return func(yield func(Cut) bool) {
		variants := Corners()
		for range randoms {
			variants = append(variants, Random())
		}
		seen := map[[sha256.Size]byte]bool{}
		replay, random := NewReplay(l), rand.New(rand.NewPCG(1, 1))
		for more := true; more; more = replay.Next() {
			for _, v := range variants {
				cut := Cut{replay.At(), v.Name, replay.Survivors(v.Fate, random), slices.Clone(replay.Notes)}
				sum := cut.digest()
				if !seen[sum] && !yield(cut) {
					return
				}
				seen[sum] = true
			}
		}
	}
}

// digest returns a digest of the files and notes of a cut.
func (c Cut) digest() (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintln(h, len(c.Notes))
	for _, name := range slices.Sorted(maps.Keys(c.Tree)) {
		fmt.Fprintf(h, "%q %v %d ", name, c.Tree[name] == nil, len(c.Tree[name]))
		h.Write(c.Tree[name])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Faults calls try with the number of the operation that should fail, from 1 on, until try reports
// that no operation failed. It returns the number of calls in which an operation failed.
func Faults(try func(at int) (failed bool)) int {
	for at := 1; ; at++ {
		if !try(at) {
			return at - 1
		}
	}
}
