// Package inference provides evaluators of a network. [Direct] evaluates one position at a time in
// the caller's goroutine. [Batched] gathers the positions of many games and evaluates them
// together, so it reads the weights of a large network from memory once for all of them. Both give
// the same results to the bit.
package inference

import (
	"context"
	"fmt"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/net"
)

// Direct is a source of evaluators that share a network's weights and nothing else. It is the plain
// twin of [Batched].
type Direct struct{ Network *net.Network }

// Open returns an evaluator of positions on boards of b's size. An evaluation takes milliseconds,
// so only Open checks ctx.
func (d Direct) Open(ctx context.Context, b *game.Board) (mcts.EvaluateCloser, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("inference: open an evaluator: %w", err)
	}
	return direct{d.Network.NewEvaluator(b)}, nil
}

// direct is an evaluator of [Direct].
type direct struct{ *net.Evaluator }

// Close does nothing, because the evaluator is only memory.
func (direct) Close() error { return nil }
