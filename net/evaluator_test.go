package net

import (
	"errors"
	"math"
	"slices"
	"testing"

	"epaminondas/game"
)

// noisyWeights returns weights without zeros, so that every layer matters.
func noisyWeights(t testing.TB, cfg Config, seed uint64) *Weights {
	t.Helper()
	rng := newRand(seed)
	w, err := NewWeights(cfg, rng)
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
	return w
}

// TestEvaluatorAgreesWithPlainNetwork checks the engine against the plain network on every size of
// board, with the same weights.
func TestEvaluatorAgreesWithPlainNetwork(t *testing.T) {
	for _, test := range []struct {
		Config
		plies int
	}{
		{Config{Blocks: 3, Channels: 7, PoolEvery: 2, ValueHidden: 5}, 9},
		{Config{Blocks: 1, Channels: 4, ValueHidden: 3}, 9},
		{Config{Blocks: 2, Channels: 6, ValueHidden: 3, Planes: Attack}, 12},
		{Config{Blocks: 1, Channels: 40, PoolEvery: 1, ValueHidden: 16}, 2},
		{Config{Blocks: 3, Channels: 7, PoolEvery: 2, ValueHidden: 5, Pooling: PoolLines}, 9},
		{Config{Blocks: 2, Channels: 24, PoolEvery: 1, ValueHidden: 4, Planes: Attack,
			Pooling: PoolLines}, 2},
	} {
		w := noisyWeights(t, test.Config, 21)
		network := NewNetwork(w)
		for _, name := range ruleNames {
			e := network.NewEvaluator(game.MustBoard(name))
			eachPosition(t, name, 1, test.plies, func(s *game.State, moves []game.Move) {
				prior := make([]float32, len(moves))
				p, err := e.Predict(s, moves, prior)
				if err != nil {
					t.Fatal(err)
				}
				wantPrior, want := plainPredict(w, s, moves)
				for i := range moves {
					if math.Abs(float64(prior[i])-wantPrior[i]) > 1e-5 {
						t.Fatalf("%s: %s: prior %d is %v, want %v", name, s, i, prior[i], wantPrior[i])
					}
				}
				for i, v := range []float32{p.Win, p.Draw, p.Loss} {
					if math.Abs(float64(v)-want[i]) > 1e-5 {
						t.Fatalf("%s: %s: outcomes %v, want %v", name, s, p, want)
					}
				}
			})
		}
	}
}

// TestEvaluatorIsTheSameForBothColours checks that a position and its turned twin get the same
// value, and each move the prior of its twin.
func TestEvaluatorIsTheSameForBothColours(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 2, Channels: 6, PoolEvery: 1, ValueHidden: 4, Planes: Attack,
		Pooling: PoolLines}, 22)
	for _, name := range []string{"epaminondas:4x6x1", "epaminondas:5x7,symmetry=rotation", "crossings"} {
		e := NewNetwork(w).NewEvaluator(game.MustBoard(name))
		eachPosition(t, name, 2, 50, func(s *game.State, moves []game.Move) {
			turned := s.Turned()
			twins := make([]game.Move, len(moves))
			for i, m := range moves {
				twins[i] = s.Board().FlipMove(m)
			}
			prior, twinPrior := make([]float32, len(moves)), make([]float32, len(moves))
			value, err := e.Evaluate(s, moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			twinValue, err := e.Evaluate(&turned, twins, twinPrior)
			if err != nil {
				t.Fatal(err)
			}
			if value != twinValue {
				t.Fatalf("%s: %s: value %v, turned %v", name, s, value, twinValue)
			}
			var sum float64
			for i := range prior {
				sum += float64(prior[i])
				if prior[i] != twinPrior[i] {
					t.Fatalf("%s: %s: prior %v, turned %v", name, s, prior[i], twinPrior[i])
				}
			}
			if math.Abs(sum-1) > 1e-5 || value < -1 || value > 1 {
				t.Fatalf("%s: %s: priors sum to %v, value %v", name, s, sum, value)
			}
		})
	}
}

// TestFreshNetworkIsNearlyIndifferent checks that training starts from priors near uniform and
// values near zero, with features of a healthy size.
func TestFreshNetworkIsNearlyIndifferent(t *testing.T) {
	w, err := NewWeights(Default(), newRand(23))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"epaminondas:4x6x1", "epaminondas", "crossings"} {
		e := NewNetwork(w).NewEvaluator(game.MustBoard(name))
		eachPosition(t, name, 1, 30, func(s *game.State, moves []game.Move) {
			prior := make([]float32, len(moves))
			value, err := e.Evaluate(s, moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range prior {
				if ratio := float64(p) * float64(len(moves)); ratio < 0.4 || ratio > 2.5 {
					t.Fatalf("%s: %s: a prior is %v times the uniform one", name, s, ratio)
				}
			}
			if math.Abs(float64(value)) > 0.3 {
				t.Fatalf("%s: %s: value %v", name, s, value)
			}
			var square float64
			for _, x := range e.flat {
				square += float64(x) * float64(x)
			}
			if square /= float64(len(e.flat)); square < 0.3 || square > 3 {
				t.Fatalf("%s: %s: mean square of the features is %v", name, s, square)
			}
		})
	}
}

