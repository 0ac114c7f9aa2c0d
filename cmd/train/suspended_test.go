//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// A suspended run keeps its budget: after it wakes, it trains for the rest and cools down.
func TestSuspended(t *testing.T) {
	path, dir := miniConfig(t), filepath.Join(t.TempDir(), "run")
	const budget, before, pause = 9 * time.Second, 3 * time.Second, 8 * time.Second
	cmd := exec.Command(os.Args[0], "--config", path, "--run", dir, "--for", budget.String(),
		"--set", "train.cycle_steps=1000")
	cmd.Env = append(os.Environ(), "TRAIN_TEST_COMMAND=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(before)
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(pause)
	woken := time.Now()
	if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	if rest := time.Since(woken); rest < budget-before-time.Second {
		t.Errorf("it ends %v after it wakes, want about %v", rest, budget-before)
	}
	if said := "note: the process did not run for "; !strings.Contains(stderr.String(), said) {
		t.Errorf("it does not say %q:\n%s", said, stderr.String())
	}
	r, err := runs.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list, err := r.Checkpoints(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var trunk runs.Checkpoint
	for _, c := range list {
		if c.Phase == runs.Constant {
			trunk = c
		}
	}
	last := list[len(list)-1]
	// Time is compared and not steps, because other tests may take the cores while the rate falls.
	cooled := last.Elapsed - trunk.Elapsed
	if last.Phase != runs.Final || cooled < budget/10 || last.Elapsed > budget+2*time.Second {
		t.Errorf("the cooldown begins after %v, takes %v, and ends %s after %v", trunk.Elapsed, cooled,
			last.Phase, last.Elapsed)
	}
}
