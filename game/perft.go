package game

// Perft returns the number of sequences of depth legal moves from s. A finished position has none.
// Perft counts the moves of the last ply without playing them.
func Perft(s State, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(s.countMoves())
	}
	var (
		buffer [512]Move
		count  uint64
	)
	for _, m := range s.AppendMoves(buffer[:0]) {
		next := s
		next.Play(m)
		count += Perft(next, depth-1)
	}
	return count
}
