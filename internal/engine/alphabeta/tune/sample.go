// Package tune fits the weights of the classical engine's evaluation to games of the engine against
// itself, by the method of Texel (Österlund, 2014). The method is a logistic regression of the
// outcome on the features of quiet positions. Only a match shows whether the fitted weights play
// better.
package tune

import (
	"context"
	"fmt"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// Sample is a position of a game that was played to its end.
type Sample struct {
	Features [alphabeta.Terms]float64 // the mover's minus the opponent's
	Outcome  float64                  // for the mover: 1 win, 0.5 draw, 0 loss
	Game     int                      // number of the game, from 0
}

// Config has the settings of the games.
type Config struct {
	Games    int    // at least 1
	Nodes    int    // a move, at least 1
	Random   int    // random plies at the start of every game, at least 1, so that games differ
	Parallel int    // concurrent games, at least 1; does not change the samples
	TableMiB int    // for each game's transposition table
	Seed     uint64 // for the random plies
}

// Default returns the settings of the games for the default weights.
func Default() Config {
	return Config{Games: 400, Nodes: 1000, Random: 8, Parallel: 2, TableMiB: 4, Seed: 1}
}

// Validate returns an error for the first invalid field, with its value and what is allowed.
func (c Config) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"games", c.Games}, {"nodes", c.Nodes}, {"random plies", c.Random}, {"games in parallel",
		c.Parallel}, {"table MiB", c.TableMiB}} {
		if f.value < 1 {
			return fmt.Errorf("tune: %s is %d, want at least 1", f.name, f.value)
		}
	}
	return nil
}

// Play plays games with the given weights and returns their quiet positions, in the order of the
// games. It skips games that end within their random plies. Several goroutines call progress after
// each finished game, unless it is nil.
func Play(ctx context.Context, b *game.Board, w alphabeta.Weights,
	c Config, progress func()) ([]Sample, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	games := make([][]Sample, c.Games)
	group, ctx := errgroup.WithContext(ctx)
	for worker := range min(c.Parallel, c.Games) {
		group.Go(func() error {
			s, err := alphabeta.New(b, w, c.TableMiB)
			if err != nil {
				return err
			}
			for number := worker; number < c.Games; number += c.Parallel {
				if games[number], err = playGame(ctx, b, s, c, number); err != nil {
					return fmt.Errorf("tune: play game %d: %w", number, err)
				}
				if progress != nil {
					progress()
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var samples []Sample
	for _, g := range games {
		samples = append(samples, g...)
	}
	return samples, nil
}

// playGame plays a game and returns its samples.
func playGame(ctx context.Context, b *game.Board,
	s *alphabeta.Search, c Config, number int) ([]Sample, error) {
	rng := rand.New(rand.NewPCG(c.Seed, uint64(number)))
	s.Reset()
	pos := b.Start()
	var samples []Sample
	var white []bool // whether White is the mover of a sample
	for ply := 0; ; ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		moves := pos.AppendMoves(nil)
		if len(moves) == 0 {
			outcome, _ := pos.Outcome()
			for i := range samples {
				mover := game.Black
				if white[i] {
					mover = game.White
				}
				samples[i].Outcome = float64(1+outcome.For(mover)) / 2
			}
			return samples, nil
		}
		if ply < c.Random {
			pos.Play(moves[rng.IntN(len(moves))])
			continue
		}
		r, err := s.Run(ctx, &pos, alphabeta.Limit{Nodes: c.Nodes}, 1, nil)
		if err != nil {
			return nil, err
		}
		if leaf, ok := s.Quiet(&pos); ok && !r.Lines[0].Proven {
			samples = append(samples, sampleOf(s, &leaf, number))
			white = append(white, leaf.Turn() == game.White)
		}
		pos.Play(r.Lines[0].Move)
	}
}

// sampleOf returns the sample of a position without its outcome.
func sampleOf(s *alphabeta.Search, pos *game.State, number int) Sample {
	sample := Sample{Game: number}
	for i, n := range s.Features(pos) {
		sample.Features[i] = float64(n)
	}
	return sample
}
