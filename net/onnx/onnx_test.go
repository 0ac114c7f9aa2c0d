package onnx

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// checkpoint returns a network without zero weights, so that every layer matters.
func checkpoint(t *testing.T, cfg net.Config) *net.Checkpoint {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 0))
	w, err := net.NewWeights(cfg, rng)
	if err != nil {
		t.Fatal(err)
	}
	for i := range w.Params {
		p := &w.Params[i]
		fanIn := len(p.Data) / p.Shape[len(p.Shape)-1]
		for j := range p.Data {
			p.Data[j] += float32(rng.NormFloat64() / math.Sqrt(float64(fanIn)) / 2)
		}
	}
	return &net.Checkpoint{Weights: w,
		Meta: net.Meta{Rules: "crossings", Step: 1234, Parent: "step-0001000.safetensors"}}
}

// positions returns positions of random games that are not over, of both colours.
func positions(b *game.Board, n int) []game.State {
	rng := rand.New(rand.NewPCG(6, 0))
	var list []game.State
	for len(list) < n {
		s := b.Start()
		for {
			moves := s.AppendMoves(nil)
			if len(moves) == 0 || len(list) == n {
				break
			}
			if rng.IntN(5) == 0 {
				list = append(list, s)
			}
			s.Play(moves[rng.IntN(len(moves))])
		}
	}
	return list
}

// TestModelComputesWhatTheEngineDoes runs the model in the test's own interpreter and compares it
// with the engine, on boards and networks of several shapes.
func TestModelComputesWhatTheEngineDoes(t *testing.T) {
	for _, cfg := range []net.Config{
		{Blocks: 3, Channels: 7, PoolEvery: 2, ValueHidden: 5},
		{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 3},
		{Blocks: 2, Channels: 5, ValueHidden: 4, Planes: net.Attack},
		{Blocks: 3, Channels: 5, PoolEvery: 1, ValueHidden: 4, Pooling: net.PoolLines},
	} {
		c := checkpoint(t, cfg)
		for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas:7x5"} {
			b := game.MustBoard(name)
			states := positions(b, 6)
			graph := parse(t, Encode(c, b)).messages(t, 7)[0]
			values := interpret(t, graph, map[string]array{Planes: planes(b, cfg.Planes, states)})
			evaluator := net.NewNetwork(c.Weights).NewEvaluator(b)
			for i := range states {
				compare(t, evaluator, &states[i], i, values)
			}
		}
	}
}

// compare checks the outputs of position i of a batch. The engine has only probabilities of moves.
// They fix the logits up to a constant, which does not matter.
func compare(t *testing.T, evaluator *net.Evaluator, s *game.State, i int, values map[string]array) {
	t.Helper()
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	p, err := evaluator.Predict(s, moves, prior)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float32{p.Win, p.Draw, p.Loss} {
		if got := values[WDL].at(i, k); math.Abs(got-float64(want)) > 1e-5 {
			t.Fatalf("%v: outcome %d is %v, the engine has %v", s, k, got, want)
		}
	}
	logits := make([]float64, len(moves))
	sum := 0.0
	for k, m := range moves {
		logits[k] = logit(s, m, values[Policy], i)
		sum += math.Exp(logits[k])
	}
	for k := range moves {
		if got, want := logits[k]-math.Log(sum), math.Log(float64(prior[k])); math.Abs(got-want) > 1e-4 {
			t.Fatalf("%v: the logarithm of the prior of move %d is %v, the engine has %v", s, k, got, want)
		}
	}
}

// logit returns the logit of a move as the model's metadata and docs/model.md define it, without
// the help of package net.
func logit(s *game.State, m game.Move, policy array, i int) float64 {
	compass := []string{"N", "NE", "E", "SE", "S", "SW", "W", "NW"}
	if s.Turn() == game.Black { // north with south
		compass = []string{"S", "SE", "E", "NE", "N", "NW", "W", "SW"}
	}
	row := func(q game.Square) int {
		if s.Turn() == game.Black {
			return s.Board().Height() - 1 - q.Row()
		}
		return q.Row()
	}
	d, k := slices.Index(compass, m.Direction().String()), m.Distance()
	rear, landing := m.Rear(), m.RearLanding()
	return policy.at(i, 8*d+k-1, row(rear), rear.Col()) + policy.at(i, 64+d, row(landing), landing.Col())
}

