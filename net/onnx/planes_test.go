package onnx

import (
	"epaminondas/game"
	"epaminondas/net"
)

// planes returns the input of a model for a batch of positions as docs/model.md defines it.
func planes(b *game.Board, groups net.Groups, states []game.State) array {
	read := InputPlanes(groups)
	return newArray(len(states), groups.Count(), b.Height(),
		b.Width()).fill(func(n, plane, row, column int) float64 {
		return float64(read[plane](View{Board: b, State: &states[n]}, row, column))
	})
}
