//go:build linux

package powercut

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
	"epaminondas/replay"
)

var (
	every = flag.Int("every", 0,
		"cut the power of training runs and let each `n`-th cut train to the end; 0 cuts none")
	randoms = flag.Int("randoms", 3, "random variants of each cut")
)

// runName is the folder of the run, relative to the root of a log.
const runName = "runs/tiny"

// record runs a trainer under strace and adds its changes below root to a log.
func record(t *testing.T, log *Log, root string, serial bool, end string) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), victimFolder+"="+filepath.Join(root, runName), victimEnd+"="+end)
	if serial {
		command.Env = append(command.Env, victimSerial+"=1")
	}
	if out, err := Record(log, root, command); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestTrainSurvivesPowerCuts checks that every power cut of a training run leaves what the run had
// acknowledged, and that training continues.
func TestTrainSurvivesPowerCuts(t *testing.T) {
	if *every == 0 {
		t.Skip("takes minutes; -every 1 runs it")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct {
		name   string
		serial bool
		ends   []string
	}{
		{"serial", true, []string{"finish"}},
		{"concurrent", false, []string{"finish"}},
		{"killed and interrupted", false, []string{"kill", "interrupt", "finish"}},
		{"cut and cut", false, []string{"kill", "cut", "interrupt", "cut", "finish"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			log := NewLog()
			for _, end := range test.ends {
				if end != "cut" {
					record(t, log, root, test.serial, end)
					continue
				}
				checkCuts(t, log, test.serial)
				log = cutNow(t, log, root)
			}
			checkCuts(t, log, test.serial)
		})
	}
}

// cutNow replaces a folder by the result of a power cut, and returns a log that begins with that
// result.
func cutNow(t *testing.T, log *Log, root string) *Log {
	t.Helper()
	replay := NewReplay(log)
	for replay.Next() {
	}
	tree := replay.Survivors(Random().Fate, rand.New(rand.NewPCG(3, 3)))
	if err := tree.Write(root); err != nil {
		t.Fatal(err)
	}
	after := LogOf(tree)
	for _, text := range replay.Notes {
		after.Note(text)
	}
	return after
}

// checkCuts checks the results of all power cuts of a run. It prints figures for docs/faults.md.
func checkCuts(t *testing.T, log *Log, serial bool) {
	t.Helper()
	after := filepath.Join(t.TempDir(), "after")
	cuts, continued, failures := 0, 0, 0
	for cut := range log.Cuts(*randoms) {
		cuts++
		goesOn := cuts%*every == 0
		if goesOn {
			continued++
		}
		if err := cut.Tree.Write(after); err != nil {
			t.Fatal(err)
		}
		if err := checkRun(t.Context(), filepath.Join(after, runName), serial, promised(cut.Notes),
			goesOn); err != nil {
			failures++
			t.Errorf("%v, last %s: %v", cut, log.String(max(0, cut.At-1)), err)
		}
		if failures > 20 {
			t.Fatal("too many failures")
		}
	}
	t.Logf("%d operations, %d different states after %d variants a cut, %d of them trained to the end, %d failures",
		log.Len(), cuts, len(Corners())+*randoms, continued, failures)
}

// checkRun checks that a run has everything that it acknowledged, and that it continues.
func checkRun(ctx context.Context, dir string, serial bool, want acknowledged, goesOn bool) (err error) {
	r, err := runs.Create(ctx, dir, tinyConfig(serial))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := checkDatabase(ctx, r, want); err != nil {
		return err
	}
	if want.report {
		text, err := os.ReadFile(runs.ReportPath(r.Dir))
		if err != nil || !json.Valid(text) {
			return fmt.Errorf("the report is lost: %w", err)
		}
	}
	if !goesOn {
		return nil
	}
	said := &listener{}
	if _, err := loop.Train(ctx, r, said); err != nil {
		return err
	}
	if len(said.notices) > 0 {
		return fmt.Errorf("training says %q", said.notices)
	}
	want.step = tinyConfig(serial).Train.Steps
	return checkDatabase(ctx, r, want)
}

// checkDatabase checks the database of a run and reads its games and weights.
func checkDatabase(ctx context.Context, r *runs.Run, want acknowledged) error {
	if wrong, err := r.Integrity(ctx); err != nil || len(wrong) > 0 {
		return fmt.Errorf("the database is damaged: %q, %w", wrong, err)
	}
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return err
	}
	newest := int64(-1)
	for _, c := range registry {
		newest = max(newest, c.Step)
		if _, err := r.LoadWeights(ctx, c); err != nil {
			return err
		}
	}
	if newest < want.step {
		return fmt.Errorf("the newest checkpoint has step %d, but step %d was acknowledged",
			newest, want.step)
	}
	games := int64(0)
	err = r.Games.Each(ctx, 0, func(int64, *replay.Game) error { games++; return nil })
	if err == nil && games < want.games {
		err = fmt.Errorf("%d games exist, but %d were acknowledged", games, want.games)
	}
	return err
}

// listener collects the warnings of a run.
type listener struct{ notices []string }

func (*listener) Progress(float64)         {}
func (*listener) Cycle(loop.Status)        {}
func (*listener) Resumed(int64, int, bool) {}
func (*listener) Doing(string, int, int)   {}
func (*listener) Gate(loop.GateResult)     {}
func (*listener) Growing(loop.Growth)      {}
func (*listener) Entering(loop.Stage)      {}
func (l *listener) Notice(text string)     { l.notices = append(l.notices, text) }
