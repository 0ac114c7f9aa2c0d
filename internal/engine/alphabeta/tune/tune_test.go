package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/engine/alphabeta"
)

// invented returns samples with outcomes drawn from the odds that w predicts.
func invented(w alphabeta.Weights, n int) []Sample {
	rng := rand.New(rand.NewPCG(1, 2))
	samples := make([]Sample, n)
	for i := range samples {
		s := &samples[i]
		s.Game = i / 10
		score := 0.0
		for j, weight := range w.Vector() {
			s.Features[j] = math.Round(rng.NormFloat64() * 2)
			score += float64(weight) * s.Features[j] / 10
		}
		if rng.Float64() < 1/(1+math.Exp(-score/float64(w.Scale))) {
			s.Outcome = 1
		}
	}
	return samples
}

func TestFitFindsTheWeightsThatMadeTheOutcomes(t *testing.T) {
	var truth, start alphabeta.Weights
	truth.SetVector([alphabeta.Terms]int{1000, 50, 300, 250, 120, 300, 700, 30, 0, 400,
		5, 40, 200, 20, 600, 100})
	truth.Scale = 300
	start.SetVector([alphabeta.Terms]int{1000, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100,
		100, 100, 100, 100, 100})
	start.Scale = 300
	got, report, err := Fit(context.Background(), invented(truth, 20_000), start)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range truth.Vector() {
		if off := got.Vector()[i] - want; off < -80 || off > 80 {
			t.Errorf("weight %d is %d, want %d", i, got.Vector()[i], want)
		}
	}
	if got.Scale != 300 {
		t.Errorf("the scale is %d, want 300", got.Scale)
	}
	if report.Games != 1600 || report.HeldGames != 400 || report.Fitted >= report.Start ||
		report.HeldFitted >= report.HeldStart {
		t.Errorf("%+v", report)
	}
}

func TestNoFeatureBecomesAFault(t *testing.T) {
	truth := alphabeta.Weights{Stone: 1000, HomeRun: -500, Centre: 300, Rank: -200, Scale: 200}
	start := alphabeta.Weights{Stone: 1000, HomeRun: 50, Centre: 50, Scale: 200}
	got, _, err := Fit(context.Background(), invented(truth, 5000), start)
	if err != nil {
		t.Fatal(err)
	}
	if got.HomeRun != 0 || got.Centre < 150 || got.Rank > -50 {
		t.Errorf("%+v: want a home run of 0, and the centre and the rank unchanged", got)
	}
}

func TestGradientIsTheSlope(t *testing.T) {
	samples := invented(alphabeta.Weights{Stone: 100, Turn: 30, Rank: -20, Scale: 50}, 200)
	var at vector
	for i := range at {
		at[i] = 0.1 * float64(i%3)
	}
	gradient := make([]float64, alphabeta.Terms)
	loss(samples, &at, gradient)
	for i := range at {
		const step = 1e-5
		up, down := at, at
		up[i] += step
		down[i] -= step
		slope := (loss(samples, &up, nil) - loss(samples, &down, nil)) / (2 * step)
		if math.Abs(slope-gradient[i]) > 1e-6 {
			t.Errorf("slope %d is %v, the gradient says %v", i, slope, gradient[i])
		}
	}
}

func miniature() *game.Board {
	return game.MustBoard("epaminondas:5x6x1,max_plies=40")
}

func TestGamesAreTheSameInParallel(t *testing.T) {
	b := miniature()
	w := alphabeta.DefaultWeights(b.Rules())
	play := func(parallel int) []Sample {
		samples, err := Play(context.Background(), b, w,
			Config{Games: 6, Nodes: 100, Random: 2, Parallel: parallel, TableMiB: 1, Seed: 3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return samples
	}
	one := play(1)
	if two := play(2); !reflect.DeepEqual(one, two) {
		t.Error("two games at a time give other samples")
	}
	won, lost := 0, 0
	for _, s := range one {
		switch s.Outcome {
		case 1:
			won++
		case 0:
			lost++
		}
		if s.Features[alphabeta.Terms-1] != 1 {
			t.Fatalf("the feature of the side to move is %v", s.Features)
		}
	}
	if won == 0 || lost == 0 {
		t.Errorf("%d samples are won and %d lost", won, lost)
	}
}

func TestUnusableTuningIsRefused(t *testing.T) {
	b := miniature()
	w := alphabeta.DefaultWeights(b.Rules())
	if _, err := Play(context.Background(), b, w,
		Config{Games: 1, Nodes: 0, Random: 1, Parallel: 1, TableMiB: 1}, nil); err == nil ||
		!strings.Contains(err.Error(), "nodes is 0") {
		t.Errorf("no nodes: %v", err)
	}
	if _, _, err := Fit(context.Background(), nil, w); err == nil {
		t.Error("a fit without samples succeeds")
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Play(done, b, w, Default(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled games: %v", err)
	}
	if _, _, err := Fit(done, invented(w, 1000), w); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled fit: %v", err)
	}
}
