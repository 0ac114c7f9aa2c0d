package selfplay

// Numbers gives each game of a seed its number: first the numbers that an earlier process left
// unused, and then the numbers from Next on. One goroutine uses it at a time.
type Numbers struct {
	Holes []uint64
	Next  uint64
}

// Take returns the number of the next game.
func (n *Numbers) Take() (number uint64) {
	if len(n.Holes) > 0 {
		number, n.Holes = n.Holes[0], n.Holes[1:]
		return number
	}
	n.Next++
	return n.Next - 1
}
