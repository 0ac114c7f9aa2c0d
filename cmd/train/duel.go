package main

import (
	"context"
	"errors"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/training/config"
)

// defaultMoveTime is the thinking time a move in matches, unless a flag gives another limit.
const defaultMoveTime = 100 * time.Millisecond

// matchTerms returns the terms of matches. The limit of a move comes from one of two flags. If
// neither is given, a move has the default time.
func matchTerms(pairs, openingPlies int, limit *time.Duration, simulations int) arena.MatchTerms {
	t := arena.MatchTerms{Pairs: pairs, OpeningPlies: openingPlies, Simulations: simulations}
	switch {
	case limit != nil:
		t.Time = *limit
	case simulations == 0:
		t.Time = defaultMoveTime
	}
	return t
}

// defaultNodes is the value of --nodes if it is not given.
const defaultNodes = 20000

// judgeSource returns what a judge needs for a board.
func judgeSource(nodes int, r config.Rules) (judge.Source, error) {
	rules, err := r.Parse()
	return judge.Source{Rules: rules, Nodes: nodes, Seed: 1}, err
}

// checkJudge returns an error if the judge will not be able to begin. Commands call it before the
// long work that the judge needs.
func checkJudge(wanted bool, nodes int, r config.Rules) error {
	if !wanted {
		if nodes != defaultNodes {
			return cli.Usagef("--nodes %d is for the judge: also give --judge", nodes)
		}
		return nil
	}
	source, err := judgeSource(nodes, r)
	if err == nil {
		err = source.Check()
	}
	if err != nil {
		return cli.Usagef("--judge: %w", err)
	}
	return nil
}

// withJudge opens the judge of a board, calls do with it, and closes it.
func withJudge(ctx context.Context, nodes int, r config.Rules, tasks *cli.Tasks,
	do func(*judge.TestSet) error) error {
	source, err := judgeSource(nodes, r)
	if err != nil {
		return err
	}
	source.Solving = func(done, total int64) {
		tasks.Show("solving the board, once", int(done), int(total))
	}
	bench, err := judge.Open(ctx, source)
	if err != nil {
		return err
	}
	return errors.Join(do(bench), bench.Close())
}
