package net

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
)

func TestNewWeights(t *testing.T) {
	cfg := Config{Blocks: 2, Channels: 6, PoolEvery: 2, ValueHidden: 5, Pooling: PoolLines}
	w, err := NewWeights(cfg, newRand(41))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range w.Params {
		names = append(names, p.Name)
		if len(p.Data) != size(p.Shape) {
			t.Errorf("%s has %d elements, shape %v", p.Name, len(p.Data), p.Shape)
		}
		if bias := strings.HasSuffix(p.Name, ".bias"); p.Decay == bias {
			t.Errorf("%s: decay %v", p.Name, p.Decay)
		}
		zero := true
		for _, v := range p.Data {
			zero = zero && v == 0
		}
		wantZero := strings.HasSuffix(p.Name, ".bias") || strings.HasSuffix(p.Name, "conv2.weight") ||
			strings.HasPrefix(p.Name, "block") && !strings.Contains(p.Name, "conv")
		if zero != wantZero {
			t.Errorf("%s starts at zero: %v, want %v", p.Name, zero, wantZero)
		}
	}
	want := strings.Fields(`stem.weight stem.bias
		block0.conv1.weight block0.conv1.bias block0.conv2.weight block0.conv2.bias
		block1.conv1.weight block1.conv1.bias block1.pool.weight
		block1.rows.weight block1.columns.weight block1.conv2.weight block1.conv2.bias
		policy.hidden.weight policy.hidden.bias policy.pool.weight policy.out.weight policy.out.bias
		reply.out.weight reply.out.bias value.hidden.weight value.hidden.bias value.dense.weight value.dense.bias
		value.out.weight value.out.bias plies.out.weight plies.out.bias occupation.out.weight occupation.out.bias`)
	if !reflect.DeepEqual(names, want) {
		t.Errorf("layout %v, want %v", names, want)
	}
	again, _ := NewWeights(cfg, newRand(41))
	if !reflect.DeepEqual(w, again) {
		t.Error("the same seed gives other weights")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	w, err := NewWeights(Default(), newRand(42))
	if err != nil {
		t.Fatal(err)
	}
	c := w.Clone()
	if !reflect.DeepEqual(c, w) {
		t.Fatal("the clone differs")
	}
	c.Param("stem.weight").Data[0]++
	c.Param("stem.weight").Shape[0]++
	if reflect.DeepEqual(c.Params[0].Data, w.Params[0].Data) || w.Params[0].Shape[0] != 3 {
		t.Error("the clone shares memory")
	}
	if w.Param("stem") != nil {
		t.Error("a parameter that is not there was found")
	}
}

// TestLinesAreMoreTensors checks that pooling over lines adds tensors and changes no other.
func TestLinesAreMoreTensors(t *testing.T) {
	cfg := Config{Blocks: 4, Channels: 6, PoolEvery: 2, ValueHidden: 5}
	without := params(cfg.layers())
	cfg.Pooling = PoolLines
	with := params(cfg.layers())
	var names []string
	with = slices.DeleteFunc(with, func(p Param) bool {
		added := strings.HasSuffix(p.Name, ".rows.weight") || strings.HasSuffix(p.Name, ".columns.weight")
		if added {
			names = append(names, p.Name)
			if !slices.Equal(p.Shape, []int{12, 6}) || !p.Decay {
				t.Errorf("%+v, want the shape [12 6] with decay", p)
			}
		}
		return added
	})
	if len(names) != 4 || !reflect.DeepEqual(with, without) {
		t.Errorf("added %v, the others are %v, want %v", names, with, without)
	}
}

// TestWidenedComputesTheSame compares the outputs of a network without and with new planes and
// lines, to the bit. Other new weights give other outputs, so the test can fail.
func TestWidenedComputesTheSame(t *testing.T) {
	w := noisyWeights(t, Config{Blocks: 2, Channels: 8, PoolEvery: 2, ValueHidden: 5}, 43)
	for _, test := range []struct {
		planes  Groups
		pooling Pooling
		change  func(w *Weights)
	}{
		{Attack, PoolBoard, func(w *Weights) {
			stem := w.Param("stem.weight").Data
			stem[len(stem)-6*8-1]++ // of the last tap and plane 38: enemy stones that the mover can capture
		}},
		{0, PoolLines, func(w *Weights) { w.Param("block1.rows.weight").Data[3]++ }},
		{Attack, PoolLines, func(w *Weights) { w.Param("block1.columns.weight").Data[100]++ }},
	} {
		wide, err := w.Widened(test.planes, test.pooling)
		if err != nil {
			t.Fatal(err)
		}
		want := w.Config
		want.Planes, want.Pooling = test.planes, test.pooling
		if got := wide.Param("stem.weight").Shape; !slices.Equal(got, []int{3, 3, test.planes.Count(), 8}) ||
			wide.Config != want || w.Config.Planes != 0 {
			t.Fatalf("the stem has the shape %v in %+v, before %+v", got, wide.Config, w.Config)
		}
		other := wide.Clone()
		test.change(other)
		checkSame(t, w, wide, other)
	}
}

// checkSame checks that the first two networks compute the same and that the third does not.
func checkSame(t *testing.T, w, wide, other *Weights) {
	t.Helper()
	differs := false
	for _, name := range []string{"epaminondas:4x6x1", "crossings", "epaminondas:8x8"} {
		b := game.MustBoard(name)
		e, same, changed := NewNetwork(w).NewEvaluator(b), NewNetwork(wide).NewEvaluator(b),
			NewNetwork(other).NewEvaluator(b)
		eachPosition(t, name, 2, 60, func(s *game.State, moves []game.Move) {
			prior, got := make([]float32, len(moves)), make([]float32, len(moves))
			want, err := e.Predict(s, moves, prior)
			if err != nil {
				t.Fatal(err)
			}
			if p, err := same.Predict(s, moves, got); err != nil || p != want || !slices.Equal(got, prior) {
				t.Fatalf("%s: %v: %v %v (%v) after widening, want %v %v", name, s, p, got, err, want, prior)
			}
			p, err := changed.Predict(s, moves, got)
			differs = differs || err == nil && p != want
		})
	}
	if !differs {
		t.Errorf("%+v: the new weights never matter: the test cannot fail", wide.Config)
	}
}

func TestWidenedRefuses(t *testing.T) {
	w := noisyWeights(t,
		Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 3, Planes: Attack, Pooling: PoolLines}, 44)
	if _, err := w.Widened(0, PoolLines); err == nil || !strings.Contains(err.Error(), "lines,attack") {
		t.Errorf("fewer planes give %v", err)
	}
	if _, err := w.Widened(0xFF, PoolLines); err == nil {
		t.Error("unknown planes are accepted")
	}
	if _, err := w.Widened(Attack, PoolBoard); err == nil ||
		!strings.Contains(err.Error(), "needs the pooling board,rows,columns, not board") {
		t.Errorf("less pooling gives %v", err)
	}
	same, err := w.Widened(Attack, PoolLines)
	if err != nil || !reflect.DeepEqual(same, w) {
		t.Errorf("the same planes and pooling give other weights (%v)", err)
	}
	none := noisyWeights(t, Config{Blocks: 1, Channels: 4, ValueHidden: 3}, 45)
	if _, err := none.Widened(0, PoolLines); err == nil || !strings.Contains(err.Error(), "no block pools") {
		t.Errorf("lines in a network without pooling give %v", err)
	}
}