func TestModelDeclares(t *testing.T) {
	c, b := checkpoint(t, net.Config{Blocks: 2, Channels: 4, PoolEvery: 2, ValueHidden: 3}),
		game.MustBoard("epaminondas")
	model := parse(t, Encode(c, b))
	if ir, operators := model.int(1), model.messages(t, 8)[0].int(2); ir != 8 || operators != 17 {
		t.Errorf("IR version %d with operator set %d, want 8 and 17", ir, operators)
	}
	graph := model.messages(t, 7)[0]
	if got, want := fmt.Sprint(shapes(t, graph, 11)), "[planes [batch 37 12 14]]"; got != want {
		t.Errorf("inputs %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(shapes(t, graph, 12)), "[policy [batch 72 12 14] wdl [batch 3]]"; got != want {
		t.Errorf("outputs %s, want %s", got, want)
	}
	meta := map[string]string{}
	for _, e := range model.messages(t, 14) {
		meta[e.text(1)] = e.text(2)
	}
	for key, want := range map[string]string{
		"format": "epaminondas onnx", "version": "1", "rules": "epaminondas", "trained": "crossings",
		"step": "1234", "parent": "step-0001000.safetensors",
		"network": "2 residual blocks of two 3x3 convolutions with 4 channels, one block in 2 with global pooling, 3 hidden units in the value head",
		"view":    "side to move", "planes": "34 ones", "policy": "policy[8d+k-1]",
		"wdl": "win, a draw and a loss",
	} {
		if !strings.Contains(meta[key], want) {
			t.Errorf("metadata %s is %q, want %q in it", key, meta[key], want)
		}
	}
}

// TestModelNamesPooling checks the words for pooling. Readers of the model need no other version,
// because its input and its outputs are the same.
func TestModelNamesPooling(t *testing.T) {
	c := checkpoint(t,
		net.Config{Blocks: 2, Channels: 4, PoolEvery: 2, ValueHidden: 3, Pooling: net.PoolLines})
	meta := map[string]string{}
	for _, e := range parse(t, Encode(c, game.MustBoard("epaminondas"))).messages(t, 14) {
		meta[e.text(1)] = e.text(2)
	}
	const want = "one block in 2 with global pooling and pooling over rows and columns, 3 hidden"
	if meta["version"] != "1" || !strings.Contains(meta["network"], want) {
		t.Errorf("version %s, network %q, want 1 and %q", meta["version"], meta["network"], want)
	}
}

// TestModelNamesGroups checks a model with more planes than the group lines has. It also checks
// that a model with only this group has no key for groups.
func TestModelNamesGroups(t *testing.T) {
	for _, test := range []struct {
		planes                  net.Groups
		inputs, version, groups string
	}{
		{0, "[planes [batch 37 12 14]]", "1", ""},
		{net.Attack, "[planes [batch 45 12 14]]", "2", "lines,attack"},
	} {
		c := checkpoint(t, net.Config{Blocks: 1, Channels: 4, ValueHidden: 3, Planes: test.planes})
		model := parse(t, Encode(c, game.MustBoard("epaminondas")))
		if got := fmt.Sprint(shapes(t, model.messages(t, 7)[0], 11)); got != test.inputs {
			t.Errorf("inputs %s, want %s", got, test.inputs)
		}
		meta := map[string]string{}
		for _, e := range model.messages(t, 14) {
			meta[e.text(1)] = e.text(2)
		}
		told := strings.Contains(meta["planes"], "From plane 37 on, the group attack")
		if meta["version"] != test.version || meta["groups"] != test.groups || told != (test.groups != "") {
			t.Errorf("%v: the metadata is %v", test.planes, meta)
		}
	}
}

// TestModelHoldsWhatPlays checks that the model has all weights of play, and no weights for
// training only.
func TestModelHoldsWhatPlays(t *testing.T) {
	c := checkpoint(t,
		net.Config{Blocks: 2, Channels: 4, PoolEvery: 2, ValueHidden: 3, Pooling: net.PoolLines})
	tensors := initializers(t, parse(t, Encode(c, game.MustBoard("crossings"))).messages(t, 7)[0])
	for _, p := range c.Weights.Params {
		training := net.Auxiliary(p.Name)
		if _, held := tensors[p.Name]; held == training {
			t.Errorf("%s: in the model %t, for training only %t", p.Name, held, training)
		}
	}
}
