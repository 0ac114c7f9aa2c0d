package loop

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// staged returns mini with three stages: another board, this board, and this board with other settings.
func staged() config.Config {
	c := mini()
	c.Train.Steps = 60
	c.Stages = []config.Stage{
		{Name: "other board", Until: 0.2,
			Set: []string{"rules.game=epaminondas:4x5x1", "rules.max_plies=40"}},
		{Name: "this board", Until: 0.5},
		{Name: "long searches", Set: []string{"selfplay.full_simulations=10", "replay.uses=4",
			"learn.batch_size=4", "replay.min=30"}},
	}
	return c
}

// A run through stages repeats to the bit, although it is interrupted at any moment.
func TestStagesRepeatToTheBit(t *testing.T) {
	c := staged()
	straight, watcher := t.TempDir(), &silent{}
	last, err := work(t, t.Context(), straight, c, watcher)
	if err != nil {
		t.Fatal(err)
	}
	if last.Phase != runs.Final || last.Step != c.Train.Steps || last.Stage != 2 {
		t.Fatalf("the run ends at step %d, %s, in stage %d", last.Step, last.Phase, last.Stage)
	}
	if len(watcher.stages) != 2 || watcher.stages[0].Name != "this board" || watcher.stages[1].Number != 3 ||
		!slices.Equal(watcher.stages[1].Settings, c.Stages[2].Set) {
		t.Errorf("the observer saw %+v", watcher.stages)
	}
	moments := t.TempDir()
	interruptedAtMoments(t, moments, c, 30, 6)
	finish(t, moments, c)
	same(t, straight, moments)
}

