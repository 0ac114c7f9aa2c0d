package main

import (
	"context"
	"errors"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena/duel"
	"epaminondas/internal/match/judge"
)

// defaultMoveTime is the thinking time a move in matches, unless a flag gives another limit.
const defaultMoveTime = 100 * time.Millisecond

// matchTerms returns the terms of matches with the limit of a move from two flags. Without both, a
// move has the default time.
func matchTerms(pairs, openingPlies int, limit *time.Duration, simulations int) duel.Terms {
	t := duel.Terms{Pairs: pairs, OpeningPlies: openingPlies, Simulations: simulations}
	switch {
	case limit != nil:
		t.Time = *limit
	case simulations == 0:
		t.Time = defaultMoveTime
	}
	return t
}

// withJudge opens the judge of a board, calls do with it, and closes it.
func withJudge(ctx context.Context, rules game.Rules, nodes int, tasks *cli.Tasks,
	do func(*judge.Bench) error) (err error) {
	bench, err := judge.Open(ctx, judge.Source{
		Rules: rules, Nodes: nodes, Seed: 1,
		Solving: func(done, total int64) { tasks.Show("solving the board, once", int(done), int(total)) },
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, bench.Close()) }()
	return do(bench)
}
