package loop

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/pack"
	"epaminondas/internal/training/runs"
)

// quiet ignores the progress of a task.
func quiet(string, int, int) {}

// packed packs the run in dir as train pack does.
func packed(t *testing.T, dir string, all bool) (string, *pack.Manifest) {
	t.Helper()
	r, err := runs.Hold(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	needs, err := Needs(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(text string) { t.Errorf("packing tells %q", text) }
	if needs.Checkpoints, err = CheckContinues(t.Context(), r, needs.Checkpoints, quiet, tell); err != nil {
		t.Fatal(err)
	}
	if all {
		if needs, err = Everything(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "packed")
	m, err := pack.Write(t.Context(), r, file, needs, quiet)
	if err != nil {
		t.Fatal(err)
	}
	return file, m
}

// moved packs the run in dir and unpacks it in another folder.
func moved(t *testing.T, dir string, all bool) (string, *pack.Manifest) {
	t.Helper()
	file, m := packed(t, dir, all)
	to := filepath.Join(t.TempDir(), "elsewhere", "run")
	if _, err := pack.Unpack(t.Context(), file, to, func(ctx context.Context, r *runs.Run) error {
		needs, err := Needs(ctx, r)
		if err == nil {
			_, err = CheckContinues(ctx, r, needs.Checkpoints, quiet, func(text string) { t.Error(text) })
		}
		return err
	}, quiet); err != nil {
		t.Fatal(err)
	}
	sound(t, to)
	return to, m
}

// sound checks that an inspection of a run finds nothing wrong.
func sound(t *testing.T, dir string) {
	t.Helper()
	r, err := runs.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	found, err := Inspect(t.Context(), r, false, quiet)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Findings {
		if f.Wrong != "" {
			t.Errorf("%s: %s", f.Part, f.Wrong)
		}
	}
}

// agrees checks that a run which was moved has the newest games, the figures and the newest weights of a
// run that was not. It returns the number of weights files.
func agrees(t *testing.T, straight, elsewhere string, last runs.Checkpoint) int {
	t.Helper()
	want, got := weights(t, straight), weights(t, elsewhere)
	if !bytes.Equal(want[last.File], got[last.File]) || len(want[last.File]) == 0 {
		t.Errorf("the weights of %s differ", last.File)
	}
	for name := range got {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("the weights of %s differ", name)
		}
	}
	all, some := games(t, straight), games(t, elsewhere)
	if len(some) == 0 || len(some) > len(all) || !reflect.DeepEqual(all[len(all)-len(some):], some) {
		t.Errorf("the %d newest games of %d differ", len(some), len(all))
	}
	if a, b := metrics(t, straight), metrics(t, elsewhere); !reflect.DeepEqual(a, b) || len(a) == 0 {
		t.Errorf("the figures are\n%v\nwant\n%v", b, a)
	}
	return len(got)
}

// narrow gives a run a window that old games leave.
func narrow(c config.Config) config.Config {
	c.Replay.Max = 60
	return c
}

// A run that moves again and again ends with the weights of the run that stays.
func TestMovedRunRepeatsToTheBit(t *testing.T) {
	serial, stages, opposed := narrow(mini()), narrow(staged()), narrow(mini())
	serial.Train.Steps, stages.Train.Steps, opposed.Train.Steps = 150, 120, 150
	flat := narrow(plateaued("1e-12"))
	flat.Train.Steps = 750
	flat.Stages = []config.Stage{
		{Name: "learns", Until: 0.2},
		{Name: "is flat", Until: 0.69, Patience: 5, Set: flat.Stages[0].Set},
		{Name: "the rest"},
	}
	opposed.Selfplay.OlderShare, opposed.Selfplay.ArchiveShare = 0.5, 0.5
	for name, test := range map[string]struct {
		config      config.Config
		games       bool // whether games are left behind
		checkpoints bool
	}{
		"serial": {serial, true, true}, "stages": {stages, true, true}, "opponents": {opposed, true, true},
		"plateau":   {flat, true, true},
		"older run": {growing(olderRun(t, mini(), 600)), false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, straight := test.config, t.TempDir()
			last, err := work(t, t.Context(), straight, c, &silent{})
			if err != nil {
				t.Fatal(err)
			}
			dir, moves, now := t.TempDir(), 0, &pack.Manifest{}
			for ; !now.Finished() && moves < 30; moves++ {
				interrupted(t, dir, c, func(cancel func()) *silent {
					s := &silent{}
					s.interrupt = func(step int) { // in the middle of a later cycle
						if s.cycles > moves%2 && step%7 > moves%5 {
							cancel()
						}
					}
					return s
				})
				dir, now = moved(t, dir, false)
			}
			n := agrees(t, straight, dir, last)
			text := fmt.Sprintf("%d moves left %d games of %d and %d checkpoints of %d behind, %d files stay",
				moves, now.LeftGames, now.Games, now.LeftCheckpoints, now.Checkpoints, n)
			t.Log(text)
			if moves < 4 || (now.LeftGames > 0) != test.games ||
				(now.LeftCheckpoints > 0) != test.checkpoints {
				t.Error(text)
			}
		})
	}
}

// A finished run moves, and learns on elsewhere with a longer budget as it would have here.
func TestFinishedRunMoves(t *testing.T) {
	c := narrow(mini())
	c.Train.Steps = 120
	straight := t.TempDir()
	finish(t, straight, c)
	lean, m := moved(t, straight, false)
	whole, all := moved(t, straight, true)
	if m.Games != all.Games || m.LeftGames == 0 || all.LeftGames != 0 || m.LeftCheckpoints == 0 ||
		all.LeftCheckpoints != 0 || !m.Finished() || m.Step != 120 {
		t.Errorf("the manifests are %+v and %+v", m, all)
	}
	same(t, straight, whole)
	r := open(t, lean, c)
	again, err := MakeReport(t.Context(), r, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if count, err := r.Games.Count(t.Context()); err != nil || count != m.Games || len(again.Matches) != 2 {
		t.Errorf("%d games, %v, want %d; matches %v", count, err, m.Games, again.Matches)
	}
	r.Close()
	c.Train.Steps = 200
	last, err := work(t, t.Context(), straight, c, &silent{})
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{lean, whole} {
		finish(t, dir, c)
		agrees(t, straight, dir, last)
		sound(t, dir)
	}
}

// Packing twice gives the same bytes, and so does a pack of an unpacked run.
func TestPackRepeats(t *testing.T) {
	c := narrow(mini())
	dir := t.TempDir()
	finish(t, dir, c)
	first, _ := packed(t, dir, false)
	second, _ := packed(t, dir, false)
	a, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(second); err != nil || !bytes.Equal(a, b) {
		t.Errorf("packs of %d and %d bytes differ, %v", len(a), len(b), err)
	}
	elsewhere, before := moved(t, dir, false)
	if _, after := moved(t, elsewhere, true); after.LeftGames != before.LeftGames ||
		after.LeftCheckpoints != before.LeftCheckpoints {
		t.Errorf("a second move has %+v, the first %+v", after, before)
	}
}
