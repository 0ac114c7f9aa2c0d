package learning

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestBudgets compares the rows of three budgets with experiments with one budget each. The weights
// and all figures are the same, also without a cooldown.
func TestBudgets(t *testing.T) {
	e := experiment(t, 0, "other:seed=9,learn.batch_size=16", "flat:train.cooldown=0")
	e.Budgets = []Budget{{Steps: 6}, {Steps: 15}, {Steps: 40}}
	e.Save = t.TempDir()
	all := result(t, e)
	if len(all.Candidates) != 9 || all.Steps != 40 || all.Planned != 3 {
		t.Fatalf("%d rows, %d steps, %d planned", len(all.Candidates), all.Steps, all.Planned)
	}
	for i, b := range e.Budgets {
		alone := &Experiment{Dir: e.Dir, Candidates: e.Candidates, Budgets: []Budget{b}, HeldOut: e.HeldOut,
			Save: t.TempDir(), timed: e.timed}
		for at, want := range result(t, alone).Candidates {
			got := all.Candidates[3*at+i]
			if got.Checkpoint != filepath.Join(e.Save, want.Name+"-"+b.Label()+".safetensors") ||
				!bytes.Equal(content(t, got.Checkpoint), content(t, want.Checkpoint)) {
				t.Errorf("%s for %d steps has other weights, in %s", want.Name, b.Steps, got.Checkpoint)
			}
			got.Checkpoint, got.Seconds, got.Rate = want.Checkpoint, want.Seconds, want.Rate
			got.Evaluations, got.Ratio = want.Evaluations, want.Ratio
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s for %d steps:\n%+v, want\n%+v", want.Name, b.Steps, got, want)
			}
		}
	}
	var text strings.Builder
	if err := all.WriteText(&text); err != nil || !strings.Contains(text.String(), "up to 40 steps") ||
		!strings.Contains(text.String(), "other, 15 (seed=9") {
		t.Errorf("%v\n%s", err, &text)
	}
	if _, err := e.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "exists already") {
		t.Errorf("again it gives %v", err)
	}
}

// content returns the bytes of a file.
func content(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestBudgetLabel(t *testing.T) {
	for want, b := range map[string]Budget{"2000": {Steps: 2000}, "15m": {Processor: 15 * time.Minute},
		"1h": {Processor: time.Hour}, "1h30m": {Processor: 90 * time.Minute}, "50s": {Processor: 50e9},
		"1h0m20s": {Processor: time.Hour + 20*time.Second}, "200ms": {Processor: 2e8}} {
		if got := b.Label(); got != want {
			t.Errorf("%+v: %s, want %s", b, got, want)
		}
	}
}

// TestWindowIsShared counts the games that an experiment reads. Candidates with the same window
// share it.
func TestWindowIsShared(t *testing.T) {
	e := experiment(t, 1, "twin:seed=2", "narrow:replay.growth=0.1", "third:seed=3",
		"light:replay.game_weight=1", "last:replay.growth=0.1")
	var mu sync.Mutex
	var read []string
	e.Progress = func(task string, done, _ int) {
		mu.Lock()
		defer mu.Unlock()
		if name, ok := strings.CutPrefix(task, "reading games for "); ok && done == 0 {
			read = append(read, name)
		}
	}
	w, err := e.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for at, windows := range []int{1, 1, 2, 1, 1, 0} {
		if _, err := w.window(t.Context(), at); err != nil || len(w.windows) != windows {
			t.Errorf("after candidate %d there are %d windows, want %d, %v", at, len(w.windows), windows, err)
		}
	}
	if want := []string{"base", "narrow", "light"}; !reflect.DeepEqual(read, want) {
		t.Errorf("reads games for %v, want %v", read, want)
	}
}

// TestSpeed compares networks of very different size. The small one has the channels of the base, because
// fewer would fill only a part of a vector.
func TestSpeed(t *testing.T) {
	e := experiment(t, 1, "small:network.pool_every=0,network.value_hidden=4",
		"large:network.blocks=6,network.channels=32")
	e.timed = 100 * time.Millisecond
	r := result(t, e)
	base, small, large := r.Candidates[0], r.Candidates[1], r.Candidates[2]
	if base.Ratio != 1 || base.Evaluations <= 0 || large.Ratio <= 0 || large.Ratio > 0.7 ||
		small.Ratio < 0.8 || large.Evaluations >= small.Evaluations {
		t.Errorf("evaluations %.0f, %.0f and %.0f, ratios %.2f, %.2f and %.2f", base.Evaluations,
			small.Evaluations, large.Evaluations, base.Ratio, small.Ratio, large.Ratio)
	}
}
