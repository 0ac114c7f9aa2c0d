package onnx

import (
	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/onnx/onnxtest"
)

// planes returns the input of the model for a batch of positions as docs/model.md defines it.
func planes(b *game.Board, states []game.State) array {
	return newArray(len(states), net.Planes, b.Height(), b.Width()).fill(func(n, plane, row, column int) float64 {
		return float64(onnxtest.View{Board: b, State: &states[n]}.Plane(plane, row, column))
	})
}
