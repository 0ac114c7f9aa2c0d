package backend

import (
	"context"

	"epaminondas/game"
	"epaminondas/net"
)

// direct is the source of evaluators that share a network's weights and nothing else. It is the plain
// version of [batched].
type direct struct{ network *net.Network }

func directAttributes() Attributes { return Attributes{BestBatch: 1, InFlight: cores()} }

func openDirect(n *net.Network, _ Attributes) source { return direct{n} }

// open implements [source]. An evaluation takes milliseconds at most, so evaluators ignore ctx.
func (d direct) open(_ context.Context, b *game.Board) (Evaluator, error) {
	return own{d.network.NewEvaluator(b)}, nil
}

// own is an evaluator that belongs to its caller alone.
type own struct{ *net.Evaluator }

// Close does nothing, because the evaluator is only memory.
func (own) Close() error { return nil }
