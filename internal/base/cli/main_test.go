package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// TestMain makes the test binary act as the command that gets the signals.
func TestMain(m *testing.M) {
	switch os.Getenv("CLI_TEST_COMMAND") {
	case "polite":
		Main(func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) error {
			fmt.Fprintln(stdout, "ready")
			<-ctx.Done()
			return fmt.Errorf("%w after 3 of 4 games", ErrInterrupted)
		})
	case "saving": // writes without a reader, and then saves its work in a file
		Main(func(ctx context.Context, args []string, _ io.Reader, stdout, stderr io.Writer) error {
			fmt.Fprintln(stdout, "ready")
			<-ctx.Done()
			for range 20 {
				fmt.Fprintln(stderr, "saving")
				time.Sleep(10 * time.Millisecond)
			}
			if err := os.WriteFile(os.Getenv("CLI_TEST_FILE"), []byte("work"), 0o600); err != nil {
				return err
			}
			_, err := fmt.Fprintln(stdout, "saved")
			return errors.Join(err, ctx.Err())
		})
	case "unread":
		Main(func(_ context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) error {
			for {
				if _, err := fmt.Fprintln(stdout, "row"); err != nil {
					return fmt.Errorf("print the rows: %w", err)
				}
			}
		})
	case "deaf":
		Main(func(ctx context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) error {
			fmt.Fprintln(stdout, "ready")
			<-ctx.Done()
			fmt.Fprintln(stdout, "cancelled")
			time.Sleep(time.Minute)
			return nil
		})
	}
	os.Exit(m.Run())
}

// command starts the test binary as the named command and reads its first line.
func command(t *testing.T, name string) (*exec.Cmd, *bufio.Reader, *bytes.Buffer) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Args[0] = "demo"
	cmd.Env = append(os.Environ(), "CLI_TEST_COMMAND="+name)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	lines := bufio.NewReader(stdout)
	if line, err := lines.ReadString('\n'); line != "ready\n" {
		t.Fatalf("first line %q, %v", line, err)
	}
	return cmd, lines, &stderr
}

func TestFirstSignalCancels(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		cmd, _, stderr := command(t, "polite")
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 130 {
			t.Errorf("%v: exit code %d, want 130", signal, code)
		}
		if got, want := stderr.String(), "demo: interrupted after 3 of 4 games\n"; got != want {
			t.Errorf("%v: stderr %q, want %q", signal, got, want)
		}
	}
}

func TestSecondSignalKills(t *testing.T) {
	cmd, lines, _ := command(t, "deaf")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if line, err := lines.ReadString('\n'); line != "cancelled\n" {
		t.Fatalf("after the first signal: %q, %v", line, err)
	}
	// Go removes the handler shortly after the context is cancelled, so the test repeats the signal
	// until it works.
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	for {
		_ = cmd.Process.Signal(os.Interrupt)
		select {
		case <-done:
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() {
				t.Errorf("ended by %v, want by the signal", cmd.ProcessState)
			}
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestExitCode(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{ErrHelp, 0},
		{errors.New("disk full"), 1},
		{fmt.Errorf("match: %w", Usagef("--games 3: %w", io.EOF)), 2},
		{context.Canceled, 130},
		{fmt.Errorf("%w after 3 games", ErrInterrupted), 130},
		{context.DeadlineExceeded, 1},
		{errors.Join(context.Canceled, errors.New("disk full")), 1},
		{errors.Join(fmt.Errorf("%w after 3 games", ErrInterrupted), errors.New("disk full")), 1},
		{errors.Join(context.Canceled, fmt.Errorf("%w after 3 games", ErrInterrupted)), 130},
	} {
		if got := exitCode(test.err); got != test.want {
			t.Errorf("exitCode(%v) = %d, want %d", test.err, got, test.want)
		}
	}
}

func TestReport(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{ErrHelp, ""},
		{errors.New("arena: read x: gone"), "arena: read x: gone\n"},
		{errors.New("net: read x: gone"), "arena: net: read x: gone\n"},
		{fmt.Errorf("match: %w", context.Canceled), "arena: interrupted\n"},
		{&UsageError{Err: errors.New("unknown flag --gmaes"), Hint: "Run more."},
			"arena: unknown flag --gmaes\nRun more.\n"},
	} {
		var out bytes.Buffer
		report(&out, "arena", test.err)
		if out.String() != test.want {
			t.Errorf("report(%v) = %q, want %q", test.err, out.String(), test.want)
		}
	}
}
