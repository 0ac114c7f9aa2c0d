package loop

import (
	"math"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

func TestSchedule(t *testing.T) {
	s := schedule{steps: 1000, duration: time.Hour, cooldown: 0.25}
	for _, test := range []struct {
		step     int64
		elapsed  time.Duration
		progress float64
		rate     float64
		phase    runs.Phase
	}{
		{0, 0, 0, 1, runs.Constant},
		{500, 0, 0.5, 1, runs.Constant},
		{100, 30 * time.Minute, 0.5, 1, runs.Constant},
		{750, 0, 0.75, 1, runs.Cooldown},
		{875, time.Minute, 0.875, 0.5, runs.Cooldown},
		{999, 0, 0.999, minRate, runs.Cooldown},
		{1000, 0, 1, minRate, runs.Final},
		{10, 2 * time.Hour, 1, minRate, runs.Final},
	} {
		progress := s.progress(test.step, test.elapsed)
		if math.Abs(progress-test.progress) > 1e-9 || math.Abs(s.rate(progress)-test.rate) > 1e-9 ||
			s.phase(progress) != test.phase {
			t.Errorf("step %d after %v: progress %g, rate %g, %s; want %g, %g, %s", test.step, test.elapsed,
				progress, s.rate(progress), s.phase(progress), test.progress, test.rate, test.phase)
		}
	}
	for _, progress := range []float64{0, 0.99, 1} {
		if rate := (schedule{steps: 10}).rate(progress); rate != 1 {
			t.Errorf("without a cooldown the rate at %g is %g", progress, rate)
		}
	}
}

// TestOrigin checks from which checkpoint a run continues, by its budget in steps.
func TestOrigin(t *testing.T) {
	budget := func(steps int64) runs.Train { return runs.Train{Steps: steps, Cooldown: 0.25} }
	row := func(id, step int64, phase runs.Phase) runs.Checkpoint {
		return runs.Checkpoint{ID: id, Step: step, Phase: phase, Budget: budget(1000).Budget()}
	}
	registry := []runs.Checkpoint{
		row(1, 0, runs.Constant), row(2, 700, runs.Constant), row(3, 750, runs.Constant),
		row(4, 900, runs.Cooldown), row(5, 1000, runs.Cooldown), row(6, 1000, runs.Final),
	}
	for _, test := range []struct {
		name   string
		steps  int64
		known  int
		from   int64 // 0 for a refusal
		branch int
	}{
		{"finished", 1000, 6, 6, 0},
		{"killed in the last match", 1000, 5, 5, 0},
		{"interrupted in the cooldown", 1000, 4, 4, 0},
		{"interrupted before it", 1000, 3, 3, 0},
		{"just begun", 1000, 1, 1, 0},
		{"finished, then given a little more", 1200, 6, 3, 1},
		{"finished, then given twice as much", 2000, 6, 3, 1},
		{"finished, then given less", 900, 6, 6, 0},
		{"cooling down, then given more", 1200, 4, 3, 1},
		{"cooling down, then given less", 850, 4, 0, 0},
		{"constant, then given more", 2000, 2, 2, 0},
		{"constant, then given a little less", 950, 2, 2, 0},
		{"constant, then given less than was spent", 700, 2, 0, 0},
	} {
		config := runs.Config{Train: budget(test.steps)}
		l := &loop{config: config, schedule: newSchedule(config.Train), run: &runs.Run{}}
		from, err := l.origin(registry[:test.known])
		if from.ID != test.from || (err == nil) != (test.from != 0) {
			t.Errorf("%s: goes on from %d, %v; want %d", test.name, from.ID, err, test.from)
		}
		if err == nil && (l.branch != test.branch || l.trunk.ID != min(3, int64(test.known))) {
			t.Errorf("%s: branch %d, trunk %d", test.name, l.branch, l.trunk.ID)
		}
	}
}

// lambda returns a targetMaker that uses only the searches.
func lambda(l float64) targetMaker { return targetMaker{target: runs.Target{Lambda: l}} }

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
	decided := targetMaker{target: runs.Target{OutcomeShare: 0.5, LimitWeight: 0.2}}
	drawish := decided
	drawish.draws = true
	for _, test := range []struct {
		name    string
		targets targetMaker
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
