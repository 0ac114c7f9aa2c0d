package alphabeta

import (
	"math"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta/lines"
)

// lineSums evaluates the positions of the line that the search is in by their lines. It brings the patterns
// of a position up to date only when its score is needed.
type lineSums struct {
	*lines.Evaluation
	patterns []lines.Patterns // by ply from the root
	known    int              // the last ply whose patterns belong to the line
}

// NewLines is [New] with an evaluation by lines.
func NewLines(e *lines.Evaluation, tableMiB int) (*Search, error) {
	b := e.Board()
	s, err := New(b, DefaultWeights(b.Rules()), tableMiB)
	if err != nil {
		return nil, err
	}
	s.lines = &lineSums{Evaluation: e, patterns: make([]lines.Patterns, mostPlies+1)}
	s.scale = float64(e.Scale())
	s.prunes(linePruning)
	return s, nil
}

// place notes that another position is at a ply.
func (l *lineSums) place(ply int) {
	if l != nil {
		l.known = min(l.known, ply-1)
	}
}

// score returns the static value of the position at a ply for its mover, in hundredths of a stone.
func (s *Search) score(ply int) int {
	pos := &s.frames[ply].state
	l := s.lines
	if l == nil {
		return s.eval.score(pos)
	}
	if l.known < 0 {
		l.Set(&l.patterns[0], &s.frames[0].state)
		l.known = 0
	}
	for ; l.known < ply; l.known++ {
		l.Update(&l.patterns[l.known+1], &l.patterns[l.known], &s.frames[l.known].state,
			&s.frames[l.known+1].state)
	}
	return clampUnproven(l.Score(&l.patterns[ply], pos.Turn()))
}

// Evaluate returns the static value of a position for its mover, in [-1, 1].
func (s *Search) Evaluate(pos *game.State) float32 {
	if s.lines != nil {
		return s.value(clampUnproven(s.lines.ScoreOf(pos)))
	}
	return s.value(s.eval.score(pos))
}

// value turns a score into a value in (-1, 1): the expected result if every scale hundredths of a
// stone multiply the odds of winning by e.
func (s *Search) value(score int) float32 {
	const most = 0.999 // 1 is for proofs
	return float32(min(max(math.Tanh(float64(score)/(2*s.scale)), -most), most))
}
