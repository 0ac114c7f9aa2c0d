package memory

import "testing"

// TestHintsKeepTheTable uses both hints on tables of several sizes, and expects that they change nothing.
func TestHintsKeepTheTable(t *testing.T) {
	for _, n := range []int{0, 1, hugePage/8 - 1, hugePage / 8, hugePage} {
		table := make([]uint64, n)
		for i := range table {
			table[i] = uint64(i)
		}
		Huge(table)
		for i := range table {
			Prefetch(&table[i])
			if table[i] != uint64(i) {
				t.Fatalf("of %d numbers, number %d is %d", n, i, table[i])
			}
		}
	}
	Prefetch[uint64](nil) // a hint for no address does nothing
}
