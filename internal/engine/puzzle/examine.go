package puzzle

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine/solve"
	"epaminondas/mcts/threat"
)

// The budgets of an examination.
const (
	seekThreats  = 2_000 // of a first look at a position
	seekNodes    = 2_000 // on boards of up to seekArea squares
	seekArea     = 64
	otherThreats = 20_000  // after each other move
	otherNodes   = 100_000 // for all other moves together
	depthNodes   = 3_000_000
)

// mostOther is the greatest value, from -1 to 1, that another move may have for its mover: a chance
// of 60%.
const mostOther = 0.2

// leastChoice is the least number of moves to choose from. A move that loses at once does not count.
const leastChoice = 3

// ErrNoPuzzle says that a position is no puzzle. The error that wraps it has the reason.
var ErrNoPuzzle = errors.New("no puzzle")

func noPuzzle(format string, args ...any) error {
	return fmt.Errorf("puzzle: %w: %s", ErrNoPuzzle, fmt.Sprintf(format, args...))
}

// An Examiner decides whether positions of one board are puzzles. One goroutine owns it.
type Examiner struct {
	prover *Prover
	depth  shortest
	table  *solve.Table // nil unless the board is solved
}

// NewExaminer returns an examiner for a board. table is the solution of the board, or nil.
func NewExaminer(b *game.Board, table *solve.Table) (*Examiner, error) {
	p, err := NewProver(b)
	if err != nil {
		return nil, err
	}
	return &Examiner{prover: p, table: table}, nil
}

// Examine returns the puzzle of a position, without its prior. If the position is no puzzle, the
// error wraps [ErrNoPuzzle].
func (e *Examiner) Examine(ctx context.Context, s *game.State) (Puzzle, error) {
	return e.examine(ctx, s, func(game.Move, int) error { return nil })
}

// examine is Examine with a function that may refuse a win before the long searches. It gets the
// winning move and the number of moves in its proof, which may be more than the win needs.
func (e *Examiner) examine(ctx context.Context, s *game.State,
	refuse func(game.Move, int) error) (Puzzle, error) {
	if outcome, _ := s.Outcome(); outcome != game.Ongoing {
		return Puzzle{}, noPuzzle("the game is over")
	}
	if n := choices(s); n < leastChoice {
		return Puzzle{}, noPuzzle("there are only %s to choose from", noun.Count(n, "move"))
	}
	budget := Budget{Threats: seekThreats}
	if s.Board().Area() <= seekArea {
		budget.Nodes = seekNodes
	}
	proof, err := e.prover.Prove(ctx, s, budget)
	if err != nil {
		return Puzzle{}, err
	}
	if proof.Result != threat.Win {
		return Puzzle{}, noPuzzle("no win is proven")
	}
	if err := refuse(proof.Move, proof.Moves); err != nil {
		return Puzzle{}, err
	}
	if err := e.othersFail(ctx, s, proof.Move); err != nil {
		return Puzzle{}, err
	}
	moves, err := e.length(s, proof.Moves)
	return Puzzle{Start: *s, Solution: proof.Move, Moves: moves}, err
}

// Check examines a puzzle again, in full.
func (e *Examiner) Check(ctx context.Context, p *Puzzle) error {
	again, err := e.Examine(ctx, &p.Start)
	switch {
	case err != nil:
		return err
	case again.Solution != p.Solution:
		return noPuzzle("the solution is %s, not %s", p.Start.FormatMove(again.Solution, game.RearNotation),
			p.Start.FormatMove(p.Solution, game.RearNotation))
	case again.Moves != p.Moves:
		return noPuzzle("it takes %s, not %d", noun.Count(again.Moves, "move"), p.Moves)
	}
	return nil
}

// choices counts the moves that do not lose at once.
func choices(s *game.State) int {
	if s.Lead() < 0 {
		return len(s.AppendLeading(nil, 0))
	}
	return len(s.AppendMoves(nil))
}

// othersFail returns an error if a move other than the solution wins, or might win.
func (e *Examiner) othersFail(ctx context.Context, s *game.State, solution game.Move) error {
	open := false // a move is not refuted
	for _, m := range s.AppendMoves(nil) {
		if m == solution {
			continue
		}
		next := *s
		next.Play(m)
		if e.table != nil {
			value, err := e.table.Value(&next)
			if err != nil {
				return err
			}
			if value == solve.Loss {
				return noPuzzle("two moves win")
			}
			continue
		}
		proof, err := e.prover.Prove(ctx, &next, Budget{Threats: otherThreats})
		if err != nil {
			return err
		}
		if proof.Result == threat.Loss {
			return noPuzzle("two moves win")
		}
		open = open || proof.Result == threat.Unknown
	}
	if !open {
		return nil
	}
	lines, err := e.prover.lines(ctx, s, otherNodes, 2)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if l.Move != solution && l.Value > mostOther {
			return noPuzzle("another move may win: its value is %.2f", l.Value)
		}
	}
	return nil
}

// length returns the least number of moves in which the side to move wins, given the number of a
// proof.
func (e *Examiner) length(s *game.State, proven int) (int, error) {
	if proven > MostMoves {
		return 0, noPuzzle("the win takes %s", noun.Count(proven, "move"))
	}
	for n := 1; n < proven; n++ {
		wins, ok := e.depth.within(s, n, depthNodes)
		if !ok {
			return 0, noPuzzle("the shortest win is not known")
		}
		if wins {
			return n, nil
		}
	}
	return proven, nil
}