// The registry says in which stage training continues from each checkpoint, and each file has the rules
// of the board on which its weights were trained.
func TestStagesInTheRegistry(t *testing.T) {
	c, dir := staged(), t.TempDir()
	finish(t, dir, c)
	r := open(t, dir, c)
	if r.Stage() != 2 || r.Config.Selfplay.FullSimulations != 10 || r.Config.Rules != c.Rules {
		t.Errorf("the run is in stage %d with %+v", r.Stage(), r.Config.Selfplay)
	}
	registry, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	first := map[int]int64{} // step of the first checkpoint of a stage
	best, _, err := r.Best(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, checkpoint := range registry {
		if _, known := first[checkpoint.Stage]; !known {
			first[checkpoint.Stage] = checkpoint.Step
		}
		loaded, err := r.LoadWeights(t.Context(), checkpoint)
		if err != nil {
			t.Fatal(err)
		}
		trained := max(0, checkpoint.Stage)
		if checkpoint.Step == first[checkpoint.Stage] && trained > 0 {
			trained--
			sampler, err := restoreSampler(t.Context(), r, onlyRead{r.Games}, checkpoint)
			if err != nil {
				t.Fatal(err)
			}
			if trained == 0 && sampler.Positions() > 0 {
				t.Errorf("the window of another board begins with %d positions", sampler.Positions())
			}
			if trained == 1 && (sampler.Positions() == 0 || sampler.Owed() > 1) {
				t.Errorf("on the same board a stage begins with %d positions and owes %d samples, want games and "+
					"no debt", sampler.Positions(), sampler.Owed())
			}
		}
		if want := r.Board(trained); loaded.Meta.Rules != want {
			t.Errorf("step %d has the rules %q, want %q", checkpoint.Step, loaded.Meta.Rules, want)
		}
		if checkpoint.ID == best && checkpoint.Stage == 0 {
			t.Errorf("the best checkpoint is step %d of the other board", checkpoint.Step)
		}
		metric, err := r.Metric(t.Context(), checkpoint.Step, stageMetric)
		if err != nil || int(metric) != checkpoint.Stage {
			t.Errorf("step %d has the stage %v as a figure, %v, want %d", checkpoint.Step, metric, err,
				checkpoint.Stage)
		}
	}
	for stage, from := range map[int][2]int64{1: {12, 20}, 2: {30, 40}} {
		if step := first[stage]; step < from[0] || step > from[1] {
			t.Errorf("stage %d begins at step %d, want %d to %d", stage+1, step, from[0], from[1])
		}
	}
	report, err := MakeReport(t.Context(), r, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := WriteReport(&text, report); err != nil {
		t.Fatal(err)
	}
	for stage, step := range first {
		want := fmt.Sprintf("stage %d:           %s, from step %d", stage+1, c.Stages[stage].Name, step)
		if !strings.Contains(text.String(), want) {
			t.Errorf("the report is\n%s\nwant %q", &text, want)
		}
	}
	if damaged, err := r.Games.Damaged(t.Context()); err != nil || len(damaged) > 0 {
		t.Errorf("games set aside: %v, %v", damaged, err)
	}
	inspection, err := Inspect(t.Context(), r, false, func(string, int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range inspection.Findings {
		if f.Wrong != "" {
			t.Errorf("%s: %s", f.Part, f.Wrong)
		}
	}
}

// With a larger budget the run continues in its last stage, from before the cooldown.
func TestLongerRunStaysInItsStage(t *testing.T) {
	c, dir := staged(), t.TempDir()
	finish(t, dir, c)
	c.Train.Steps *= 4
	watcher := &silent{}
	last, err := work(t, t.Context(), dir, c, watcher)
	if err != nil {
		t.Fatal(err)
	}
	if last.Step != c.Train.Steps || last.Stage != 2 || len(watcher.stages) > 0 {
		t.Errorf("the longer run ends at step %d in stage %d and entered %v", last.Step, last.Stage,
			watcher.stages)
	}
	if watcher.resumed >= 60 || watcher.resumed < 30 {
		t.Errorf("it continues from step %d, want one before the cooldown, which begins at 42", watcher.resumed)
	}
}

func TestConcurrentStages(t *testing.T) {
	c := staged()
	c.Train.Serial, c.Train.Steps, c.Train.CycleSteps = false, 200, 20
	c.Selfplay.ArchiveShare, c.Selfplay.OlderShare = 0.3, 0.3
	dir, watcher := t.TempDir(), &silent{}
	last, err := work(t, t.Context(), dir, c, watcher)
	if err != nil {
		t.Fatal(err)
	}
	if last.Phase != runs.Final || last.Stage != 2 || len(watcher.stages) != 2 || len(watcher.notices) > 0 {
		t.Errorf("it ends in %s of stage %d after %v, with the notices %q", last.Phase, last.Stage,
			watcher.stages, watcher.notices)
	}
	r := open(t, dir, c)
	if damaged, err := r.Games.Damaged(t.Context()); err != nil || len(damaged) > 0 {
		t.Errorf("games set aside: %v, %v", damaged, err)
	}
}

// plateaued returns a config whose first stage learns at a given rate and may end early.
func plateaued(rate string) config.Config {
	c := mini()
	c.Train.Steps, c.Train.SerialGames = 400, 24
	c.Stages = []config.Stage{
		{Name: "until it is flat", Until: 0.6, Patience: 2, Set: []string{"learn.learning_rate=" + rate}},
		{Name: "the rest"},
	}
	return c
}

// secondStage returns the step at which the second stage of a run begins.
func secondStage(t *testing.T, dir string, c config.Config) int64 {
	t.Helper()
	registry, err := open(t, dir, c).Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(registry, func(c runs.Checkpoint) bool { return c.Stage == 1 })
	return registry[i].Step
}

// A stage ends early if its network does not get better. It ends at its share of the budget if the
// network gets better all the time.
func TestStageEndsOnAPlateau(t *testing.T) {
	flat := plateaued("1e-12")
	straight := t.TempDir()
	finish(t, straight, flat)
	if step := secondStage(t, straight, flat); step >= 200 {
		t.Errorf("without learning, the second stage begins at step %d, want early", step)
	}
	moments := t.TempDir()
	interruptedAtMoments(t, moments, flat, 20, 3)
	finish(t, moments, flat)
	same(t, straight, moments)

	learning := plateaued("3e-3")
	learning.Stages[0].Patience = 8
	dir := t.TempDir()
	finish(t, dir, learning)
	if step := secondStage(t, dir, learning); step < 200 {
		t.Errorf("with learning, the second stage begins at step %d, want later", step)
	}
}

func TestConcurrentStageEndsOnAPlateau(t *testing.T) {
	c := plateaued("1e-12")
	c.Stages[0].Patience = 1
	c.Train.Serial, c.Train.Steps, c.Train.CycleSteps, c.Replay.Ahead = false, 1200, 10, 4
	dir := t.TempDir()
	finish(t, dir, c)
	if step := secondStage(t, dir, c); step >= 600 {
		t.Errorf("without learning, the second stage begins at step %d, want early", step)
	}
}
