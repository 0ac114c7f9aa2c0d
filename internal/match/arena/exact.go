package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/result"
	"epaminondas/mcts"
)

// ExactTrial is a measurement of a network on a solved board.
type ExactTrial struct {
	Table *solve.Table
	// Positions come from [solve.Table.Sample]. There must be at least one. To compare networks,
	// use the same seed for all of them.
	Positions   []game.State
	Played      PlayedSample // a second sample; may be empty
	Model       NamedNetwork
	Search      mcts.Config // its noise is not used
	Simulations int         // for each search; 0 to measure only the policy
	Parallel    int         // concurrent positions, at least 1
	// Progress receives the number of finished positions. Several goroutines call it. May be nil.
	Progress func(done, total int)
}

// MeasureExact asks the network for its move in every position, once by its policy alone and once
// by search, unless Simulations is 0. Each search starts with an empty tree, so the result does not
// depend on Parallel.
func MeasureExact(ctx context.Context, t ExactTrial) (*result.Exact, error) {
	if len(t.Positions) == 0 || t.Parallel < 1 {
		return nil, fmt.Errorf(
			"arena: measure %s: %s and %d at the same time, want at least one of each",
			t.Model.Name, noun.Count(len(t.Positions), "position"), t.Parallel)
	}
	both := slices.Concat(t.Positions, t.Played.Positions)
	policy, search, err := t.choices(ctx, both)
	if err != nil {
		return nil, err
	}
	exact := &result.Exact{Model: t.Model.Name, Simulations: t.Simulations}
	n := len(t.Positions)
	if exact.Policy, exact.Search, err = t.judge(ctx, t.Positions,
		policy[:n], search[:n]); err != nil || len(t.Played.Positions) == 0 {
		return exact, err
	}
	exact.Played = &result.ExactPlayed{Fixed: t.Played.Fixed}
	exact.Played.Policy, exact.Played.Search, err = t.judge(ctx, t.Played.Positions, policy[n:], search[n:])
	return exact, err
}

// judge counts the moves that throw positions away.
func (t *ExactTrial) judge(ctx context.Context, positions []game.State,
	policy, search []game.Move) (byPolicy, bySearch solve.MistakeCounts, err error) {
	if byPolicy, err = mistakes(ctx, t.Table, positions, policy); err != nil || t.Simulations == 0 {
		return byPolicy, bySearch, err
	}
	bySearch, err = mistakes(ctx, t.Table, positions, search)
	return byPolicy, bySearch, err
}

// choices returns the moves of the policy and of the search in every position.
func (t *ExactTrial) choices(ctx context.Context, positions []game.State) (policy,
	search []game.Move, err error) {
	policy = make([]game.Move, len(positions))
	search = make([]game.Move, len(positions))
	var next, done atomic.Int64
	group, choosing := errgroup.WithContext(ctx)
	for range min(t.Parallel, len(positions)) {
		group.Go(func() (failed error) {
			chooser, err := t.newChooser(choosing)
			if err != nil {
				return err
			}
			defer func() { failed = errors.Join(failed, chooser.close()) }()
			for {
				i := int(next.Add(1) - 1)
				if i >= len(positions) {
					return nil
				}
				if policy[i], search[i], err = chooser.choose(choosing, &positions[i]); err != nil {
					return fmt.Errorf("arena: measure %s: %w", t.Model.Name, err)
				}
				if n := done.Add(1); t.Progress != nil {
					t.Progress(int(n), len(positions))
				}
			}
		})
	}
	return policy, search, group.Wait()
}

// mistakes counts the positions[i] that moves[i] throws away. If a position occurs twice, its moves
// are equal, because no search depends on an earlier one.
func mistakes(ctx context.Context, t *solve.Table,
	positions []game.State, moves []game.Move) (solve.MistakeCounts, error) {
	byPosition := make(map[game.State]game.Move, len(moves))
	for i, s := range positions {
		byPosition[s] = moves[i]
	}
	return solve.Mistakes(ctx, t, positions,
		func(s *game.State) (game.Move, error) { return byPosition[*s], nil })
}

// chooser asks a network for moves. One goroutine owns it.
type chooser struct {
	policy player.Player
	search player.Player // nil to measure only the policy
}

func (t *ExactTrial) newChooser(ctx context.Context) (*chooser, error) {
	board := t.Positions[0].Board()
	policy, err := player.PolicyFactory(t.Model.Name, t.Model.Evaluators, board).New(ctx)
	if err != nil {
		return nil, err
	}
	if t.Simulations == 0 {
		return &chooser{policy: policy}, nil
	}
	limit := mcts.Limit{Simulations: t.Simulations}
	search, err := player.NetFactory(t.Model.Name, t.Model.Evaluators, board, t.Search, limit).New(ctx)
	if err != nil {
		return nil, errors.Join(err, policy.Close())
	}
	return &chooser{policy: policy, search: search}, nil
}

// close closes the players.
func (c *chooser) close() error {
	err := c.policy.Close()
	if c.search != nil {
		err = errors.Join(err, c.search.Close())
	}
	return err
}

// choose returns the moves of the policy and of the search in a position that is not over.
func (c *chooser) choose(ctx context.Context, s *game.State) (policy, search game.Move, err error) {
	first, err := c.policy.Choose(ctx, player.Turn{State: s})
	if err != nil || c.search == nil {
		return first.Move, game.NoMove, err
	}
	if err := c.search.NewGame(ctx, 0); err != nil {
		return game.NoMove, game.NoMove, err
	}
	choice, err := c.search.Choose(ctx, player.Turn{State: s})
	if err == nil {
		err = ctx.Err() // a cancelled search may return early
	}
	return first.Move, choice.Move, err
}

// WriteExact writes the figures of a measurement on a solved board as a table with bars.
func WriteExact(w io.Writer, e *result.Exact) error {
	table := func(policy, search solve.MistakeCounts) string {
		return exactTable(e.Simulations, policy, search)
	}
	text := table(e.Policy, e.Search)
	if e.Played != nil {
		text = "placements drawn uniformly\n\n" + text + "\npositions that games reach, " +
			e.Played.Source() + "\n\n" + table(e.Played.Policy, e.Played.Search)
	}
	return writeText(w, text)
}

// exactTable returns a table of the figures of a sample.
func exactTable(simulations int, policy, search solve.MistakeCounts) string {
	g := grid{left: 1}
	g.row("", "positions", "thrown away", "share", "with 95%")
	for _, way := range []struct {
		name   string
		report solve.MistakeCounts
	}{{"raw policy", policy}, {noun.Count(simulations, "simulation"), search}} {
		for _, line := range []struct {
			name  string
			share solve.Share
		}{{way.name, way.report.All}, {"  where won", way.report.Won}, {"  where drawn", way.report.Drawn}} {
			s := line.share
			g.row(line.name, s.Positions, s.Mistakes, percent(s.Rate),
				percent(s.Low)+" to "+percent(s.High), bar(s.Rate))
		}
	}
	return g.String()
}
