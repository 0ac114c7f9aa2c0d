package game

// Perft returns the number of sequences of depth legal moves from s on; a position that is over has none.
// The last ply is counted, not played.
func Perft(s State, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buffer [512]Move
	moves := s.AppendMoves(buffer[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var count uint64
	for _, m := range moves {
		next := s
		next.Play(m)
		count += Perft(next, depth-1)
	}
	return count
}
