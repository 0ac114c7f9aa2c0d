package backend

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net"
)

// TestEveryDeviceEvaluates checks that all devices give the same answers through the same two doors.
func TestEveryDeviceEvaluates(t *testing.T) {
	b, w := game.MustBoard(rules), weights(t, 2, 8)
	start := b.Start()
	moves := start.AppendMoves(nil)
	want := make([]float32, len(moves))
	outcome, err := net.NewNetwork(w).NewEvaluator(b).Predict(&start, moves, want)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names() {
		network, err := Open(w, Options{Device: Device(name)})
		if err != nil {
			t.Fatal(err)
		}
		eval, err := network.OpenPredictor(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		prior := make([]float32, len(moves))
		got, err := eval.Predict(&start, moves, prior)
		if err != nil || got != outcome || !slices.Equal(prior, want) {
			t.Errorf("%s: %v (%v), want %v", name, got, err, outcome)
		}
		if value, err := eval.Evaluate(&start, moves, prior); err != nil || value != outcome.Value() {
			t.Errorf("%s: value %v (%v), want %v", name, value, err, outcome.Value())
		}
		if _, err := eval.Evaluate(&start, nil, nil); err == nil {
			t.Errorf("%s: no moves are not refused", name)
		}
		if err := eval.Close(); err != nil {
			t.Error(err)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := network.Open(cancelled, b); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: opening after the end fails with %v", name, err)
		}
	}
}

// TestAuto checks that batches are chosen for wide networks, from more searches than cores on, and that
// the attributes suit the device.
func TestAuto(t *testing.T) {
	for _, c := range []struct {
		channels     int
		device, want Device
		alone        int
	}{
		{32, "", CPU, 0}, {64, Auto, CPU, 0}, {96, Auto, Batch, cores()}, {128, "", Batch, cores()},
		{128, CPU, CPU, 0}, {8, Batch, Batch, 0}, {128, Check, Check, 0},
	} {
		shape := net.Config{Blocks: 1, Channels: c.channels}
		a, err := Plan(shape, Options{Device: c.device})
		if err != nil || a.Device != c.want || a.Kernels == "" || a.Alone != c.alone {
			t.Errorf("%+v: %+v (%v)", c, a, err)
		}
		if batches := a.BestBatch > 1; batches == (c.want == CPU) || a.InFlight < cores() ||
			batches != (a.Threads > 0) {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	network, err := Open(weights(t, 1, 96), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a := network.Direct().Attributes(); a.Device != CPU || a.Threads != 0 || a.Kernels == "" {
		t.Errorf("the direct network has %+v", a)
	}
}

func TestRefusals(t *testing.T) {
	want := `device is "gpu", want one of auto, cpu, batch, check`
	if _, err := Open(weights(t, 1, 8), Options{Device: "gpu"}); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	var d Device
	if err := d.UnmarshalText([]byte("batch")); err != nil || d != Batch {
		t.Errorf("device %q, %v", d, err)
	}
}

// skewed is a source whose evaluators add to the first prior and to the chance of a win.
type skewed struct {
	direct
	prior, win float32
}

func (s skewed) open(ctx context.Context, b *game.Board) (Evaluator, error) {
	eval, err := s.direct.open(ctx, b)
	return skew{eval, s}, err
}

type skew struct {
	Evaluator
	by skewed
}

func (e skew) Predict(s *game.State, moves []game.Move, prior []float32) (net.Prediction, error) {
	p, err := e.Evaluator.Predict(s, moves, prior)
	prior[0] += e.by.prior
	p.Win += e.by.win
	return p, err
}

// TestCheckedFindsDifferences checks that a difference beyond the tolerance is an error that names the
// position, and that NaN differs from everything.
func TestCheckedFindsDifferences(t *testing.T) {
	b, plain := game.MustBoard(rules), direct{network(t, 1, 8)}
	start := b.Start()
	for _, c := range []struct {
		prior, win float32
		tolerance  float64
		want       string // in the error; "" for none
	}{
		{0, 0, 0, ""}, {1e-4, 0, 1e-3, ""}, {0, -1e-4, 1e-3, ""},
		{1e-2, 0, 1e-3, "the priors of"}, {0, 1e-2, 1e-3, "outcomes"}, {1e-5, 0, 0, "the priors of"},
		{float32(math.NaN()), 0, 1, "the priors of"},
	} {
		eval, err := checked{plain, skewed{plain, c.prior, c.win}, c.tolerance}.open(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		err = within(t, ask(t, eval, b))
		text := fmt.Sprint(err)
		named := strings.Contains(text, c.want) && strings.Contains(text, start.String())
		if c.want == "" && err != nil || c.want != "" && !named {
			t.Errorf("%+v: error %v", c, err)
		}
		if err := eval.Close(); err != nil {
			t.Error(err)
		}
	}
}
