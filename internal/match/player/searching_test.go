package player

import (
	"context"
	"errors"
	"testing"

	"epaminondas/game"
	"epaminondas/mcts"
)

// counting is a source of evaluators that counts them. It fails after some evaluators.
type counting struct{ opened, closed, most int }

var errMost = errors.New("too many evaluators")

func (c *counting) Open(context.Context, *game.Board) (mcts.EvaluateCloser, error) {
	if c.opened == c.most {
		return nil, errMost
	}
	c.opened++
	return &counted{c}, nil
}

// counted is an evaluator of counting.
type counted struct{ from *counting }

func (c *counted) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	return mcts.Uniform{}.Evaluate(s, moves, prior)
}

func (c *counted) Close() error {
	c.from.closed++
	return nil
}

// TestThreads checks that a player with threads uses as many evaluators and cores, and that its
// moves depend on the number of simulations alone.
func TestThreads(t *testing.T) {
	b := game.MustBoard("crossings")
	limit := searchLimit{limit: limit{nodes: 300}}
	var first Choice
	for i := range 3 {
		from := &counting{most: 4}
		c := networkPlayers("net", from, b, mcts.Play(), limit, 4)
		if c.WantedCores() != 4 {
			t.Errorf("4 threads want %d cores", c.WantedCores())
		}
		p, err := c.New(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		state := b.Start()
		choice, err := p.Choose(t.Context(), Turn{State: &state})
		if err != nil || choice.Nodes != 300 {
			t.Fatalf("%+v, %v", choice, err)
		}
		if i == 0 {
			first = choice
		}
		if err := p.Close(); err != nil || choice != first || from.opened != 4 || from.closed != 4 {
			t.Errorf("%+v after %+v, %d evaluators opened, %d closed, %v", choice, first, from.opened,
				from.closed, err)
		}
	}
	from := &counting{most: 2}
	if _, err := networkPlayers("net", from, b, mcts.Play(), limit, 4).New(t.Context()); !errors.Is(err,
		errMost) || from.closed != 2 {
		t.Errorf("error %v, and %d of 2 evaluators closed", err, from.closed)
	}
}
