package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"epaminondas/net"
	"epaminondas/net/onnx"
)

// tolerance is the greatest allowed difference between the two engines, for a logit and for a
// probability.
const tolerance = 1e-4

// difference is the greatest measured difference over all positions.
type difference struct{ logit, prior, wdl, value float64 }

// String returns a summary.
func (d difference) String() string {
	return fmt.Sprintf("logits within %.1e, priors %.1e, outcomes %.1e, value %.1e", d.logit, d.prior,
		d.wdl, d.value)
}

// check returns an error for too great a difference.
func (d difference) check(name string, batch int) error {
	if worst := max(d.logit, d.prior, d.wdl, d.value); !(worst <= tolerance) {
		return fmt.Errorf("%s, batch %d: the engines differ: %v; want at most %g", name, batch, d, tolerance)
	}
	return nil
}

// add compares the outputs of both engines for a position: outcomes and moves. Our engine has
// probabilities of the moves. Their logarithms are the logits up to a constant, and add subtracts
// the same constant from the other's logits.
func (d *difference) add(p net.Prediction, wdl []float64, prior []float32, logits []float64) {
	for k, ours := range []float32{p.Win, p.Draw, p.Loss} {
		d.wdl = max(d.wdl, math.Abs(float64(ours)-wdl[k]))
	}
	d.value = max(d.value, math.Abs(float64(p.Value())-(wdl[0]-wdl[2])))
	sum := 0.0
	for _, l := range logits {
		sum += math.Exp(l)
	}
	for k, ours := range prior {
		theirs := logits[k] - math.Log(sum)
		d.logit = max(d.logit, math.Abs(math.Log(float64(ours))-theirs))
		d.prior = max(d.prior, math.Abs(float64(ours)-math.Exp(theirs)))
	}
}

// verify compares the outputs of the two engines in all positions.
func (n *network) verify(w *worker, batch int) (difference, error) {
	var found difference
	path := n.planes + ".out"
	if _, err := w.ask(request{Do: "outputs", Name: n.name, Batch: batch, File: path}); err != nil {
		return found, err
	}
	policies, err := readFloats(path)
	if err != nil {
		return found, err
	}
	size := n.board.Area() * net.MovePlanes
	outcomes := policies[positions*size:]
	for i := range positions {
		p, prior, err := n.predict(i)
		if err != nil {
			return found, err
		}
		found.add(p, outcomes[3*i:][:3], prior, n.logits(i, policies[i*size:][:size]))
	}
	return found, found.check(n.name, batch)
}

// logits returns the logits of the moves of a position from ONNX Runtime's policy, [net.MovePlanes,
// H, W].
func (n *network) logits(i int, policy []float64) []float64 {
	v := onnx.View{Board: n.board, State: &n.states[i]}
	logits := make([]float64, len(n.moves[i]))
	for k, m := range n.moves[i] {
		logits[k] = v.Logit(m, policy)
	}
	return logits
}

func readFloats(path string) ([]float64, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	list := make([]float64, 0, len(raw)/4)
	for ; len(raw) >= 4; raw = raw[4:] {
		list = append(list, float64(math.Float32frombits(binary.LittleEndian.Uint32(raw))))
	}
	return list, nil
}
