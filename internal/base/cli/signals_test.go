//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// A terminal that closes sends SIGHUP, perhaps several times, and then nobody reads the output. The
// command still saves its work.
func TestHangUpSavesTheWork(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		file := filepath.Join(t.TempDir(), "work")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "CLI_TEST_COMMAND=saving", "CLI_TEST_FILE="+file)
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
			t.Fatalf("first line %q, %v", line, err)
		}
		stdout.Close()
		stderr.Close()
		for _, s := range []os.Signal{signal, syscall.SIGHUP, syscall.SIGHUP} {
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Millisecond)
		}
		_ = cmd.Wait()
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%v: the work is lost, the command ended with %v", signal, cmd.ProcessState)
		}
		if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
			t.Errorf("%v: exit code %d, want 130", signal, code)
		}
	}
}

// With nohup a command survives the end of its terminal.
func TestIgnoredHangUpStaysIgnored(t *testing.T) {
	cmd := exec.Command("sh", "-c", `trap "" HUP; exec "$0"`, os.Args[0])
	cmd.Env = append(os.Environ(), "CLI_TEST_COMMAND=polite")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	if line, err := bufio.NewReader(stdout).ReadString('\n'); line != "ready\n" {
		t.Fatalf("first line %q, %v", line, err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
		t.Fatalf("the signal ended it: %v", cmd.ProcessState)
	case <-time.After(300 * time.Millisecond):
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ended
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want 130", code)
	}
}

// A command whose rows nobody reads ends without an error text, as other programs do.
func TestUnreadOutputEndsQuietly(t *testing.T) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CLI_TEST_COMMAND=unread")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stdout.Close()
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitUnread || stderr.Len() > 0 {
		t.Errorf("exit code %d, want 141; stderr %q", code, stderr.String())
	}
}
