package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// Searches for the fingerprint of the engine's version.
const (
	probes     = 6
	probePlies = 7
	probeNodes = 1000
)

// searchDigest identifies everything that affects a score: the rules, the weights, the nodes, and
// the search itself. The results of a few searches are a fingerprint of the engine. A changed
// engine has a different digest, so the cache never returns judgements of the old one.
func searchDigest(ctx context.Context, b *game.Board, nodes int) (string, error) {
	weights := alphabeta.DefaultWeights(b.Rules())
	search, err := alphabeta.New(b, weights, tableMiB(nodes))
	if err != nil {
		return "", fmt.Errorf("judge: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintln(sum, b.Rules().Name(), weights, nodes, tableMiB(nodes))
	rng := rand.New(rand.NewPCG(1, 1))
	for probe := range probes {
		pos := wander(b, rng, probe*probePlies)
		search.Reset()
		r, err := search.Run(ctx, &pos, alphabeta.Limit{Nodes: probeNodes}, 1, nil)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return "", fmt.Errorf("judge: %w", err)
		}
		fmt.Fprintln(sum, r.Nodes, r.Depth, r.Lines)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// wander plays the given number of random moves, or fewer if the game would end.
func wander(b *game.Board, rng *rand.Rand, plies int) game.State {
	pos := b.Start()
	for range plies {
		moves := pos.AppendMoves(nil)
		next := pos
		next.Play(moves[rng.IntN(len(moves))])
		if outcome, _ := next.Outcome(); outcome != game.Ongoing {
			break
		}
		pos = next
	}
	return pos
}
