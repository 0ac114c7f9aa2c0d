package mcts

import "epaminondas/game"

// Evaluator estimates a position that is not over. A search calls each of its evaluators from one
// goroutine. It reuses evaluations of its tree and of the previous search. So the result must depend
// only on the position.
type Evaluator interface {
	// Evaluate sets prior[i] to the probability of moves[i] (all legal moves; the sum is 1)
	// and returns the value in [-1,1] for the player to move.
	Evaluate(s *game.State, moves []game.Move, prior []float32) (value float32, err error)
}

// Uniform is an Evaluator without knowledge: equal priors and value 0.
type Uniform struct{}

// Evaluate implements [Evaluator].
func (Uniform) Evaluate(_ *game.State, moves []game.Move, prior []float32) (float32, error) {
	p := 1 / float32(len(moves))
	for i := range prior {
		prior[i] = p
	}
	return 0, nil
}

// EvaluateCloser is an [Evaluator] that holds something until it is closed, such as a place in a
// batch. One goroutine owns it.
type EvaluateCloser interface {
	Evaluator
	Close() error
}
