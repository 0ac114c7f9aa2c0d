package kernel

// RowWords is the number of words of a row of [SumWords].
const RowWords = 8

// SumWords sets sums to the sum of rows of table, [_, RowWords]. The parts of a word, of 16 bits each, are
// added alone if no sum leaves its part. It panics at a row outside the table.
func SumWords(sums *[RowWords]uint64, table []uint64, rows []int32) {
	if vectors {
		sumWordsVectors(sums, table, rows)
		return
	}
	// Variables stay in registers, where an array would not.
	var s0, s1, s2, s3, s4, s5, s6, s7 uint64
	for _, r := range rows {
		row := (*[RowWords]uint64)(table[int(r)*RowWords:])
		s0, s1, s2, s3 = s0+row[0], s1+row[1], s2+row[2], s3+row[3]
		s4, s5, s6, s7 = s4+row[4], s5+row[5], s6+row[6], s7+row[7]
	}
	*sums = [RowWords]uint64{s0, s1, s2, s3, s4, s5, s6, s7}
}
