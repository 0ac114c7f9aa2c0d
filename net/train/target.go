package train

import "epaminondas/game"

// target is the training target of a head for the samples of a batch. It defines the loss of the
// head's scores.
type target interface {
	// set sets the target of a sample with its weight. A sample without the target gets weight 0.
	set(sample int, s *Sample, weight float64)
	// weights returns the weights of all samples.
	weights() []float64
	// width returns the number of scores of a sample.
	width() int
	// live returns the number of these scores that have a meaning for a sample.
	live(sample int) int
	// loss returns the weight of a sample times its loss, and sets grad to factor times the gradient.
	loss(grad, scores []float32, sample int, factor float64) float64
}

// moveTarget is a target of probabilities for moves.
type moveTarget struct {
	*distributions
	list  moveList
	board *game.Board
	// of returns the moves and probabilities of a sample; without probabilities it has no target
	of func(s *Sample) (moves []game.Move, prob []float32)
}

// moveTarget returns a target over the moves of a sample, in the view of the side to move.
func (b *batch) moveTarget(of func(s *Sample) ([]game.Move, []float32)) *moveTarget {
	most := mostMoves(b.board)
	return &moveTarget{newDistributions(b.samples, 1, most), newMoveList(b.samples, most), b.board, of}
}

func (t *moveTarget) set(sample int, s *Sample, weight float64) {
	moves, prob := t.of(s)
	t.list.set(sample, t.board, s.State.Turn(), moves[:len(prob)])
	t.distributions.set(sample, prob, weight)
}

func (t *moveTarget) live(sample int) int { return t.counts[sample] }

// outcomeTarget is a target of the chances of a win, a draw and a loss.
type outcomeTarget struct{ *distributions }

func (t *outcomeTarget) set(sample int, s *Sample, weight float64) {
	t.distributions.set(sample, s.Value[:], weight)
}

func (t *outcomeTarget) live(int) int { return outcomes }

// squareTarget is the target for the owner of each square at the end, in the view of the side to
// move.
type squareTarget struct {
	*distributions
	board *game.Board
}

func newSquareTarget(board *game.Board, samples int) *squareTarget {
	t := &squareTarget{newDistributions(samples, board.Area(), occupations), board}
	for i := range t.counts {
		t.counts[i] = occupations
	}
	return t
}

func (t *squareTarget) set(sample int, s *Sample, weight float64) {
	t.weight[sample] = 0
	if !s.HasFinal {
		return
	}
	t.weight[sample] = weight
	w, h, turn := t.board.Width(), t.board.Height(), s.State.Turn()
	own, enemy := &s.Final[turn], &s.Final[turn.Other()]
	prob := t.prob[sample*w*h*occupations:][:w*h*occupations]
	clear(prob)
	for y := range h {
		for x := range w {
			at, target := game.SquareAt(x, y), prob[(y*w+x)*occupations:]
			if turn == game.Black {
				at = t.board.FlipSquare(at)
			}
			switch {
			case own.Has(at):
				target[0] = 1
			case enemy.Has(at):
				target[1] = 1
			default:
				target[2] = 1
			}
		}
	}
}

func (t *squareTarget) live(int) int { return t.width() }

// numberTarget is a target of one number.
type numberTarget struct {
	*scalars
	of func(s *Sample) (want float64, known bool)
}

func (t *numberTarget) set(sample int, s *Sample, weight float64) {
	t.want[sample], t.weight[sample] = 0, 0
	if want, known := t.of(s); known {
		t.want[sample], t.weight[sample] = float32(want), weight
	}
}

func (t *numberTarget) live(int) int { return 1 }
