package loop

import (
	"math"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/run"
	"epaminondas/replay"
)

func TestSchedule(t *testing.T) {
	s := schedule{steps: 1000, duration: time.Hour, cooldown: 0.25}
	for _, test := range []struct {
		step     int64
		elapsed  time.Duration
		progress float64
		rate     float64
		phase    run.Phase
	}{
		{0, 0, 0, 1, run.Constant},
		{500, 0, 0.5, 1, run.Constant},
		{100, 30 * time.Minute, 0.5, 1, run.Constant},
		{750, 0, 0.75, 1, run.Cooldown},
		{875, time.Minute, 0.875, 0.5, run.Cooldown},
		{999, 0, 0.999, minRate, run.Cooldown},
		{1000, 0, 1, minRate, run.Final},
		{10, 2 * time.Hour, 1, minRate, run.Final},
	} {
		progress := s.progress(test.step, test.elapsed)
		if math.Abs(progress-test.progress) > 1e-9 || math.Abs(s.rate(progress)-test.rate) > 1e-9 || s.phase(progress) != test.phase {
			t.Errorf("step %d after %v: progress %g, rate %g, %s; want %g, %g, %s", test.step, test.elapsed,
				progress, s.rate(progress), s.phase(progress), test.progress, test.rate, test.phase)
		}
	}
	if rate := (schedule{steps: 10}).rate(0.99); rate != 1 {
		t.Errorf("without a cooldown the rate is %g", rate)
	}
}

func TestBranch(t *testing.T) {
	registry := []run.Checkpoint{
		{ID: 1, Step: 0, Phase: run.Constant},
		{ID: 2, Step: 700, Phase: run.Constant},
		{ID: 3, Step: 750, Phase: run.Constant},
		{ID: 4, Step: 900, Phase: run.Cooldown},
		{ID: 5, Step: 1000, Phase: run.Final},
	}
	for _, test := range []struct {
		name     string
		steps    int64
		known    int
		from     int64
		constant int64
	}{
		{"finished", 1000, 5, 5, 3},
		{"interrupted in the cooldown", 1000, 4, 4, 3},
		{"interrupted before it", 1000, 3, 3, 3},
		{"just begun", 1000, 1, 1, 1},
		{"given more steps", 2000, 5, 3, 3},
		{"given so few that it is over", 900, 5, 5, 3},
	} {
		l := &Loop{schedule: schedule{steps: test.steps, cooldown: 0.25}, run: &run.Run{}}
		from, trunk, err := l.branch(registry[:test.known])
		if err != nil || from.ID != test.from || trunk.ID != test.constant {
			t.Errorf("%s: goes on from %d, trunk %d, %v; want %d and %d", test.name, from.ID, trunk.ID, err, test.from, test.constant)
		}
	}
	if _, _, err := (&Loop{run: &run.Run{Dir: "x"}}).branch(nil); err == nil {
		t.Error("an empty registry has a branch")
	}
}

func TestValueTargets(t *testing.T) {
	decided := teacher{target: run.Target{OutcomeShare: 0.5, LimitWeight: 0.2}}
	drawish := decided
	drawish.draws = true
	for _, test := range []struct {
		name    string
		teacher teacher
		sample  replay.Sample
		want    [3]float32
	}{
		{"won as expected", decided, replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 1}, [3]float32{1, 0, 0}},
		{"lost in doubt", decided, replay.Sample{HasOutcome: true, Outcome: -1, RootValue: 0}, [3]float32{0.25, 0, 0.75}},
		{"judged at the limit", decided, replay.Sample{HasOutcome: true, Outcome: 1, RootValue: 0, Reason: game.PlyLimit.String()}, [3]float32{0.55, 0, 0.45}},
		{"stopped", decided, replay.Sample{RootValue: -1}, [3]float32{0, 0, 1}},
		{"drawn", drawish, replay.Sample{HasOutcome: true, Outcome: 0, RootValue: 0.5, Reason: game.PlyLimit.String()}, [3]float32{0.25, 0.75, 0}},
		{"drawn, thought lost", drawish, replay.Sample{HasOutcome: true, Outcome: 0, RootValue: -1}, [3]float32{0, 0.5, 0.5}},
	} {
		got := test.teacher.value(&test.sample)
		for i := range got {
			if math.Abs(float64(got[i]-test.want[i])) > 1e-6 {
				t.Errorf("%s: %v, want %v", test.name, got, test.want)
				break
			}
		}
	}
}

func TestShareKeepsWithinIt(t *testing.T) {
	s := newShare(0.25)
	worked, began := time.Duration(0), time.Now()
	for range 8 {
		s.resume()
		time.Sleep(5 * time.Millisecond)
		worked += 5 * time.Millisecond
		s.wait(t.Context())
	}
	if total := time.Since(began); total < 3*worked {
		t.Errorf("%v of work in %v is more than a quarter", worked, total)
	}
}
