package selfplay

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
	"epaminondas/replay"
)

// source is a function as a source of evaluators.
type source func() mcts.Evaluator

func (s source) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) {
	return held{s(), func() error { return nil }}, nil
}

// held is an evaluator together with its Close method.
type held struct {
	mcts.Evaluator
	close func() error
}

func (h held) Close() error { return h.close() }

// ledger is a source that counts its open evaluators.
type ledger struct {
	opened, open atomic.Int64
	fail         error // of Open
}

func (l *ledger) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) {
	if l.fail != nil {
		return nil, l.fail
	}
	l.opened.Add(1)
	l.open.Add(1)
	return held{mcts.Uniform{}, func() error { l.open.Add(-1); return nil }}, nil
}

// TestWorkersCloseTheirEvaluators changes the model in every game, and ends with an open evaluator.
func TestWorkersCloseTheirEvaluators(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	p.Config.Workers = 2
	books := []*ledger{{}, {}}
	begun := 0
	pool := Pool{
		Actor: p,
		Next: func(context.Context) (uint64, Player, bool) {
			begun++
			number := begun - 1
			return uint64(number), Player{Name: string(rune('a' + number)),
				Evaluators: books[number%2]}, begun <= 8
		},
		Keep: keepNothing,
	}
	if err := pool.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if opened := books[0].opened.Load() + books[1].opened.Load(); opened != 8 {
		t.Errorf("%d evaluators were opened for 8 games with a model each", opened)
	}
	if open := books[0].open.Load() + books[1].open.Load(); open != 0 {
		t.Errorf("%d evaluators are still open", open)
	}
}

// TestNoEvaluator checks that the pool returns the error of a source that cannot open an evaluator.
func TestNoEvaluator(t *testing.T) {
	p := player(t, "epaminondas:4x6x1,max_plies=40")
	broken := errors.New("the source is dry")
	pool := Pool{
		Actor: p,
		Next: func(context.Context) (uint64, Player, bool) {
			return 0, Player{Name: "a", Evaluators: &ledger{fail: broken}}, true
		},
		Keep: keepNothing,
	}
	if err := pool.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("the error is %v, want %v", err, broken)
	}
}

// keepNothing takes games and forgets them.
func keepNothing(context.Context, *replay.Game) error { return nil }