func TestEvaluatorRefuses(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 3, Pooling: PoolLines}, 24)
	small, large := game.MustBoard("epaminondas:4x6x1").Start(), game.MustBoard("epaminondas").Start()
	moves := small.AppendMoves(nil)
	prior := make([]float32, len(moves))
	e := NewNetwork(w).NewEvaluator(small.Board())
	if _, err := e.Evaluate(&large, large.AppendMoves(nil), make([]float32, 114)); err == nil {
		t.Error("a position of another size is accepted")
	}
	if _, err := e.Evaluate(&small, nil, nil); err == nil {
		t.Error("a position without moves is accepted")
	}
	if _, err := e.Evaluate(&small, moves, prior[1:]); err == nil {
		t.Error("too few priors are accepted")
	}
	if _, err := e.Evaluate(&small, moves, prior); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"stem.weight", "block0.rows.weight", "block0.columns.weight",
		"block0.conv2.bias", "policy.out.bias", "value.dense.weight"} {
		bad := w.Clone()
		for i := range bad.Param(name).Data {
			bad.Param(name).Data[i] = float32(math.NaN())
		}
		if _, err := NewNetwork(bad).NewEvaluator(small.Board()).Evaluate(&small, moves,
			prior); !errors.Is(err, ErrNotFinite) {
			t.Errorf("%s is not a number: error %v, want %v", name, err, ErrNotFinite)
		}
	}
}

// TestEvaluatorForgets checks that an evaluation does not depend on earlier evaluations. Positions
// in random order must give exactly the results of a new evaluator.
func TestEvaluatorForgets(t *testing.T) {
	network := NewNetwork(noisyWeights(t,
		Config{Blocks: 2, Channels: 9, PoolEvery: 2, ValueHidden: 5, Planes: Attack, Pooling: PoolLines}, 28))
	rng := newRand(29)
	for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas"} {
		list := questions(t, name)
		b := list[0].state.Board()
		e := network.NewEvaluator(b)
		fresh := make([]Prediction, len(list))
		for i, q := range list {
			fresh[i], _ = network.NewEvaluator(b).Predict(&q.state, q.moves, q.prior)
		}
		for range 2 * len(list) {
			i := rng.IntN(len(list))
			q := list[i]
			prior := make([]float32, len(q.moves))
			got, err := e.Predict(&q.state, q.moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			if got != fresh[i] || !slices.Equal(prior, q.prior) {
				t.Fatalf("%s: %s: %v %v, fresh %v %v", name, &q.state, got, prior, fresh[i], q.prior)
			}
		}
	}
}

// TestPolicyOnRowsApart checks the priors if other rows lie between the two stones that can move.
func TestPolicyOnRowsApart(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 1, Channels: 8, ValueHidden: 3}, 30)
	b := game.MustBoard("epaminondas:5x7")
	e := NewNetwork(w).NewEvaluator(b)
	for low := range 6 {
		for high := low; high < 6; high++ {
			own := game.Bits{}.With(game.SquareAt(0, low)).With(game.SquareAt(4, high))
			s := b.Position(own, game.Bits{}.With(game.SquareAt(2, 3)), game.White)
			moves := s.AppendMoves(nil)
			prior := make([]float32, len(moves))
			if _, err := e.Evaluate(&s, moves, prior); err != nil {
				t.Fatal(err)
			}
			want, _ := plainPredict(w, &s, moves)
			for i := range moves {
				if math.Abs(float64(prior[i])-want[i]) > 1e-5 {
					t.Fatalf("%s: prior %d is %v, want %v", &s, i, prior[i], want[i])
				}
			}
		}
	}
}

func TestNetworkKeepsItsWeights(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 2, Channels: 5, PoolEvery: 1, ValueHidden: 3, Pooling: PoolLines}, 25)
	s := game.MustBoard("epaminondas:5x7").Start()
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	e := NewNetwork(w).NewEvaluator(s.Board())
	before, _ := e.Evaluate(&s, moves, prior)
	for _, p := range w.Params {
		clear(p.Data)
	}
	if after, _ := e.Evaluate(&s, moves, prior); after != before {
		t.Errorf("value %v became %v when the weights changed", before, after)
	}
}

func TestEvaluateDoesNotAllocate(t *testing.T) {
	s := game.MustBoard("epaminondas:8x8").Start()
	e := NewNetwork(noisyWeights(t,
		Config{Blocks: 2, Channels: 8, PoolEvery: 2, ValueHidden: 8, Planes: Attack, Pooling: PoolLines},
		26)).NewEvaluator(s.Board())
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	if _, err := e.Evaluate(&s, moves, prior); err != nil { // makes room for this number of moves
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(10, func() {
		if _, err := e.Evaluate(&s, moves, prior); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations an evaluation, want none", n)
	}
}
