package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"

	"epaminondas/net"
	"epaminondas/net/onnx/onnxtest"
)

// tolerance is the greatest difference allowed between the two engines, of a logit and of a probability.
const tolerance = 1e-4

// difference is the greatest difference found, over all positions.
type difference struct{ logit, wdl float64 }

// verify compares the outputs of the two engines in all positions. Ours has probabilities of the legal moves, whose logarithms
// are the logits up to a constant; the same constant is taken off ONNX Runtime's.
func (n *network) verify(w *worker, batch int) (difference, error) {
	path := n.planes + ".out"
	if _, err := w.ask(request{Do: "outputs", Name: n.name, Batch: batch, File: path}); err != nil {
		return difference{}, err
	}
	outputs, err := readFloats(path)
	if err != nil {
		return difference{}, err
	}
	policies, size := outputs, n.board.Area()*net.MovePlanes
	outcomes := outputs[positions*size:]
	var found difference
	for i := range positions {
		p, prior, err := n.predict(i)
		if err != nil {
			return found, err
		}
		for k, ours := range []float32{p.Win, p.Draw, p.Loss} {
			found.wdl = max(found.wdl, math.Abs(float64(ours)-outcomes[3*i+k]))
		}
		found.logit = max(found.logit, n.logitDifference(i, policies[i*size:][:size], prior))
	}
	if !(found.logit <= tolerance && found.wdl <= tolerance) {
		return found, fmt.Errorf("%s, batch %d: logits differ by %.1e, outcomes by %.1e, want at most %g", n.name, batch, found.logit, found.wdl, tolerance)
	}
	return found, nil
}

// logitDifference compares the policies of a position, ONNX Runtime's as [net.MovePlanes, H, W].
func (n *network) logitDifference(i int, policy []float64, prior []float32) float64 {
	v := onnxtest.View{Board: n.board, State: &n.states[i]}
	logits, sum := make([]float64, len(prior)), 0.0
	for k, m := range n.moves[i] {
		logits[k] = v.Logit(m, policy)
		sum += math.Exp(logits[k])
	}
	worst := 0.0
	for k, p := range prior {
		worst = max(worst, math.Abs(math.Log(float64(p))-(logits[k]-math.Log(sum))))
	}
	return worst
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
