package alphabeta

import (
	"context"
	"errors"
	"fmt"
	"time"

	"epaminondas/game"
)

// Limit bounds a search; 0 does not limit. It ends at whichever comes first, but never before every move was looked at once.
type Limit struct {
	Nodes int           // positions entered below the root; a search that only this or Depth limits repeats exactly
	Depth int           // plies of the last step of deepening, without extensions
	Time  time.Duration // since the start of the search
}

// Validate reports the first negative limit.
func (l Limit) Validate() error {
	if l.Nodes < 0 || l.Depth < 0 || l.Time < 0 {
		return fmt.Errorf("alphabeta: the limit is %d nodes, depth %d, %v: want 0 or more of each", l.Nodes, l.Depth, l.Time)
	}
	return nil
}

// Line is a move of the root and what the search makes of it.
type Line struct {
	Move   game.Move
	Value  float32 // for the mover, in [-1, 1]; exactly 1 or -1 if and only if it is proven
	Score  int     // for the mover, in nominal hundredths of a stone: a tenth of the unit of [Weights]
	Proven bool    // the move wins or loses for certain
	Plies  int     // if proven, the winner can end the game after at most so many, counting this one
	// Variation is what the search expects, beginning with Move.
	Variation []game.Move
}

// Result is what a search has found.
type Result struct {
	Depth int // of the last step of deepening that was finished; 1 also if the first one was cut short
	Nodes int // positions entered below the root
	// Lines are the best moves, best first; Lines[0] is the move to play. After a step that was stopped, the lines that it came to
	// are followed by those of the step before.
	Lines []Line
}

// Search searches positions of one board. It keeps what it has learnt from one position of a game to the
// next. One goroutine owns it.
type Search struct {
	eval       evaluation
	table      table
	history    history
	frames     []frame // by plies from the root
	root       []rootMove
	clock      clock
	nodes      int
	quiesceEnd int  // nodes at which the running quiescence search stops looking for captures
	plain      bool // prune and reduce nothing, for tests
	reduced    [maxReducedDepth][maxReducedMoves]int8
	maxPlies   int // of the rules
}

// maxTableMiB bounds the transposition table.
const maxTableMiB = 1 << 16

// New returns a search on b that judges positions by w and remembers some in a table of at most so many MiB.
func New(b *game.Board, w Weights, tableMiB int) (*Search, error) {
	if tableMiB < 1 || tableMiB > maxTableMiB {
		return nil, fmt.Errorf("alphabeta: the table has %d MiB, want 1 to %d", tableMiB, maxTableMiB)
	}
	if err := w.Validate(); err != nil {
		return nil, err
	}
	return &Search{
		eval:     newEvaluation(b, w),
		table:    newTable(tableMiB),
		frames:   make([]frame, mostPlies+1),
		reduced:  reductions(),
		maxPlies: b.Rules().MaxPlies,
	}, nil
}

// Reset forgets everything, so that the next game is a function of its positions and limits.
func (s *Search) Reset() {
	s.table.reset()
	s.history.reset()
}

// Evaluate returns the static value of a position for its mover, in [-1, 1].
func (s *Search) Evaluate(pos *game.State) float32 { return s.eval.value(s.eval.score(pos)) }

// Run searches pos until the limit is reached, all lines are proven or ctx is done, which is no error: what has
// been found so far is returned, which is at least what the static scores one ply ahead tell. It returns so many lines, or as many as there are
// moves. After every depth that is finished, progress is told what Run would return; it may be nil. Without a limit the search goes on
// until ctx is done, all is proven or the greatest depth there is has been finished. It fails if the game is over or belongs to
// another board.
func (s *Search) Run(ctx context.Context, pos *game.State, limit Limit, lines int, progress func(*Result)) (*Result, error) {
	if err := s.check(pos, limit, lines); err != nil {
		return nil, err
	}
	if err := s.begin(ctx, pos, limit); err != nil {
		return nil, fmt.Errorf("alphabeta: search %q: %w", pos.String(), err)
	}
	lines = min(lines, len(s.root))
	best := s.evaluateRoot(lines)
	for depth := 1; depth <= s.clock.depth; depth++ {
		r, finished := s.deepen(depth, lines, best)
		best = r
		if !finished {
			break
		}
		if progress != nil {
			progress(best)
		}
		if settled(best) || s.clock.over(s.nodes) {
			break
		}
	}
	last := *best // progress may have kept the one that it was told
	last.Nodes = s.nodes
	return &last, nil
}

// check refuses what cannot be searched.
func (s *Search) check(pos *game.State, limit Limit, lines int) error {
	switch {
	case pos.Board() != s.eval.board && pos.Board().Rules() != s.eval.board.Rules():
		return fmt.Errorf("alphabeta: the position belongs to %s, the search to %s", pos.Board().Rules().Name(), s.eval.board.Rules().Name())
	case lines < 1:
		return fmt.Errorf("alphabeta: lines is %d, want at least 1", lines)
	}
	return limit.Validate()
}

// errOver says that there is nothing to search.
var errOver = errors.New("the game is over")

// begin readies a search.
func (s *Search) begin(ctx context.Context, pos *game.State, limit Limit) error {
	s.frames[0].state = *pos
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
	s.clock = newClock(ctx, limit)
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
