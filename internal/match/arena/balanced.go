package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/match/player"
)

// DrawBalancedOpenings is [DrawOpenings] with one more condition: every judge gives the opening a value
// between -most and most. It calls found after each such opening. In a decided opening both players of a
// match win with the same colour, so matches from balanced openings need fewer games. The judges must be
// players that report values. Put the fastest judge first, because it sees all openings. Each later judge
// sees only the openings that the earlier ones accept.
func DrawBalancedOpenings(ctx context.Context, b *game.Board, n, plies int, rng *rand.Rand,
	judges []player.Player, most float32, found func()) ([]Opening, error) {
	openings, err := chooseOpenings(ctx, n, plies,
		func() (Opening, bool, error) { return randomOpening(b, plies, rng), true, nil },
		func(o *Opening) (bool, error) {
			for _, judge := range judges {
				if balanced, err := isBalanced(ctx, judge, o, most); !balanced || err != nil {
					return false, err
				}
			}
			found()
			return true, nil
		})
	if errors.Is(err, errFew) || errors.Is(err, errLong) {
		return nil, fmt.Errorf("%w, or allow values greater than %v", err, most)
	}
	return openings, err
}

// isBalanced reports whether the value of an opening is between -most and most.
func isBalanced(ctx context.Context, judge player.Player, o *Opening, most float32) (bool, error) {
	if err := judge.NewGame(ctx, 0); err != nil {
		return false, err
	}
	choice, err := judge.Choose(ctx, player.Turn{State: &o.State, Start: o.Start, Moves: o.Moves})
	if err != nil {
		return false, err
	}
	if !choice.Judged {
		return false, fmt.Errorf("%s gives positions no value: want a player that searches", judge.Name())
	}
	return -most <= choice.Value && choice.Value <= most, nil
}
