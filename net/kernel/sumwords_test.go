package kernel

import (
	"fmt"
	"testing"
)

func TestSumWords(t *testing.T) { eachPath(t, testSumWords) }

func testSumWords(t *testing.T) {
	rng := newRand(46)
	for count := range 40 {
		table := make([]uint64, (1+rng.IntN(200))*RowWords)
		for i := range table {
			for part := range 4 {
				table[i] |= rng.Uint64N(0x10000/40) << (16 * part)
			}
		}
		rows := make([]int32, count)
		var want [RowWords]uint64
		for i := range rows {
			r := rng.IntN(len(table) / RowWords)
			rows[i] = int32(r)
			for k := range want {
				want[k] += table[r*RowWords+k]
			}
		}
		var got [RowWords]uint64
		if SumWords(&got, table, rows); got != want {
			t.Errorf("%d rows: %x, want %x", count, got, want)
		}
	}
}

// TestSumWordsOutside checks that a row outside the table is an error, and no access to other memory.
func TestSumWordsOutside(t *testing.T) { eachPath(t, testSumWordsOutside) }

func testSumWordsOutside(t *testing.T) {
	for _, wrong := range []int32{10, -1, 1 << 30, -1 << 31} {
		for at := range 9 {
			rows := make([]int32, 9)
			rows[at] = wrong
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("row %d at %d is accepted", wrong, at)
					}
				}()
				var sums [RowWords]uint64
				SumWords(&sums, make([]uint64, 10*RowWords), rows)
			}()
		}
	}
}

func BenchmarkSumWords(b *testing.B) {
	table, rng := make([]uint64, 1000*RowWords), newRand(1)
	for _, count := range []int{38, 136} {
		rows := make([]int32, count)
		for i := range rows {
			rows[i] = int32(rng.IntN(1000))
		}
		b.Run(fmt.Sprintf("rows=%d", count), func(b *testing.B) {
			var sums [RowWords]uint64
			for b.Loop() {
				SumWords(&sums, table, rows)
			}
		})
	}
}
