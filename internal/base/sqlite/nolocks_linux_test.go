package sqlite

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"epaminondas/internal/base/durable"
)

// lockVictim is the variable of the environment with the folder of a process whose locks fail.
const lockVictim = "EPAMINONDAS_LOCK_VICTIM"

// TestNoLocks runs a process on a file system that refuses locks, as strace pretends.
func TestNoLocks(t *testing.T) {
	if dir := os.Getenv(lockVictim); dir != "" {
		lockWithoutLocks(t, dir)
		return
	}
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("needs strace")
	}
	for _, code := range []string{"ENOLCK", "EOPNOTSUPP"} {
		// the first calls of a thread are not about locks
		victim := exec.CommandContext(t.Context(), strace, "-f", "-qq", "-o", os.DevNull, "-e", "trace=fcntl",
			"-e", fmt.Sprintf("inject=fcntl:error=%s:when=%d+", code, harmlessCalls), os.Args[0], "-test.run",
			"^TestNoLocks$")
		victim.Env = append(os.Environ(), lockVictim+"="+t.TempDir())
		if out, err := victim.CombinedOutput(); err != nil {
			if strings.Contains(string(out), "PTRACE") {
				t.Skip("strace may not trace here")
			}
			t.Errorf("%s: %v\n%s", code, err, out)
		}
	}
}

// harmlessCalls is the number of calls of fcntl by a thread that succeed.
const harmlessCalls = 100

// lockWithoutLocks makes the calls of this thread fail from now on, and locks a file.
func lockWithoutLocks(t *testing.T, dir string) {
	runtime.LockOSThread()
	for range harmlessCalls {
		_, _ = unix.FcntlInt(0, unix.F_GETFD, 0) // only counts
	}
	path := filepath.Join(dir, "train.lock")
	_, err := LockFile(t.Context(), path)
	if !errors.Is(err, durable.ErrNoLocks) || IsBusy(err) || !strings.Contains(err.Error(), dir) {
		t.Errorf("the lock returns %v, want the folder and the cure", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".trial*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}
