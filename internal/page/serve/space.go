package serve

// little is the free space in bytes below which the page warns. A long run writes about this much.
const little = 1 << 30

// littleSpace returns the free space of the disk of a run in bytes if training may fill the disk
// soon, and 0 otherwise.
func littleSpace(dir string, training bool) int64 {
	if !training {
		return 0
	}
	free, ok := freeSpace(dir)
	if !ok || free >= little {
		return 0
	}
	return max(free>>20, 1) << 20 // a smaller unit would change with every write
}
