package mcts

import (
	"fmt"
	"math"
	"slices"
)

// An expansion describes one position to the tree.
type expansion struct {
	actions []action  // [A]; empty if the game is over here or, below the root, if proof is known
	prior   []float32 // [A], sum 1
	value   float32   // in [-1,1]
	proof   Proof     // proof of the position itself

	proofs []Proof // [A] proof of each action, for the player to move
	marked bool    // at least one of the proofs is known
	sum    float32 // sum of prior
	top    int32   // index of the highest prior, the first of equals
}

// resize makes room for n actions without a proof.
func (x *expansion) resize(n int) {
	x.list(resized(x.actions, n))
}

// list sets the actions, without a proof.
func (x *expansion) list(actions []action) {
	n := len(actions)
	x.actions, x.prior, x.proofs = actions, resized(x.prior, n), resized(x.proofs, n)
	clear(x.proofs)
	x.marked = false
}

// mark sets the proof of action i, for the player to move.
func (x *expansion) mark(i int, p Proof) {
	x.proofs[i] = p
	x.marked = true
}

// settle sets the proof of x, which then needs no search.
func (x *expansion) settle(proof Proof) {
	x.resize(0)
	x.proof, x.value = proof, 0
	switch proof {
	case Win:
		x.value = 1
	case Loss:
		x.value = -1
	}
}

// check returns an error for an invalid evaluation, corrects rounding errors, and sums the prior.
func (x *expansion) check() error {
	const tolerance = 1e-3
	if !(math.Abs(float64(x.value)) <= 1+tolerance) { // refuses NaN too, as below
		return fmt.Errorf("mcts: evaluator returned the value %v: want -1 to 1", x.value)
	}
	x.value = min(max(x.value, -1), 1)
	if len(x.actions) == 0 {
		return nil
	}
	least := float32(0)
	x.sum, x.top, least = sumTopLeast(x.prior)
	if least < minPrior {
		if err := x.raise(); err != nil {
			return err
		}
		x.sum, x.top, _ = sumTopLeast(x.prior)
	}
	if !(math.Abs(float64(x.sum)-1) <= tolerance) {
		return fmt.Errorf("mcts: evaluator returned priors with the sum %v: want 1", x.sum)
	}
	return nil
}

// raise raises smaller priors to minPrior. It returns an error for a value that is not a
// probability.
func (x *expansion) raise() error {
	for i, p := range x.prior {
		if !(p >= 0) {
			return fmt.Errorf("mcts: evaluator returned the prior %v: want 0 to 1", p)
		}
		x.prior[i] = max(p, minPrior)
	}
	return nil
}

// resized returns a slice of length n, in v's memory if that is enough. Its content is undefined.
func resized[T any](v []T, n int) []T {
	return slices.Grow(v[:0], n)[:n]
}
