package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/record"
	"epaminondas/internal/training/runs"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// puzzleGames returns the positions of the next game, on a board without a ply limit. After the
// last game it returns nil.
type puzzleGames func(ctx context.Context) ([]game.State, error)

// atMost returns at most n of the games.
func (next puzzleGames) atMost(n int) puzzleGames {
	return func(ctx context.Context) ([]game.State, error) {
		if n--; n < 0 {
			return nil, nil
		}
		return next(ctx)
	}
}

// withGames opens the games of the flag --from, or of the network against itself, for use.
func (c *puzzlesCommand) withGames(ctx context.Context, b *game.Board, network mcts.Evaluator,
	use func(puzzleGames) error) error {
	if c.From == "" {
		return use(drawnGames(b, network, c.Seed))
	}
	file, err := os.Open(record.Files(c.From)[1])
	if err == nil {
		defer file.Close()
		return use(c.gamesOfMatch(b, file))
	}
	err = runs.Read(ctx, c.From, func(run *runs.Run) error {
		last, err := run.Games.Last(ctx)
		if err != nil {
			return err
		}
		return use(c.gamesOfRun(b, run, last))
	})
	if errors.Is(err, runs.ErrNoRun) {
		return cli.Usagef("--from: it is no folder of a match either: %w", err)
	}
	return err
}

// drawnGames returns games in which a policy draws every move. Their number has no end.
func drawnGames(b *game.Board, network mcts.Evaluator, seed uint64) puzzleGames {
	number := uint64(0)
	return func(ctx context.Context) ([]game.State, error) {
		number++
		rng := rand.New(rand.NewPCG(seed, number))
		state := b.Start()
		var line []game.State
		var moves []game.Move
		var priors []float32
		for range defaultMaxPlies(b.Rules()) {
			if moves = state.AppendMoves(moves[:0]); len(moves) == 0 {
				break
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			line = append(line, state)
			priors = append(priors[:0], make([]float32, len(moves))...)
			if _, err := network.Evaluate(&state, moves, priors); err != nil {
				return nil, fmt.Errorf("arena: play a game: %w", err)
			}
			state.Play(moves[drawn(rng, priors)])
		}
		return unlimited(b, line), nil
	}
}

// drawn returns an index, each with its probability.
func drawn(rng *rand.Rand, priors []float32) int {
	x := rng.Float32()
	for i, p := range priors {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(priors) - 1 // the sum was below 1 by rounding
}

// gamesOfMatch returns the games of a match's file.
func (c *puzzlesCommand) gamesOfMatch(b *game.Board, file io.Reader) puzzleGames {
	reader := record.NewReader(file)
	return func(context.Context) ([]game.State, error) {
		g, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, cli.Usagef("--from %s: %w", c.From, err)
		}
		if g.Rules.Unlimited() != b.Rules() {
			return nil, cli.Usagef("--from %s: the games were played on %s: give --rules %s", c.From,
				g.Rules.Name(), g.Rules.Unlimited().Name())
		}
		state, err := g.First()
		if err != nil {
			return nil, err
		}
		line := []game.State{state}
		for _, p := range g.Plies {
			state.Play(p.Move)
			line = append(line, state)
		}
		return unlimited(b, line), nil
	}
}

// gamesOfRun returns the games of a run, from the last one back. It skips games that cannot be read
// and games of other boards, which a stage of the run may have played.
func (c *puzzlesCommand) gamesOfRun(b *game.Board, run *runs.Run, last int64) puzzleGames {
	skipped := true
	return func(ctx context.Context) ([]game.State, error) {
		for ; last > 0; last-- {
			g, err := run.Games.Load(ctx, last)
			if errors.Is(err, replay.ErrCorrupt) || errors.Is(err, replay.ErrNoGame) {
				continue
			}
			if err != nil {
				return nil, err
			}
			rules, err := game.ParseRules(g.Rules)
			if err != nil || rules.Unlimited() != b.Rules() {
				continue
			}
			own, err := game.NewBoard(rules)
			if err != nil {
				return nil, err
			}
			state, err := own.ParseState(g.Start)
			if err != nil {
				return nil, err
			}
			line := []game.State{state}
			for _, m := range g.Moves {
				state.Play(m)
				line = append(line, state)
			}
			skipped = false
			last--
			return unlimited(b, line), nil
		}
		if skipped {
			return nil, cli.Usagef("--from %s: the run has no game on %s: give --rules", c.From,
				b.Rules().Name())
		}
		return nil, nil
	}
}

// unlimited returns positions at ply 0 of a board without a ply limit.
func unlimited(b *game.Board, line []game.State) []game.State {
	fresh := make([]game.State, len(line))
	for i := range line {
		fresh[i] = b.Position(line[i].Stones(game.White), line[i].Stones(game.Black), line[i].Turn())
	}
	return fresh
}
