package train

import (
	"fmt"
	"math"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// auxiliary defines the target of an auxiliary head. [net.Heads] has the layer of the head under
// the same name.
type auxiliary struct {
	name   string
	weight func(cfg *hyper.Config) float64 // factor of its loss in the total
	target func(b *batch) target
}

// auxiliaries returns a row for each of [net.Heads], in any order. The metric of a head's loss is loss_
// and its name; the key of its weight is its name and _weight.
func auxiliaries() []auxiliary {
	return []auxiliary{
		{"reply", func(cfg *hyper.Config) float64 { return cfg.ReplyWeight }, func(b *batch) target {
			return b.moveTarget(func(s *Sample) ([]game.Move, []float32) { return s.Reply, s.ReplyPolicy })
		}},
		{"occupation", func(cfg *hyper.Config) float64 {
			return cfg.OccupationWeight
		}, func(b *batch) target {
			return newSquareTarget(b.board, b.samples)
		}},
		{"plies", func(cfg *hyper.Config) float64 { return cfg.PliesWeight }, func(b *batch) target {
			return &numberTarget{newScalars(b.samples), func(s *Sample) (float64, bool) {
				return math.Log1p(float64(s.PliesLeft)) / pliesScale, s.HasPlies
			}}
		}},
	}
}

// pliesScale brings log(1 + plies left) into [0, 1] for games of up to 400 plies.
const pliesScale = 6

// orderedAuxiliaries returns the rows in the order of [net.Heads].
func orderedAuxiliaries() ([]auxiliary, error) { return order(net.Heads(), auxiliaries()) }

// order returns a row for each head. It reports a head without a row or without room for its loss.
func order(heads []net.Head, table []auxiliary) ([]auxiliary, error) {
	if len(heads) > net.MaxHeads {
		return nil, fmt.Errorf("train: the auxiliary head %s is number %d, but the figures of a step have room "+
			"for %d: raise net.MaxHeads", heads[net.MaxHeads].Name, net.MaxHeads+1, net.MaxHeads)
	}
	rows := map[string]auxiliary{}
	for _, a := range table {
		rows[a.name] = a
	}
	var list []auxiliary
	for _, h := range heads {
		a, ok := rows[h.Name]
		if !ok {
			return nil, fmt.Errorf("train: the auxiliary head %s has no row in the table of targets", h.Name)
		}
		list = append(list, a)
	}
	return list, nil
}

// checkTargets reports a target that does not fit the outputs of its head.
func (b *batch) checkTargets() error {
	for i, h := range net.Heads() {
		t := b.auxiliary[i]
		want := h.Outputs
		switch h.Input {
		case net.HeadMoves:
			if _, ok := t.(*moveTarget); !ok {
				return fmt.Errorf(
					"train: the output of auxiliary head %s is logits of moves, but its target is a %T", h.Name, t)
			}
			continue
		case net.HeadSquares:
			want *= b.board.Area()
		}
		if t.width() != want {
			return fmt.Errorf("train: the output of auxiliary head %s is %s, but its target has %d",
				h.Name, noun.Count(want, "number"), t.width())
		}
	}
	return nil
}
