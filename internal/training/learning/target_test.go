package learning

import (
	"math"
	"testing"

	"epaminondas/game"
	"epaminondas/internal/training/config"
	"epaminondas/replay"
)

// lambda returns a Targets that asks the searches alone.
func lambda(l float64) Targets { return Targets{target: config.Target{Lambda: l}} }

// shares returns a value as shares of win, draw and loss, where no draws exist.
func shares(value float64) [3]float32 {
	return [3]float32{float32(1+value) / 2, 0, float32(1-value) / 2}
}

// alternating returns the values of n searches that all see the same side winning.
func alternating(n int) []float32 {
	values := make([]float32, n)
	for i := range values {
		values[i] = 1 - 2*float32(i%2)
	}
	return values
}

var nan = float32(math.NaN())

func TestValueTargets(t *testing.T) {
	decided := Targets{target: config.Target{OutcomeShare: 0.5, LimitWeight: 0.2}}
	drawish := decided
	drawish.draws = true
	for _, test := range []struct {
		name    string
		targets Targets
		sample  replay.Sample
		want    [3]float32
	}{
		{"won as expected", decided, replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 1},
			[3]float32{1, 0, 0}},
		{"lost in doubt", decided, replay.Sample{HasOutcome: true, Outcome: -1, RootValue: 0},
			[3]float32{0.25, 0, 0.75}},
		{"judged at the limit", decided, replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 0,
			Reason: game.PlyLimit}, [3]float32{0.55, 0, 0.45}},
		{"stopped", decided, replay.Sample{RootValue: -1}, [3]float32{0, 0, 1}},
		{"drawn", drawish, replay.Sample{HasOutcome: true, Outcome: 0, RootValue: 0.5,
			Reason: game.PlyLimit}, [3]float32{0.25, 0.75, 0}},
		{"lambda, half of it the next", lambda(0.5),
			replay.Sample{RootValue: 0.4, Values: []float32{0.4, 0.2}}, shares(0.5*0.4 - 0.5*0.2)},
		{"lambda, a gap", lambda(0.5), replay.Sample{RootValue: 0.4, Values: []float32{0.4, nan, 0.2}},
			shares(0.5*0.4 + 0.5*0.2)},
		{"lambda, the rest is the outcome", lambda(0.5),
			replay.Sample{HasOutcome: true, Outcome: -1, RootValue: 0.4,
				Values: []float32{0.4, 0.2}}, shares(0.5*0.4 - 0.25*0.2 - 0.25)},
		{"lambda, judged at the limit", lambda(0.5),
			replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 0.4, Values: []float32{0.4, 0.2},
				Reason: game.PlyLimit}, shares(0.5*0.4 - 0.5*0.2)},
		{"lambda 1 is the outcome", lambda(1),
			replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 0.4,
				Values: []float32{0.4, 0.2}}, shares(1)},
		{"lambda 0 is the search", lambda(0),
			replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 0.4,
				Values: []float32{0.4, 0.2}}, shares(0.4)},
		{"a long game", lambda(0.5), replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 1,
			Values: alternating(200)}, shares(1)},
		{"drawn, thought lost", drawish, replay.Sample{HasOutcome: true, Outcome: 0, RootValue: -1},
			[3]float32{0, 0.5, 0.5}},
	} {
		if test.sample.Values == nil {
			test.sample.Values = []float32{test.sample.RootValue}
		}
		got := test.targets.value(&test.sample)
		for i := range got {
			if math.Abs(float64(got[i]-test.want[i])) > 1e-6 {
				t.Errorf("%s: %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}
