package arena

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"epaminondas/game"
)

// Balanced stands for a number of random plies, and asks for the balanced openings of the program.
const Balanced = 0

// fallbackPlies is the number of random plies of openings where balanced ones are missing.
const fallbackPlies = 6

//go:embed openings
var openingFiles embed.FS

// BalancedOpenings returns the balanced openings of a board that come with the program, or none. Neither
// side is ahead in them, by the judgement of a network and of the classical engine together. No position
// comes twice, not even as a mirror image. The command arena openings has made the files.
func BalancedOpenings(b *game.Board) ([]Opening, error) {
	name := b.Rules().Unlimited().FileName() + ".txt"
	text, err := openingFiles.ReadFile("openings/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	openings, err := ReadOpenings(b, bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("arena: balanced openings %s: %w", name, err)
	}
	return openings, nil
}

// MatchOpenings returns the openings of a match: with plies above 0 like [DrawOpenings], and with
// [Balanced] the balanced openings of the board, in random order. If the program has too few of them, or
// none for the board, it draws openings of random plies instead, and balanced is false.
func MatchOpenings(ctx context.Context, b *game.Board, n, plies int, rng *rand.Rand) (openings []Opening,
	balanced bool, err error) {
	return matchOpenings(ctx, b, n, plies, rng, nil)
}

// matchOpenings is MatchOpenings with the throttle of [drawOpenings].
func matchOpenings(ctx context.Context, b *game.Board, n, plies int, rng *rand.Rand,
	throttle func()) (openings []Opening, balanced bool, err error) {
	if plies == Balanced {
		shipped, err := BalancedOpenings(b)
		if err != nil {
			return nil, false, err
		}
		if n <= len(shipped) {
			for _, i := range rng.Perm(len(shipped))[:n] {
				openings = append(openings, shipped[i])
			}
			return openings, true, nil
		}
		plies = fallbackPlies
	}
	openings, err = drawOpenings(ctx, b, n, plies, rng, throttle)
	return openings, false, err
}
