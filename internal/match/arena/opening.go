package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Opening is the beginning of two games in every pairing, with the colours exchanged.
type Opening struct {
	Start game.State // position before Moves
	Moves []game.Move
	State game.State // position after Moves
}

// openingTries limits the search for openings. The search ends after this number of candidates in a
// row without a new opening.
const openingTries = 2000

// DrawOpenings returns n openings with the given number of random plies from the start. Their
// positions differ, and none is the mirror image of another. None is over or a forced win within a
// few moves. The first k openings do not depend on n.
func DrawOpenings(ctx context.Context, b *game.Board, n, plies int, rng *rand.Rand) ([]Opening, error) {
	return drawOpenings(ctx, b, n, plies, rng, nil)
}

// drawOpenings is DrawOpenings with a throttle. It calls throttle, unless it is nil, before each
// opening that it tries.
func drawOpenings(ctx context.Context, b *game.Board, n, plies int,
	rng *rand.Rand, throttle func()) ([]Opening, error) {
	return chooseOpenings(ctx, n, plies, func() (Opening, bool, error) {
		if throttle != nil {
			throttle()
		}
		return randomOpening(b, plies, rng), true, nil
	}, nil)
}

// randomOpening returns an opening of random plies. It has fewer plies if its game ends earlier.
func randomOpening(b *game.Board, plies int, rng *rand.Rand) Opening {
	o := Opening{Start: b.Start(), State: b.Start()}
	for legal := o.State.AppendMoves(nil); len(o.Moves) < plies &&
		len(legal) > 0; legal = o.State.AppendMoves(legal[:0]) {
		o.play(legal[rng.IntN(len(legal))])
	}
	return o
}

// OpeningsOfGames returns the first plies of n games, such as self-play games of a run. It applies
// the conditions of DrawOpenings. Each call of next returns the first position and the legal moves
// of the next game. ok is false if there are no more games.
func OpeningsOfGames(ctx context.Context, n, plies int,
	next func() (start game.State, moves []game.Move, ok bool, err error)) ([]Opening, error) {
	return chooseOpenings(ctx, n, plies, func() (Opening, bool, error) {
		start, moves, ok, err := next()
		o := Opening{Start: start, State: start}
		for _, m := range moves[:min(plies, len(moves))] {
			o.play(m)
		}
		return o, ok, err
	}, nil)
}

// play adds a move.
func (o *Opening) play(m game.Move) {
	o.Moves = append(o.Moves, m)
	o.State.Play(m)
}

// The advice in errors about too few openings.
var (
	errFew  = errors.New("play fewer games or longer openings")
	errLong = errors.New("after so many plies most games are over or decided: play fewer games or shorter openings")
)

// chooseOpenings takes n of the candidates. It skips candidates with too few plies, repetitions of
// earlier ones and decided positions. If suits is not nil, it then asks suits, once for each position.
// It gives up if there are no more candidates, or only candidates to skip.
func chooseOpenings(ctx context.Context, n, plies int, candidate func() (o Opening, ok bool, err error),
	suits func(*Opening) (bool, error)) ([]Opening, error) {
	prover := &ProofSearch{nodes: openingNodes, tableMiB: 1}
	openings := make([]Opening, 0, n)
	seen := make(map[uint64]bool, n)
	var short, decided, known int // candidates that were skipped, by their reason
	for tries := 0; len(openings) < n; tries++ {
		o, ok, err := candidate()
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, fmt.Errorf("arena: choose openings: %w", err)
		}
		if !ok || tries == openingTries {
			cure := errFew
			if short > known || decided > len(seen)/2 {
				cure = errLong
			}
			return nil, fmt.Errorf(
				"arena: found only %s of %s, want %d: %w",
				noun.Count(len(openings), "different opening"), noun.Count(plies, "ply", "plies"),
				n, cure)
		}
		if len(o.Moves) < plies {
			short++
			continue
		}
		if seen[o.State.MirrorHash()] {
			known++
			continue
		}
		seen[o.State.MirrorHash()] = true // remembers skipped positions too, to save a second look
		over, err := isDecided(ctx, prover, &o.State)
		take := !over
		if over {
			decided++
		}
		if err == nil && take && suits != nil {
			take, err = suits(&o)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil { // a cancelled search returns what it has
			return nil, fmt.Errorf("arena: choose openings: %w", err)
		}
		if take {
			openings = append(openings, o)
			tries = -1
		}
	}
	return openings, nil
}

// openingNodes limits the search for a forced win in an opening. It is enough for most forced wins
// of three moves.
const openingNodes = 2_000

// isDecided reports whether a position is over or the prover finds a winner.
func isDecided(ctx context.Context, prover *ProofSearch, s *game.State) (bool, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return true, nil
	}
	winner, err := prover.Winner(ctx, s)
	return winner != game.Ongoing, err
}

// EnoughOpenings reports whether [MatchOpenings] finds enough openings for a match of the given number of
// games.
func EnoughOpenings(ctx context.Context, b *game.Board, games, plies int) error {
	_, _, err := MatchOpenings(ctx, b, games/2, plies, rand.New(rand.NewPCG(0, 0)))
	return err
}
