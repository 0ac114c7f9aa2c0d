package learning

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"

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

// LinesSettings say how an evaluation by lines is made.
type LinesSettings struct {
	lines.Settings
	// Positions is the number of leaves to learn from. If AtMost is true, fewer are enough.
	Positions   int
	AtMost      bool
	Nodes       int // of a search for leaves
	Simulations int // of the network's search of a leaf; 0 for the network alone
}

// DefaultLines suits runs of hours.
func DefaultLines() LinesSettings {
	return LinesSettings{Settings: lines.DefaultSettings(), Positions: 1_500_000, Nodes: 400}
}

// LinesReport says what came of making an evaluation.
type LinesReport struct {
	lines.Report
	Origin lines.Origin
}

// MakeLines returns the file of an evaluation by lines that learned from a lesson. searcher searches for the
// leaves; nil stands for the features. The same lesson, searcher and settings give the same file. progress
// receives the progress of each task.
func MakeLines(ctx context.Context, l *Lesson, searcher *lines.Evaluation, s LinesSettings,
	progress func(task string, done, total int)) ([]byte, LinesReport, error) {
	var report LinesReport
	board, err := game.ParseBoard(l.Rules)
	if err != nil {
		return nil, report, err
	}
	teacher, err := backend.Open(l.Teacher.Weights, backend.Options{})
	if err != nil {
		return nil, report, err
	}
	maker := &leaves{LinesSettings: s, board: board, lesson: l, teacher: teacher, searcher: searcher,
		share: searchedShare(s.Positions, l.Count), parallel: runtime.GOMAXPROCS(0),
		progress: func(n int) { progress("leaves", n, s.Positions) }}
	data, err := maker.collect(ctx)
	if err != nil {
		return nil, report, err
	}
	if err := maker.enough(data); err != nil {
		return nil, report, err
	}
	const thousandths = 1000
	weights, learned, err := lines.Learn(ctx, data, s.Settings, func(share float64) {
		progress("learning from leaves, in thousandths", int(thousandths*share), thousandths)
	})
	if err != nil {
		return nil, report, err
	}
	report = LinesReport{learned, lines.Origin{Rules: l.Rules, Teacher: l.Name, Step: l.Teacher.Meta.Step,
		Seed: s.Seed, Positions: learned.Positions, Explained: 1 - learned.Error/learned.Variance}}
	content, err := lines.Encode(weights, report.Origin)
	return content, report, err
}

// searchedShare returns the share of a game's positions to search. Few positions of many games differ
// more than many positions of few games. A game is expected to have at least five positions with enough
// leaves.
func searchedShare(positions, games int) float64 {
	return min(1, max(0.05, float64(positions)/leavesOfSearch/5/float64(max(games, 1))))
}

// leaves finds the leaves: alphabeta searches positions of the games, and the teacher says how good the
// leaves of these searches are.
type leaves struct {
	LinesSettings
	board    *game.Board
	lesson   *Lesson
	teacher  *backend.Backend
	searcher *lines.Evaluation
	share    float64 // of the positions of a game that are searched
	parallel int
	progress func(positions int) // may be nil
}

// searchTableMiB is the transposition table of the searches for leaves.
const searchTableMiB = 1

// leavesOfSearch is the number of leaves that are taken from a search.
const leavesOfSearch = 8

// gamesTogether is the number of games of which the leaves are found before the next games are read.
const gamesTogether = 64

// labelled is a leaf with the teacher's value for its mover.
type labelled struct {
	state game.State
	value float32
}

// collect returns the leaves with the values of the teacher. They depend on the games and the seed, and
// not on the number of goroutines.
func (l *leaves) collect(ctx context.Context) (*lines.Data, error) {
	data := lines.NewData(l.board)
	workers := make([]*leafFinder, l.parallel)
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
		if l.progress != nil {
			l.progress(data.Len())
		}
	}
	return data, nil
}

// nextGames returns the next games, at most gamesTogether.
func (l *leaves) nextGames(ctx context.Context) (list []*replay.Game, err error) {
	for len(list) < gamesTogether {
		g, ok, err := l.lesson.Games(ctx)
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
func (l *leaves) search(ctx context.Context, workers []*leafFinder, games []*replay.Game) ([][]labelled,
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
	*leaves
	search *alphabeta.Search
	judge  *treesearch.Engine
	moves  []game.Move
	prior  []float32
}

func (l *leaves) newFinder(ctx context.Context) (f *leafFinder, err error) {
	f = &leafFinder{leaves: l}
	if l.searcher != nil {
		f.search, err = alphabeta.NewLines(l.searcher, searchTableMiB)
	} else {
		f.search, err = alphabeta.New(l.board, alphabeta.DefaultWeights(l.board.Rules()), searchTableMiB)
	}
	if err == nil {
		f.judge, err = treesearch.Open(ctx, l.teacher, l.board, mcts.Play(), 1)
	}
	return f, err
}

// game returns leaves of searches of some positions of a game.
func (f *leafFinder) game(ctx context.Context, g *replay.Game) (list []labelled, err error) {
	state, err := f.board.ParseState(g.Start)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(f.Seed^g.Seed, g.Number))
	for ply := 0; ; ply++ {
		if outcome, _ := state.Outcome(); outcome != game.Ongoing {
			return list, nil
		}
		if ply >= g.RandomPlies && rng.Float64() < f.share {
			if list, err = f.take(ctx, &state, rng, list); err != nil {
				return nil, err
			}
		}
		if ply == len(g.Moves) {
			return list, nil
		}
		state.Play(g.Moves[ply])
	}
}

// take appends leaves of the search of a position, drawn at random, with the teacher's values.
func (f *leafFinder) take(ctx context.Context, root *game.State, rng *rand.Rand, list []labelled) (
	[]labelled, error) {
	first, seen := len(list), 0
	f.search.Reset()
	err := f.search.Leaves(ctx, root, f.Nodes, func(s *game.State) {
		seen++
		if seen <= leavesOfSearch {
			list = append(list, labelled{state: *s})
		} else if at := rng.IntN(seen); at < leavesOfSearch { // reservoir sampling
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

// enough returns an error if there are too few leaves to learn from.
func (l *leaves) enough(d *lines.Data) error {
	if d.Len() < l.Positions && !l.AtMost {
		return fmt.Errorf("learning: the games have only %s, want %d: give fewer --positions or a longer run",
			noun.Count(d.Len(), "leaf", "leaves"), l.Positions)
	}
	return nil
}
