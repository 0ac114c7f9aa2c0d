// Package onnx writes a network as an ONNX model, so that other programs can run it. ONNX is a
// protocol-buffer format of graphs of standard operators (https://onnx.ai, here operator set 17).
// This package writes the few necessary messages itself, because no importable Go package has them.
//
// The model computes the same as package net in play. It leaves out the heads that only training
// uses.
package onnx

import (
	"epaminondas/game"
	"epaminondas/net"
)

// The names of the model's input and outputs.
const (
	// [batch, P, H, W]: a position as package net encodes it, plane by plane, in the P planes of
	// the network's groups.
	Planes = "planes"
	// [batch, net.MovePlanes, H, W]: logits. The logit of a move is the sum of the two at
	// net.MoveIndex.
	Policy = "policy"
	WDL    = "wdl" // [batch, 3]: chances of a win, a draw and a loss for the side to move; the sum is 1
)

const (
	irVersion = 8  // version of the format that came with operator set 17
	opset     = 17 // version of the operator set

	// format and version are metadata of the model. Version 2 names the groups of its planes.
	// Networks that read other groups than lines have it. A change of a group, the moves or the
	// outputs needs a new version.
	format        = "epaminondas onnx"
	version       = "1"
	groupsVersion = "2"
)

// Encode returns the ONNX model of a checkpoint for boards of b's size, with any number of
// positions in a batch. docs/model.md says how to use it.
func Encode(c *net.Checkpoint, b *game.Board) []byte {
	m := model{graph: newGraph(c.Weights, b), metadata: metadata(c, b)}
	return m.append(nil)
}
