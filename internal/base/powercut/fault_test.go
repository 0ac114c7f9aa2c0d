//go:build linux

package powercut

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

var faults = flag.Int("faults", 0,
	"make every `n`-th system call of training runs fail, and fill small disks; 0 makes none fail")

// causes are the texts for disk errors in messages, from the system and from SQLite.
var causes = map[string][]string{
	"ENOSPC": {"no space left on device", "database or disk is full", "disk I/O error",
		"unable to open database file"},
	"EIO": {"input/output error", "disk I/O error", "unable to open database file"},
}

// outcome is the end of a trainer after a fault.
type outcome struct {
	text   string // what it printed
	failed bool
}

// meet runs a trainer in a folder until it ends, under strace with the given arguments.
func meet(t *testing.T, folder string, strace ...string) outcome {
	t.Helper()
	command := exec.Command(os.Args[0])
	if len(strace) > 0 {
		command = exec.Command("strace", append(strace, os.Args[0])...)
	}
	command.Env = append(os.Environ(), victimFolder+"="+folder, victimEnd+"=finish", victimSerial+"=1")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{string(out), err != nil}
}

// checkOutcome checks the error of a trainer after a fault, and that the run continues without the
// fault.
func checkOutcome(t *testing.T, what, folder, cause string, o outcome) {
	t.Helper()
	says := func(word string) bool { return strings.Contains(o.text, word) }
	if o.failed && (!slices.ContainsFunc(causes[cause], says) || !says(filepath.Dir(folder)) ||
		says("goroutine ")) {
		t.Errorf("%s: the message names no file or no cause:\n%s", what, o.text)
	}
	if err := checkRun(t.Context(), folder, true, promised([]string{o.text}), true); err != nil {
		t.Errorf("%s: once the disk is sound: %v\nThe trainer had said:\n%s", what, err, o.text)
	}
}

// TestTrainSurvivesFaults checks that after the failure of any system call, training ends with an
// error that names the file and the cause. Once the disk is sound, the run continues and has lost
// nothing that it acknowledged.
func TestTrainSurvivesFaults(t *testing.T) {
	if *faults == 0 {
		t.Skip("takes minutes; -faults 1 runs it")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip(err)
	}
	for _, call := range []string{"fsync", "pwrite64", "ftruncate", "renameat", "unlinkat", "unlink",
		"mkdirat"} {
		for cause := range causes {
			t.Run(call+" "+cause, func(t *testing.T) {
				tried, ended, harmless := 0, 0, []int(nil)
				// strace counts the calls of each thread, and the distribution of calls over
				// threads varies from run to run.
				missed := 0
				for n := 1; missed < 3; n += *faults {
					folder, trace := filepath.Join(t.TempDir(), "tiny"), filepath.Join(t.TempDir(), "trace")
					o := meet(t, folder, "-f", "--seccomp-bpf", "-o", trace, "-e", "trace="+call, "-e",
						fmt.Sprintf("inject=%s:error=%s:when=%d", call, cause, n))
					text, err := os.ReadFile(trace)
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Contains(text, []byte("(INJECTED)")) {
						missed++
						continue
					}
					tried++
					if o.failed {
						ended++
					} else {
						harmless = append(harmless, n)
					}
					checkOutcome(t, fmt.Sprintf("%s number %d fails with %s", call, n, cause),
						folder, cause, o)
				}
				t.Logf("%d calls failed and %d of them ended training; harmless calls: %v", tried,
					ended, harmless)
			})
		}
	}
}

// TestTrainSurvivesFullDisks checks the same for disks that become full at different points of
// training.
func TestTrainSurvivesFullDisks(t *testing.T) {
	if *faults == 0 {
		t.Skip("takes minutes; -faults 1 runs it")
	}
	disk := filepath.Join(t.TempDir(), "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	tried, ended := 0, 0
	for kib := 8; ; kib += 4 * *faults {
		if err := syscall.Mount("none", disk, "tmpfs", 0, fmt.Sprintf("size=%dk", kib)); err != nil {
			t.Skipf("mount a small disk: %v", err)
		}
		folder := filepath.Join(disk, "tiny")
		o := meet(t, folder)
		err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT, "size=64m")
		if err == nil {
			tried++
			checkOutcome(t, fmt.Sprintf("a disk of %d KiB", kib), folder, "ENOSPC", o)
		}
		if err := errors.Join(err, syscall.Unmount(disk, 0)); err != nil {
			t.Fatal(err)
		}
		if !o.failed {
			break
		}
		ended++
	}
	t.Logf("%d disks, training ended on %d", tried, ended)
}
