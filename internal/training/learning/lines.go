package learning

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/alphabeta"
	"epaminondas/internal/engine/alphabeta/lines"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/treesearch"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// Lines makes the evaluation by lines of a run: alphabeta searches positions of the run's games, and a
// network says how good the leaves of these searches are.
type Lines struct {
	Board *game.Board
	// Games returns the next game, or ok = false after the last one.
	Games    func(ctx context.Context) (g *replay.Game, ok bool, err error)
	Teacher  *backend.Backend
	Searcher *lines.Evaluation // evaluates in the searches; nil for the features
	// Positions is the number of leaves, Nodes the budget of a search, and Each the number of leaves
	// that are taken from a search.
	Positions, Nodes, Each int
	Simulations            int     // of the network's search of a leaf; 0 for the network alone
	Share                  float64 // of the positions of a game that are searched
	Parallel               int
	Seed                   uint64
	Progress               func(positions int) // may be nil
}

// searchTableMiB is the transposition table of the searches for leaves.
const searchTableMiB = 1

// gamesTogether is the number of games of which the leaves are found before the next games are read.
const gamesTogether = 64

// labelled is a leaf with the teacher's value for its mover.
type labelled struct {
	state game.State
	value float32
}

// Collect returns the leaves with the values of the teacher. They depend on the games and the seed, and
// not on Parallel.
func (l *Lines) Collect(ctx context.Context) (*lines.Data, error) {
	data := lines.NewData(l.Board)
	workers := make([]*leafFinder, l.Parallel)
	for i := range workers {
		f, err := l.newFinder(ctx)
		if err != nil {
			return nil, err
		}
		workers[i] = f
		defer f.judge.Close() // after the last use; its error says nothing about the labels
	}
	for data.Len() < l.Positions {
		games, err := l.nextGames(ctx)
		if err != nil {
			return nil, err
		}
		if len(games) == 0 {
			return data, nil
		}
		found, err := l.search(ctx, workers, games)
		if err != nil {
			return nil, err
		}
		for _, list := range found {
			for i := range list {
				if data.Len() < l.Positions {
					data.Add(&list[i].state, list[i].value)
				}
			}
		}
		if l.Progress != nil {
			l.Progress(data.Len())
		}
	}
	return data, nil
}

// nextGames returns the next games, at most gamesTogether.
func (l *Lines) nextGames(ctx context.Context) (list []*replay.Game, err error) {
	for len(list) < gamesTogether {
		g, ok, err := l.Games(ctx)
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		list = append(list, g)
	}
	return list, nil
}

// search returns the leaves of each game.
func (l *Lines) search(ctx context.Context, workers []*leafFinder, games []*replay.Game) ([][]labelled,
	error) {
	found := make([][]labelled, len(games))
	group, ctx := errgroup.WithContext(ctx)
	for w, f := range workers {
		group.Go(func() error {
			for i := w; i < len(games); i += len(workers) {
				var err error
				if found[i], err = f.game(ctx, games[i]); err != nil {
					return fmt.Errorf("learning: %v: %w", games[i], err)
				}
			}
			return nil
		})
	}
	return found, group.Wait()
}

// leafFinder finds leaves for one goroutine.
type leafFinder struct {
	*Lines
	search *alphabeta.Search
	judge  *treesearch.Engine
	moves  []game.Move
	prior  []float32
}

func (l *Lines) newFinder(ctx context.Context) (f *leafFinder, err error) {
	f = &leafFinder{Lines: l}
	if l.Searcher != nil {
		f.search, err = alphabeta.NewLines(l.Searcher, searchTableMiB)
	} else {
		f.search, err = alphabeta.New(l.Board, alphabeta.DefaultWeights(l.Board.Rules()), searchTableMiB)
	}
	if err == nil {
		f.judge, err = treesearch.Open(ctx, l.Teacher, l.Board, mcts.Play(), 1)
	}
	return f, err
}

// game returns leaves of searches of some positions of a game.
func (f *leafFinder) game(ctx context.Context, g *replay.Game) (list []labelled, err error) {
	state, err := f.Board.ParseState(g.Start)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(f.Seed^g.Seed, g.Number))
	for ply := 0; ; ply++ {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			return list, nil
		}
		if ply >= g.RandomPlies && rng.Float64() < f.Share {
			if list, err = f.leaves(ctx, &state, rng, list); err != nil {
				return nil, err
			}
		}
		if ply == len(g.Moves) {
			return list, nil
		}
		state.Play(g.Moves[ply])
	}
}

// leaves appends leaves of the search of a position, drawn at random, with the teacher's values.
func (f *leafFinder) leaves(ctx context.Context, root *game.State, rng *rand.Rand, list []labelled) (
	[]labelled, error) {
	first, seen := len(list), 0
	f.search.Reset()
	err := f.search.Leaves(ctx, root, f.Nodes, func(s *game.State) {
		seen++
		if seen <= f.Each {
			list = append(list, labelled{state: *s})
		} else if at := rng.IntN(seen); at < f.Each { // reservoir sampling
			list[first+at].state = *s
		}
	})
	if err := errors.Join(err, ctx.Err()); err != nil {
		return nil, err
	}
	kept := list[:first]
	for _, leaf := range list[first:] {
		f.moves = leaf.state.AppendMoves(f.moves[:0])
		if len(f.moves) == 0 {
			continue
		}
		if leaf.value, err = f.value(ctx, &leaf.state); err != nil {
			return nil, err
		}
		kept = append(kept, leaf)
	}
	return kept, nil
}

// value returns the teacher's value of a position, whose moves are in f.moves.
func (f *leafFinder) value(ctx context.Context, s *game.State) (float32, error) {
	if f.Simulations > 0 {
		if err := f.judge.NewGame(ctx, f.Seed); err != nil {
			return 0, err
		}
		r, err := f.judge.Search(ctx, engine.At(s), engine.Limit{Nodes: f.Simulations}, nil)
		if err != nil {
			return 0, err
		}
		return r.Value, nil
	}
	for len(f.prior) < len(f.moves) {
		f.prior = append(f.prior, 0)
	}
	return f.judge.Evaluate(s, f.moves, f.prior[:len(f.moves)])
}

// Enough returns an error if there are too few leaves to learn from.
func (l *Lines) Enough(d *lines.Data) error {
	if d.Len() < l.Positions {
		return fmt.Errorf("learning: the games have only %s, want %d: give fewer --positions or a longer run",
			noun.Count(d.Len(), "leaf", "leaves"), l.Positions)
	}
	return nil
}
