package train

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
	"epaminondas/net/kernel"
	"epaminondas/net/train/hyper"
)

// lossTerm is one of the losses. It also has the prefixes of the names of tensors that do not
// affect this loss.
type lossTerm struct {
	name   string
	beyond []string
}

// lossTerms returns all losses: of policy and value, and of each auxiliary head.
func lossTerms() []lossTerm {
	others := func(name string, beyond ...string) lossTerm {
		for _, h := range net.Heads() {
			if h.Name != name {
				beyond = append(beyond, h.Name+".")
			}
		}
		return lossTerm{name, beyond}
	}
	terms := []lossTerm{others("policy", "value."), others("value", "policy.")}
	for _, h := range net.Heads() {
		terms = append(terms, others(h.Name, map[net.HeadInput][]string{
			net.HeadMoves: {"policy.out", "value."}, net.HeadPosition: {"policy.", "value.out"},
			net.HeadSquares: {"policy.", "value."},
		}[h.Input]...))
	}
	return terms
}

// only sets the weight of one loss to 1 and all other weights to 0.
func only(cfg *hyper.Config, loss string) {
	fields := reflect.ValueOf(cfg).Elem()
	for f := range fields.NumField() {
		if name, ok := strings.CutSuffix(fields.Type().Field(f).Tag.Get("toml"), "_weight"); ok {
			fields.Field(f).SetFloat(0)
			if name == loss {
				fields.Field(f).SetFloat(1)
			}
		}
	}
}

// TestGradients compares the gradient of every loss with respect to every tensor of weights with
// differences of the loss. It uses the direction of the gradient and random directions.
func TestGradients(t *testing.T) {
	for rules, pooling := range map[string]net.Pooling{"epaminondas:4x4x1": net.PoolBoard,
		"epaminondas:3x4x1": net.PoolLines} {
		t.Run(pooling.String(), func(t *testing.T) { testGradients(t, game.MustBoard(rules), pooling) })
	}
}

func testGradients(t *testing.T, board *game.Board, pooling net.Pooling) {
	weights := newWeights(t, net.Config{Blocks: 2, Channels: 4, PoolEvery: 2, ValueHidden: 5,
		Planes: net.Attack, Pooling: pooling}, 3)
	samples := randomSamples(t, board, 36, 4) // several samples in each part
	maskSome(samples)
	for _, term := range lossTerms() {
		t.Run(term.name, func(t *testing.T) {
			cfg := hyper.Default()
			cfg.BatchSize = len(samples)
			only(&cfg, term.name)
			tr := newTrainer(t, cfg, board, weights)
			if err := tr.batch.fill(samples); err != nil {
				t.Fatal(err)
			}
			scatterPlanes(tr.batch, 6)
			for i, grad := range gradients(t, tr) {
				checkGradient(t, tr, i, grad, hasAnyPrefix(tr.weights.Params[i].Name, term.beyond))
			}
		})
	}
}

// TestGradientsOfParts checks that a batch has the same gradients as a batch of many copies of it.
func TestGradientsOfParts(t *testing.T) {
	board := game.MustBoard("epaminondas:8x8")
	weights := newWeights(t, net.Config{Blocks: 1, Channels: 4, PoolEvery: 1, ValueHidden: 4,
		Pooling: net.PoolLines}, 1)
	samples := randomSamples(t, board, 12, 1)
	var want [][]float64
	for copies := range 2 {
		batch := slices.Repeat(samples, 1+7*copies)
		tr := newTrainer(t, smallConfig(len(batch)), board, weights)
		if err := tr.batch.fill(batch); err != nil {
			t.Fatal(err)
		}
		got := gradients(t, tr)
		if want == nil {
			want = got
		}
		for i, p := range weights.Params {
			for j, g := range got[i] {
				if math.Abs(g-want[i][j]) > 1e-4*math.Sqrt(dot(want[i], want[i])) {
					t.Fatalf("%s: element %d is %v, want %v", p.Name, j, g, want[i][j])
				}
			}
		}
	}
}

// checkGradient checks the gradient by tensor i. The gradient must be zero if and only if beyond is
// set.
func checkGradient(t *testing.T, tr *Trainer, i int, grad []float64, beyond bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, uint64(i)))
	name := tr.weights.Params[i].Name
	norm := math.Sqrt(dot(grad, grad))
	if beyond != (norm == 0) {
		t.Errorf("%s: norm of the gradient is %v", name, norm)
	}
	if beyond {
		return
	}
	for trial := range 3 {
		direction := make([]float64, len(grad))
		for j := range direction {
			direction[j] = rng.NormFloat64()
			if trial == 0 {
				direction[j] = grad[j]
			}
		}
		length := math.Sqrt(dot(direction, direction))
		for j := range direction {
			direction[j] /= length
		}
		want, got := slope(t, tr, i, direction), dot(grad, direction)
		if math.Abs(got-want) > 0.015*norm+3e-4 {
			t.Errorf("%s, direction %d: slope %v by the gradient, %v by differences; norm %v", name, trial,
				got, want, norm)
		}
	}
}

// gradients runs the batch and returns the gradients by all tensors.
func gradients(t *testing.T, tr *Trainer) [][]float64 {
	t.Helper()
	if _, err := tr.run(); err != nil {
		t.Fatal(err)
	}
	var grads [][]float64
	for i, p := range tr.weights.Params {
		value, err := tr.model[i].Grad()
		if err != nil {
			t.Fatal(err)
		}
		var grad []float64
		for _, v := range value.Data().([]float32) {
			grad = append(grad, float64(v))
		}
		if len(grad) != len(p.Data) {
			t.Fatalf("%s: gradient has %d elements", p.Name, len(grad))
		}
		grads = append(grads, grad)
	}
	return grads
}

// slope returns the central difference of the total loss along a direction in tensor i.
func slope(t *testing.T, tr *Trainer, i int, direction []float64) float64 {
	t.Helper()
	const step = 1e-3
	data := tr.weights.Params[i].Data
	kept := append([]float32{}, data...)
	at := func(offset float64) float64 {
		for j := range data {
			data[j] = kept[j] + float32(offset*direction[j])
		}
		losses, err := tr.run()
		if err != nil {
			t.Fatal(err)
		}
		return losses.Total
	}
	difference := at(step) - at(-step)
	copy(data, kept)
	return difference / (2 * step)
}

// scatterPlanes replaces the planes by random ones. In real positions many squares are equal. So
// the kinks of their ReLUs coincide, and no step is small enough for a difference.
func scatterPlanes(b *batch, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	h, w := b.board.Height(), b.board.Width()
	n := b.encoder.Planes()
	size, planes := kernel.PaddedLen(h, w, n), make([]float32, h*w*n)
	for i := range b.samples {
		for j := range planes {
			planes[j] = float32(rng.NormFloat64() / 2)
		}
		kernel.Pad(b.planes[i*size:], planes, h, w, n)
	}
}

// maskSome removes a target from every third sample, and all weight from one sample.
func maskSome(samples []Sample) {
	for i := range samples {
		switch s := &samples[i]; i % 12 {
		case 0:
			s.Policy = nil
		case 3:
			s.ReplyPolicy = nil
		case 6:
			s.HasFinal, s.HasPlies = false, false
		case 9:
			s.Weight = 0
		}
	}
}

func dot(x, y []float64) float64 {
	var total float64
	for i, v := range x {
		total += v * y[i]
	}
	return total
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
