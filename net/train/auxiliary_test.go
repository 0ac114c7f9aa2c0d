package train

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
)

// headLoss returns the loss of the auxiliary head with a name.
func headLoss(l Losses, name string) float64 {
	return l.Heads[slices.IndexFunc(net.Heads(), func(h net.Head) bool { return h.Name == name })]
}

func ordered(t testing.TB) []auxiliary {
	t.Helper()
	heads, err := orderedAuxiliaries()
	if err != nil {
		t.Fatal(err)
	}
	return heads
}

// TestNinthHeadIsRefused checks that a head without room in the figures of a step is named at start.
func TestNinthHeadIsRefused(t *testing.T) {
	heads := net.Heads()
	for len(heads) <= net.MaxHeads {
		heads = append(heads, net.Head{Name: fmt.Sprintf("head%d", len(heads)+1)})
	}
	_, err := order(heads, auxiliaries())
	if err == nil || !strings.Contains(err.Error(), "head9 is number 9") {
		t.Errorf("error %v, want the name of the ninth head", err)
	}
}

// TestEveryHeadIsWhole checks that the tables of heads agree. Each head has a row here and a key of
// its own in the config, and each row has a head.
func TestEveryHeadIsWhole(t *testing.T) {
	heads := net.Heads()
	if len(auxiliaries()) != len(heads) || len(heads) > net.MaxHeads {
		t.Errorf("%d rows and %d heads, want as many and at most %d", len(auxiliaries()), len(heads),
			net.MaxHeads)
	}
	for i, a := range ordered(t) {
		if a.name != heads[i].Name {
			t.Errorf("row %d is of %s, want %s", i, a.name, heads[i].Name)
		}
		cfg, key := hyper.Config{}, a.name+"_weight"
		fields := reflect.ValueOf(&cfg).Elem()
		for f := range fields.NumField() {
			if fields.Type().Field(f).Tag.Get("toml") == key {
				fields.Field(f).SetFloat(7)
			}
		}
		if a.weight(&cfg) != 7 {
			t.Errorf("%s is not weighted by the key %s", a.name, key)
		}
	}
	if !net.Auxiliary("reply.out.bias") || !net.Auxiliary("average/plies.out.weight") ||
		net.Auxiliary("value.out.weight") {
		t.Error("auxiliary tensors are not told from the others")
	}
}

// TestStateWithoutAHead continues from the state of a network that lacks a head. The head and its
// moments start at zero. Everything else is restored.
func TestStateWithoutAHead(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	weights := newWeights(t, net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4}, 1)
	old, fresh := newTrainer(t, smallConfig(5), board, weights),
		newTrainer(t, smallConfig(5), board, newWeights(t, weights.Config, 2))
	samples := randomSamples(t, board, 5, 3)
	if _, err := old.Step(samples, 1); err != nil {
		t.Fatal(err)
	}
	for _, missing := range []string{"plies.out", "value.out"} {
		var kept []net.Param
		for _, p := range old.state() {
			if !strings.Contains(p.Name, missing) {
				kept = append(kept, p)
			}
		}
		path := filepath.Join(t.TempDir(), "state.safetensors")
		meta := map[string]string{"format": stateFormat, "version": stateVersion, "step": "1"}
		if err := net.WriteTensors(path, kept, meta); err != nil {
			t.Fatal(err)
		}
		err := fresh.LoadState(path)
		if auxiliary := missing == "plies.out"; auxiliary != (err == nil) {
			t.Fatalf("without %s: error %v", missing, err)
		}
	}
	for i, p := range fresh.state() {
		for j, v := range p.Data {
			want := old.state()[i].Data[j]
			if strings.Contains(p.Name, "plies.out") {
				want = 0
			}
			if v != want {
				t.Fatalf("%s is %v, want %v", p.Name, v, want)
			}
		}
	}
	if _, err := fresh.Step(randomSamples(t, board, 5, 4), 1); err != nil {
		t.Fatal(err)
	}
}

// TestTargetsFitTheirHeads checks that checkTargets refuses wrong targets.
func TestTargetsFitTheirHeads(t *testing.T) {
	board := game.MustBoard("epaminondas:4x4x1")
	for i := range net.Heads() {
		b := newBatch(newWorkers(1, 2), board, 0, ordered(t))
		if err := b.checkTargets(); err != nil {
			t.Fatal(err)
		}
		b.auxiliary[i] = &outcomeTarget{newDistributions(2, 1, outcomes)}
		if err := b.checkTargets(); err == nil || !strings.Contains(err.Error(), net.Heads()[i].Name) {
			t.Errorf("head %d: error %v", i, err)
		}
	}
}
