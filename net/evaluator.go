package net

import (
	"errors"
	"fmt"
	"math/bits"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net/kernel"
)

// Prediction holds the network's probabilities of the results, for the side to move. The sum is 1.
type Prediction struct{ Win, Draw, Loss float32 }

// Value returns the expected outcome, from -1 to 1.
func (p Prediction) Value() float32 { return p.Win - p.Loss }

// ErrNotFinite is wrapped by the error of an evaluation with an infinite or undefined output: the
// weights have diverged.
var ErrNotFinite = errors.New("the network's output is not finite")

// Evaluator evaluates positions of one size of board with a network, one at a time. It has scratch
// memory, so each goroutine needs its own Evaluator, and no evaluation allocates. It is an
// mcts.Evaluator.
type Evaluator struct {
	net           *Network
	encoder       *Encoder
	views         [2]*view // views of White and Black
	height, width int

	squares walk
	scratch []float32     // scratch memory of the convolutions
	empty   []float32     // [H, W, C], padded: output of the stem for an empty board, without its bias
	trunk   []float32     // [H, W, C], padded: the features so far
	branch  []float32     // [H, W, C], padded: the inside of a residual block
	flat    []float32     // [H, W, C]: the trunk without border
	hidden  []float32     // [H, W, C]: the hidden layer of the policy head, or of the value head
	pooled  []float32     // [2C]
	shift   []float32     // [C]: the addition of global pooling to every square
	lines   []float32     // [1+H+W, 2C]: the summary of the board, of each row, of each column
	shifts  []float32     // [H+W, C]: the addition of each row and each column to its squares
	units   []float32     // [ValueHidden]
	wdl     []float32     // [outcomes]
	pairs   []kernel.Pair // the two logits of each move; the slice grows
}

// An allotment is a request for a slice of floats.
type allotment struct {
	to *[]float32
	n  int
}

// allot makes slices side by side. Each begins a cache line, so goroutines never share one.
func allot(list []allotment) {
	const line = 64 / 4 // floats
	total := 0
	for _, a := range list {
		total += (a.n + line - 1) / line * line
	}
	all := make([]float32, total+2*line)[line:]
	for _, a := range list {
		*a.to, all = all[:a.n:a.n], all[(a.n+line-1)/line*line:]
	}
}

// manyMoves is a number of moves that few positions exceed.
const manyMoves = 512

// NewEvaluator returns an evaluator for positions of b's size. Any size is possible.
func (n *Network) NewEvaluator(b *game.Board) *Evaluator {
	h, w, c := b.Height(), b.Width(), n.config.Channels
	e := &Evaluator{
		net: n, encoder: NewEncoder(b, n.config.Planes), height: h, width: w,
		views: [2]*view{newView(b, game.White, n.policyBias), newView(b, game.Black, n.policyBias)},
		pairs: make([]kernel.Pair, manyMoves),
	}
	padded, scratch := kernel.PaddedLen(h, w, c), n.blocks[0].conv1.ScratchLen(h, w)
	allot([]allotment{
		{&e.scratch, scratch}, {&e.empty, padded}, {&e.trunk, padded}, {&e.branch, padded},
		{&e.flat, h * w * c},
		{&e.hidden, h * w * c}, {&e.pooled, 2 * c}, {&e.shift, c}, {&e.units, n.config.ValueHidden},
		{&e.wdl, outcomes}, {&e.lines, n.summaries(h, w) * 2 * c},
		{&e.shifts, n.summaries(h, w) * c},
	})
	for row := range h {
		for column := range w {
			n.stem.Add(e.empty, e.encoder.empty[row], row, column, h, w)
		}
	}
	return e
}

// Evaluate sets prior[i] to the probability of moves[i], which are all legal moves of s, and
// returns the value of s in [-1, 1] for the side to move. The errors are those of
// [Evaluator.Predict].
func (e *Evaluator) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	p, err := e.Predict(s, moves, prior)
	return p.Value(), err
}

// Predict is Evaluate with the chances of a win, a draw and a loss. It returns an error for a board
// of another size. It also returns an error for an empty list of moves, because such a game is
// over. The error wraps [ErrNotFinite] if the output is not finite.
func (e *Evaluator) Predict(s *game.State, moves []game.Move, prior []float32) (Prediction, error) {
	if err := e.check(s, moves, prior); err != nil {
		return Prediction{}, err
	}
	e.runTrunk(s)
	return e.runHeads(s, moves, prior)
}

// runTrunk fills trunk with the features of s after all blocks.
func (e *Evaluator) runTrunk(s *game.State) {
	e.runStem(s)
	for i := range e.net.blocks {
		block := &e.net.blocks[i]
		block.conv1.Run(e.branch, e.trunk, nil, e.scratch, e.height, e.width, block.pool == nil)
		e.pool(block)
		block.conv2.Run(e.trunk, e.branch, e.trunk, e.scratch, e.height, e.width, true)
	}
}

// check reports arguments of [Evaluator.Predict] that it refuses.
func (e *Evaluator) check(s *game.State, moves []game.Move, prior []float32) error {
	b := s.Board()
	if b.Width() != e.width || b.Height() != e.height {
		return fmt.Errorf("net: evaluate: the position is on %dx%d, but this evaluator is for %dx%d", b.Width(),
			b.Height(), e.width, e.height)
	}
	if len(moves) == 0 || len(moves) != len(prior) {
		return fmt.Errorf("net: evaluate: %s but %s, want the same number of both, at least 1",
			noun.Count(len(moves), "move"), noun.Count(len(prior), "prior"))
	}
	return nil
}

