package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/onnx"
)

// network is a network in both engines, with the positions of the comparison.
type network struct {
	name      string
	board     *game.Board
	evaluator *net.Evaluator
	groups    net.Groups // of its planes
	states    []game.State
	moves     [][]game.Move
	prior     []float32
	model     string // ONNX file
	planes    string // file with the input planes of all states
}

// newNetwork returns our engine with a network, and positions for it.
func newNetwork(name string, board *game.Board, weights *net.Weights) *network {
	n := &network{name: name, board: board, evaluator: net.NewNetwork(weights).NewEvaluator(board),
		groups: weights.Config.Planes}
	n.drawPositions()
	return n
}

// randomNetwork makes a network, and writes the files that ONNX Runtime needs into dir.
func randomNetwork(dir, name, rules string, cfg net.Config) (*network, error) {
	parsed, err := game.ParseRules(rules)
	if err != nil {
		return nil, err
	}
	board, err := game.NewBoard(parsed)
	if err != nil {
		return nil, err
	}
	weights, err := randomWeights(cfg)
	if err != nil {
		return nil, err
	}
	n := newNetwork(name, board, weights)
	n.model, n.planes = filepath.Join(dir, name+".onnx"), filepath.Join(dir, name+".planes")
	if err := os.WriteFile(n.planes, n.encode(), 0o644); err != nil {
		return nil, err
	}
	return n, os.WriteFile(n.model, onnx.Encode(&net.Checkpoint{Weights: weights}, board), 0o644)
}

// randomWeights returns starting weights plus noise. Without noise some weights are zero, which
// would hide mistakes.
func randomWeights(cfg net.Config) (*net.Weights, error) {
	rng := rand.New(rand.NewPCG(1, 0))
	w, err := net.NewWeights(cfg, rng)
	if err != nil {
		return nil, err
	}
	for i := range w.Params {
		p := &w.Params[i]
		fanIn := len(p.Data) / p.Shape[len(p.Shape)-1]
		for j := range p.Data {
			p.Data[j] += float32(rng.NormFloat64() / math.Sqrt(float64(fanIn)) / 2)
		}
	}
	return w, nil
}

// drawPositions draws unfinished positions of random games.
func (n *network) drawPositions() {
	rng := rand.New(rand.NewPCG(2, 0))
	for len(n.states) < positions {
		s := n.board.Start()
		for len(n.states) < positions {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			if rng.IntN(10) == 0 {
				n.states, n.moves = append(n.states, s), append(n.moves, moves)
				n.prior = append(n.prior, make([]float32, max(0, len(moves)-len(n.prior)))...)
			}
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// shape returns the shape of the input planes of a position.
func (n *network) shape() []int { return []int{n.groups.Count(), n.board.Height(), n.board.Width()} }

// encode returns the input planes of all positions, [positions, P, H, W], as the bytes of float32.
func (n *network) encode() []byte {
	var file []byte
	width, planes := n.board.Width(), onnx.InputPlanes(n.groups)
	for i := range n.states {
		v := onnx.View{Board: n.board, State: &n.states[i]}
		for _, plane := range planes {
			for square := range n.board.Area() {
				file = binary.LittleEndian.AppendUint32(file,
					math.Float32bits(plane(v, square/width, square%width)))
			}
		}
	}
	return file
}

// predict evaluates a position with our engine.
func (n *network) predict(i int) (net.Prediction, []float32, error) {
	prior := n.prior[:len(n.moves[i])]
	p, err := n.evaluator.Predict(&n.states[i], n.moves[i], prior)
	return p, prior, err
}
