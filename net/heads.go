package net

import (
	"fmt"
	"slices"
	"strings"

	"epaminondas/internal/base/noun"
)

// HeadInput is the input of an auxiliary head.
type HeadInput uint8

// The inputs of auxiliary heads.
const (
	HeadMoves    HeadInput = iota // the hidden layer of the policy head; the outputs are logits of moves
	HeadPosition                  // the units of the value head; the outputs are of the whole position
	HeadSquares                   // the features of the trunk; the outputs are of each square
)

// Head is an auxiliary head: an output that no search uses. Training uses it, because it teaches the
// network better features. It is one layer, with the name Layer. A checkpoint may lack it.
type Head struct {
	Name    string // name in the key and in the metric of its loss
	Input   HeadInput
	Outputs int // number of outputs of its layer
}

// Heads returns all auxiliary heads. A table in package train has their targets, under the same
// names. A new head goes to the end.
func Heads() []Head {
	return []Head{
		{"reply", HeadMoves, MovePlanes},         // the opponent's reply
		{"occupation", HeadSquares, occupations}, // who stands on each square at the end: own, enemy, nobody
		{"plies", HeadPosition, 1},               // log(1 + plies left)/6
	}
}

// MaxHeads is the largest number of auxiliary heads for which the figures of a step have room. Package
// train refuses a larger table when it opens a trainer.
const MaxHeads = 8

// Layer returns the name of the head's layer, such as reply.out.
func (h Head) Layer() string { return h.Name + ".out" }

// Auxiliary reports whether a tensor of weights belongs to an auxiliary head. In a file of a trainer's
// state the name has a prefix, as in average/reply.out.bias.
func Auxiliary(tensor string) bool {
	tensor = tensor[strings.LastIndex(tensor, "/")+1:]
	return slices.ContainsFunc(Heads(), func(h Head) bool {
		return tensor == h.Layer()+".weight" || tensor == h.Layer()+".bias"
	})
}

// headLayers returns the layers of the auxiliary heads that read the same input.
func (c Config) headLayers(input HeadInput) []layer {
	in := c.Channels
	if input == HeadPosition {
		in = c.ValueHidden
	}
	var list []layer
	for _, h := range Heads() {
		if h.Input == input {
			list = append(list, layer{h.Layer(), []int{in, h.Outputs}, gainOutput, true})
		}
	}
	return list
}

// Match brings tensors of a file into the order of params. A tensor of an auxiliary head may be
// missing. Its place is then nil. reason explains why the tensors do not fit, and is empty if they
// fit.
func Match(params, tensors []Param) (matched []*Param, reason string) {
	left := tensors
	for _, p := range params {
		switch {
		case len(left) > 0 && left[0].Name == p.Name && slices.Equal(left[0].Shape, p.Shape):
			matched, left = append(matched, &left[0]), left[1:]
		case len(left) > 0 && left[0].Name == p.Name || !Auxiliary(p.Name):
			if len(left) == 0 {
				return nil, fmt.Sprintf("%s, %q %v is missing", noun.Count(len(tensors), "tensor"),
					p.Name, p.Shape)
			}
			return nil, fmt.Sprintf("tensor %d is %q %v, want %q %v", len(tensors)-len(left), left[0].Name,
				left[0].Shape, p.Name, p.Shape)
		default:
			matched = append(matched, nil)
		}
	}
	if len(left) > 0 {
		return nil, fmt.Sprintf("%s, want %d: the network does not use %q",
			noun.Count(len(tensors), "tensor"), len(params),
			left[0].Name)
	}
	return matched, ""
}