// runHeads returns the outputs of the heads for the features in trunk.
func (e *Evaluator) runHeads(s *game.State, moves []game.Move, prior []float32) (Prediction, error) {
	kernel.Unpad(e.flat, e.trunk, e.height, e.width, e.net.config.Channels)
	p := e.value()
	e.policy(s, moves, prior)
	// One NaN or infinity anywhere spreads to the sums of the heads.
	if check := p.Win + p.Draw + p.Loss + prior[0]; check-check != 0 {
		return Prediction{}, fmt.Errorf("net: evaluate %s: %w", s.String(), ErrNotFinite)
	}
	return p, nil
}

// runStem fills trunk with the features of s after the stem.
func (e *Evaluator) runStem(s *game.State) {
	n, h, w, c := e.net, e.height, e.width, e.net.config.Channels
	copy(e.trunk, e.empty)
	for e.squares.start(e.encoder, s); e.squares.next(); {
		n.stem.Add(e.trunk, e.squares.features(), e.squares.row, e.squares.column, h, w)
	}
	kernel.AddChannels(e.trunk, n.stemBias, h, w, c)
}

// summaries returns the number of summaries of a block that pools over lines, on a board of h x w. It is
// 0 if the network has no such block.
func (n *Network) summaries(h, w int) int {
	if n.config.Pooling == PoolLines {
		return 1 + h + w
	}
	return 0
}

// pool adds the output of a residual block's pooling to branch, if the block has any.
func (e *Evaluator) pool(block *block) {
	switch {
	case block.pool == nil:
	case block.rows == nil:
		h, w, c := e.height, e.width, e.net.config.Channels
		kernel.GlobalPoolPadded(e.pooled, e.branch, h, w, c)
		kernel.Dense(e.shift, e.pooled, block.pool, nil, 1, 2*c, c, false)
		kernel.AddChannels(e.branch, e.shift, h, w, c)
	default:
		e.poolLines(block)
	}
}

// poolLines is pool for a block that also pools over rows and columns.
func (e *Evaluator) poolLines(block *block) {
	h, w, c := e.height, e.width, e.net.config.Channels
	kernel.LinePoolPadded(e.lines, e.branch, h, w, c)
	rows, columns := e.lines[2*c:], e.lines[(1+h)*2*c:]
	kernel.Dense(e.shift, e.lines, block.pool, nil, 1, 2*c, c, false)
	kernel.Dense(e.shifts, rows, block.rows, e.shift, h, 2*c, c, false) // includes the board's share
	kernel.Dense(e.shifts[h*c:], columns, block.columns, nil, w, 2*c, c, false)
	kernel.AddLines(e.branch, e.shifts, h, w, c)
}

// value runs the value head.
func (e *Evaluator) value() Prediction {
	n, h, w, c := e.net, e.height, e.width, e.net.config.Channels
	kernel.Dense(e.hidden, e.flat, n.valueHidden.weight, n.valueHidden.bias, h*w, c, c, true)
	kernel.GlobalPool(e.pooled, e.hidden, h, w, c)
	kernel.Dense(e.units, e.pooled, n.valueDense.weight, n.valueDense.bias, 1, 2*c, len(e.units), true)
	kernel.Dense(e.wdl, e.units, n.valueOut.weight, n.valueOut.bias, 1, len(e.units), outcomes, false)
	kernel.Softmax(e.wdl)
	return Prediction{e.wdl[0], e.wdl[1], e.wdl[2]}
}

// policy runs the policy head. It computes only the logits of the legal moves.
func (e *Evaluator) policy(s *game.State, moves []game.Move, prior []float32) {
	n, h, w, c := e.net, e.height, e.width, e.net.config.Channels
	rows := e.setPairs(s, moves, prior)
	kernel.GlobalPool(e.pooled, e.flat, h, w, c)
	kernel.Dense(e.shift, e.pooled, n.policyPool, n.policyHidden.bias, 1, 2*c, c, false)
	e.hidePolicy(rows)
	kernel.AddEntries(prior, e.pairs, e.hidden, n.policyOut, c)
	kernel.Softmax(prior)
}

// hidePolicy computes the hidden layer of the policy head on a set of rows. Each row has one bit in
// rows.
func (e *Evaluator) hidePolicy(rows uint32) {
	n, c := e.net, e.net.config.Channels
	for rows != 0 {
		first := bits.TrailingZeros32(rows)
		count := bits.TrailingZeros32(^(rows >> first))
		at, squares := first*e.width*c, count*e.width
		kernel.Dense(e.hidden[at:], e.flat[at:], n.policyHidden.weight, e.shift, squares, c, c, true)
		rows &^= (1<<count - 1) << first
	}
}

// setPairs finds the two logits of each move and sets prior to the sum of their biases. It returns
// the set of rows that have these logits.
func (e *Evaluator) setPairs(s *game.State, moves []game.Move, prior []float32) (rows uint32) {
	if len(moves) > len(e.pairs) {
		e.pairs = make([]kernel.Pair, 2*len(moves))
	}
	v := e.views[s.Turn()]
	pairs, prior := e.pairs[:len(moves)], prior[:len(moves)]
	for i, m := range moves {
		p, bias, on := v.pair(m)
		pairs[i], prior[i] = p, bias
		rows |= on
	}
	return rows
}
