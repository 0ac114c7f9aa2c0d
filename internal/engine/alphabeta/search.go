package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
)

// Limit ends a search at the first limit that it reaches, but not before the search has evaluated
// every move once. 0 does not limit.
type Limit struct {
	// Nodes is the number of positions below the root. A search that only Nodes or Depth limits is
	// reproducible.
	Nodes int
	Depth int           // plies of the last iteration, without extensions
	Time  time.Duration // since the start of the search
}

// Validate returns an error for the first negative limit.
func (l Limit) Validate() error {
	if l.Nodes < 0 || l.Depth < 0 || l.Time < 0 {
		return fmt.Errorf("alphabeta: the limit is %s, depth %d, %v: want 0 or more of each",
			noun.Count(l.Nodes, "node"), l.Depth, l.Time)
	}
	return nil
}

// Line is a move of the root and the search's result for it.
type Line struct {
	Move   game.Move
	Value  float32 // for the mover, in [-1, 1]; exactly 1 or -1 if and only if it is proven
	Score  int     // for the mover, in nominal hundredths of a stone: 10 units of [Weights]
	Proven bool    // the move wins or loses for certain
	// If the line is proven, the winner can end the game within Plies plies, including this one.
	Plies int
	// Variation is the principal variation, beginning with Move.
	Variation []game.Move
}

// Result is the result of a search.
type Result struct {
	Depth int // depth of the last finished iteration, or 1 if there is none
	Nodes int // positions below the root
	// Lines are the best moves, best first; Lines[0] is the move to play. If the search was stopped
	// in an iteration, the lines that the iteration has finished come first, and lines of the last
	// iteration follow.
	Lines []Line
}

// Search searches positions of one board. Its tables carry over from one position of a game to the
// next. One goroutine owns it.
type Search struct {
	eval       evaluation
	lines      *lineSums         // nil for an evaluation by features
	leaf       func(*game.State) // takes the evaluated positions: see Leaves
	pruning    pruning
	scale      float64 // hundredths of a stone that multiply the odds of winning by e
	table      table
	history    history
	frames     []frame // by ply from the root
	root       []rootMove
	stop       stopRule
	nodes      int
	quiesceEnd int  // number of nodes at which the running quiescence search stops trying captures
	plain      bool // no pruning and no reductions, for tests
	reduced    *reductions
	maxPlies   int // ply limit of the rules
}

// maxTableMiB limits the transposition table.
const maxTableMiB = 1 << 16

// New returns a search on b that evaluates positions by w and has a transposition table of at most
// tableMiB MiB.
func New(b *game.Board, w Weights, tableMiB int) (*Search, error) {
	if err := checkSettings(w, tableMiB); err != nil {
		return nil, err
	}
	s := &Search{
		eval:     newEvaluation(b, w),
		scale:    float64(w.Scale),
		table:    newTable(tableMiB),
		frames:   make([]frame, mostPlies+1),
		maxPlies: b.Rules().MaxPlies,
	}
	s.prunes(featurePruning(w))
	return s, nil
}

// checkSettings reports the first setting that no search can have.
func checkSettings(w Weights, tableMiB int) error {
	if err := checkTable(tableMiB); err != nil {
		return err
	}
	return w.Validate()
}

func checkTable(tableMiB int) error {
	if tableMiB < 1 || tableMiB > maxTableMiB {
		return fmt.Errorf("alphabeta: the table has %d MiB, want 1 to %d", tableMiB, maxTableMiB)
	}
	return nil
}

// Reset empties all tables, so that the next game depends only on its positions and limits.
func (s *Search) Reset() {
	s.table.reset()
	s.history.reset()
}

// Run searches pos until it reaches the limit, all lines are proven or ctx is done. The end of ctx
// is not an error: Run returns its result so far, at least the static scores one ply ahead. The
// result has the given number of lines, or one for each move if there are fewer. After every
// finished iteration Run calls progress with its result so far, unless progress is nil. Without a
// limit the search continues until ctx is done, all lines are proven or the greatest depth is
// finished. Run returns an error if the game is over or belongs to another board.
func (s *Search) Run(ctx context.Context, pos *game.State, limit Limit, lines int,
	progress func(*Result)) (*Result, error) {
	if err := s.check(pos, limit, lines); err != nil {
		return nil, err
	}
	if err := s.begin(ctx, pos, limit); err != nil {
		return nil, fmt.Errorf("alphabeta: search %q: %w", pos.String(), err)
	}
	lines = min(lines, len(s.root))
	best := s.evaluateRoot(lines)
	for depth := 1; depth <= s.stop.depth; depth++ {
		r, finished := s.deepen(depth, lines, best)
		best = r
		if !finished {
			break
		}
		if progress != nil {
			progress(best)
		}
		if settled(best) || s.stop.over(s.nodes) {
			break
		}
	}
	last := *best // progress may have kept the last result
	last.Nodes = s.nodes
	return &last, nil
}

// check returns an error if the position cannot be searched with these settings.
func (s *Search) check(pos *game.State, limit Limit, lines int) error {
	switch {
	case pos.Board() != s.eval.board && pos.Board().Rules() != s.eval.board.Rules():
		return fmt.Errorf("alphabeta: the position is on %s, but the search is for %s",
			pos.Board().Rules().Name(), s.eval.board.Rules().Name())
	case lines < 1:
		return fmt.Errorf("alphabeta: lines is %d, want at least 1", lines)
	}
	return limit.Validate()
}

// errOver says that there is nothing to search.
var errOver = errors.New("the game is over")

// begin prepares a search.
func (s *Search) begin(ctx context.Context, pos *game.State, limit Limit) error {
	s.start(pos)
	if s.frames[0].static = -infinite; pos.Lead() >= 0 {
		s.frames[0].static = s.score(0)
	}
	s.root = s.root[:0]
	for _, m := range pos.AppendMoves(s.frames[0].buffer[:0]) {
		s.root = append(s.root, rootMove{move: m})
	}
	if len(s.root) == 0 {
		return errOver
	}
	s.nodes = 0
	s.table.newGeneration()
	s.history.age()
	for i := range s.frames {
		s.frames[i].killers = noKillers
	}
	s.stop = newStopRule(ctx, limit)
	return nil
}

// settled reports whether all lines are proven.
func settled(r *Result) bool {
	for _, l := range r.Lines {
		if !l.Proven {
			return false
		}
	}
	return true
}
