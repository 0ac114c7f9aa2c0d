package main

import (
	"fmt"
	"io"

	"epaminondas/internal/durable"
	"epaminondas/net"
	"epaminondas/net/onnx"
)

// writeONNX writes the ONNX model and says what it is.
func (s *source) writeONNX(path string, stdout io.Writer) error {
	model := onnx.Encode(s.checkpoint, s.board)
	if err := durable.WriteBytes(path, model); err != nil {
		return fmt.Errorf("export: write %s: %w", path, err)
	}
	size := fmt.Sprintf("%d, %d", s.board.Height(), s.board.Width())
	_, err := fmt.Fprintf(stdout, "%s: %s, step %d, %.1f MB: %s [batch, %d, %s] -> %s [batch, %d, %s], %s [batch, 3]\n",
		path, s.board.Rules().Name(), s.checkpoint.Meta.Step, float64(len(model))/1e6,
		onnx.Planes, net.Planes, size, onnx.Policy, net.MovePlanes, size, onnx.WDL)
	return err
}
