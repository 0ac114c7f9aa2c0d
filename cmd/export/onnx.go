package main

import (
	"fmt"
	"io"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
	"epaminondas/net"
	"epaminondas/net/onnx"
)

// writeONNX writes the ONNX model and prints a description.
func (s *source) writeONNX(path string, board *game.Board, notes io.Writer) error {
	model := onnx.Encode(s.checkpoint, board)
	if err := durable.WriteBytes(path, model); err != nil {
		return fmt.Errorf("export: write %s: %w", path, err)
	}
	size := fmt.Sprintf("%d, %d", board.Height(), board.Width())
	_, err := fmt.Fprintf(notes, "%s: %s, step %d, %.1f MB: %s [batch, %d, %s] -> %s [batch, %d, %s], "+
		"%s [batch, 3]\n",
		path, board.Rules().Name(), s.checkpoint.Meta.Step, float64(len(model))/1e6,
		onnx.Planes, s.checkpoint.Weights.Config.Planes.Count(), size, onnx.Policy, net.MovePlanes, size,
		onnx.WDL)
	return err
}
