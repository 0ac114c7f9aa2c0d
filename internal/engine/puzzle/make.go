package puzzle

import (
	"context"
	"errors"
	"fmt"

	"epaminondas/game"
	"epaminondas/internal/engine/solve"
	"epaminondas/mcts"
)

// Making has the settings for making puzzles.
type Making struct {
	Board *game.Board // without a ply limit
	Count int         // puzzles to make
	// Games returns the positions of the next game, from the first to the last. It returns nil after
	// the last game.
	Games func(ctx context.Context) ([]game.State, error)
	// Network gives the priors of the solutions. Half of the puzzles are hard for it.
	Network mcts.Evaluator
	Table   *solve.Table // solution of the board, or nil
	// Found is called after each game with the numbers of puzzles and games so far. May be nil.
	Found func(puzzles, games int)
}

// lastPlies is the number of plies at the end of a game in which Make looks for puzzles.
const lastPlies = 24

// knownPrior is the prior from which the network counts as knowing the solution. At most half of the
// puzzles may be such.
const knownPrior = 0.3

// most returns the greatest number of puzzles with a number of moves, so that short ones do not
// crowd out long ones.
func (m *Making) most(moves int) int {
	switch moves {
	case 1:
		return (m.Count + 4) / 5
	case 2:
		return (2*m.Count + 4) / 5
	}
	return m.Count
}

// Make makes puzzles from games, at most one from each game, until there are enough or the games
// end. It looks at the last plies of a game, and takes the first puzzle there, which is often the
// longest. The puzzles are in order, from easy to hard. No two are mirror images, also after turning
// the board and exchanging the colours.
func Make(ctx context.Context, m Making) (*Set, error) {
	examiner, err := NewExaminer(m.Board, m.Table)
	if err != nil {
		return nil, err
	}
	c := collection{Making: m, set: &Set{Board: m.Board}, kin: map[uint64]bool{}, ids: map[string]bool{},
		lengths: map[int]int{}}
	for games := 1; len(c.set.Puzzles) < m.Count; games++ {
		line, err := m.Games(ctx)
		if err != nil {
			return nil, err
		}
		if line == nil {
			break
		}
		if err := c.take(ctx, examiner, line[max(0, len(line)-lastPlies):]); err != nil {
			return nil, err
		}
		if m.Found != nil {
			m.Found(len(c.set.Puzzles), games)
		}
	}
	c.set.sort()
	return c.set, nil
}

// A collection is the puzzles so far.
type collection struct {
	Making
	set     *Set
	kin     map[uint64]bool
	ids     map[string]bool
	lengths map[int]int // puzzles by their numbers of moves
	known   int         // puzzles that the network knows
}

// take adds the first puzzle among positions that fits, if there is one.
func (c *collection) take(ctx context.Context, examiner *Examiner, line []game.State) error {
	for i := range line {
		s := &line[i]
		prior := 0.0
		p, err := examiner.examine(ctx, s, func(m game.Move, moves int) (err error) {
			if c.full(moves) {
				return noPuzzle("there are enough puzzles of this length")
			}
			prior, err = priorOf(c.Network, s, m)
			if err == nil && prior >= knownPrior && 2*c.known >= c.Count {
				err = noPuzzle("the network knows enough of the solutions")
			}
			return err
		})
		if errors.Is(err, ErrNoPuzzle) {
			continue
		}
		if err != nil {
			return err
		}
		if p.Prior = prior; c.add(p) {
			return nil
		}
	}
	return nil
}

// full reports whether there is no room for a puzzle with at most the given number of moves.
func (c *collection) full(moves int) bool {
	for n := 1; n <= moves; n++ {
		if c.lengths[n] < c.most(n) {
			return false
		}
	}
	return true
}

// add adds a puzzle unless it repeats another one, or there are enough of its length.
func (c *collection) add(p Puzzle) bool {
	k, id := kin(&p.Start), p.ID()
	if c.lengths[p.Moves] >= c.most(p.Moves) || c.kin[k] || c.ids[id] {
		return false
	}
	c.kin[k], c.ids[id] = true, true
	c.lengths[p.Moves]++
	if p.Prior >= knownPrior {
		c.known++
	}
	c.set.Puzzles = append(c.set.Puzzles, p)
	return true
}

// priorOf returns the prior of a move, in thousandths.
func priorOf(network mcts.Evaluator, s *game.State, move game.Move) (float64, error) {
	moves := s.AppendMoves(nil)
	priors := make([]float32, len(moves))
	if _, err := network.Evaluate(s, moves, priors); err != nil {
		return 0, fmt.Errorf("puzzle: evaluate %s: %w", s.Placement(), err)
	}
	for i, m := range moves {
		if m == move {
			return float64(thousandths(float64(priors[i]))) / 1000, nil
		}
	}
	return 0, fmt.Errorf("puzzle: the move of %s is illegal", s.Placement())
}
