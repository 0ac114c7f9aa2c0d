package net

import (
	"reflect"
	"strings"
	"testing"
)

func TestNewWeights(t *testing.T) {
	cfg := Config{Blocks: 2, Channels: 6, PoolEvery: 2, ValueHidden: 5}
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
			strings.HasPrefix(p.Name, "block") && strings.HasSuffix(p.Name, "pool.weight")
		if zero != wantZero {
			t.Errorf("%s starts at zero: %v, want %v", p.Name, zero, wantZero)
		}
	}
	want := strings.Fields(`stem.weight stem.bias
		block0.conv1.weight block0.conv1.bias block0.conv2.weight block0.conv2.bias
		block1.conv1.weight block1.conv1.bias block1.pool.weight block1.conv2.weight block1.conv2.bias
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
