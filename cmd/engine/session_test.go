package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"epaminondas/internal/base/cli"
)

var update = flag.Bool("update", false, "rewrite the golden sessions in testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// session is the command as a client sees it.
type session struct {
	t     *testing.T
	input *io.PipeWriter
	lines chan string
	ended chan error
}

// start runs the command in a goroutine until the test ends.
func start(t *testing.T, commands ...string) *session {
	t.Helper()
	stdin, input := io.Pipe()
	output, stdout := io.Pipe()
	s := &session{t: t, input: input, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() {
		err := run(t.Context(), nil, stdin, stdout, io.Discard)
		stdout.Close()
		s.ended <- err
	}()
	go func() {
		defer close(s.lines)
		for scanner := bufio.NewScanner(output); scanner.Scan(); {
			s.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() { input.Close() })
	for _, c := range commands {
		s.ask(c)
	}
	return s
}

// ask sends a command and returns the answer.
func (s *session) ask(command string) []string {
	s.t.Helper()
	// The answer to an invalid query marks the end of the first command's answer.
	if _, err := io.WriteString(s.input, command+"\nquery whether that was all\n"); err != nil {
		s.t.Fatalf("%s: %v", command, err)
	}
	var answer []string
	deadline := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-s.lines:
			if !ok {
				s.t.Fatalf("%s: the engine ended after %q", command, answer)
			}
			if strings.HasPrefix(line, "info string error: query: ") {
				return answer
			}
			answer = append(answer, line)
		case <-deadline:
			s.t.Fatalf("%s: no end of the answer %q", command, answer)
		}
	}
}

// bestMove asks for a move and returns it with the last line of information.
func (s *session) bestMove(command string) (move, info string) {
	s.t.Helper()
	answer := s.ask(command)
	if n := len(answer); n > 0 {
		if move, ok := strings.CutPrefix(answer[n-1], "bestmove "); ok &&
			strings.Count(strings.Join(answer, "\n"), "bestmove") == 1 {
			return move, strings.Join(answer[max(0, n-2):n-1], "")
		}
	}
	s.t.Fatalf("%s: got %q, want one bestmove at the end", command, answer)
	return "", ""
}

// compare fails at the first line that differs.
func compare(t *testing.T, got, want string) {
	t.Helper()
	wanted := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("line %d is %q, want %q", i+1, line,
				strings.Join(wanted[min(i, len(wanted)):min(i+1, len(wanted))], ""))
		}
	}
	if got != want {
		t.Fatalf("the session ends early, want %q", strings.TrimPrefix(want, got))
	}
}

// TestSessions replays the sessions in testdata. Lines with "> " are commands of the client, and
// the lines below a command are the answer. Times and nodes are masked, because every improvement
// of the search changes the number of nodes. For the same reason the sessions ask only for proven
// moves.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.session")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	clock := regexp.MustCompile(`nodes \d+ time \d+ nps \d+`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := start(t)
			var got strings.Builder
			for line := range strings.Lines(string(want)) {
				command, isCommand := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
				if !isCommand && !strings.HasPrefix(line, "#") {
					continue
				}
				got.WriteString(line)
				if isCommand {
					for _, l := range s.ask(command) {
						got.WriteString(clock.ReplaceAllString(l, "nodes * time * nps *") + "\n")
					}
				}
			}
			if *update {
				if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			compare(t, got.String(), string(want))
		})
	}
}

func TestHelp(t *testing.T) {
	var out strings.Builder
	err := run(t.Context(), []string{"--help"}, strings.NewReader(""), &out, io.Discard)
	if !errors.Is(err, cli.ErrHelp) {
		t.Errorf("got %v, want %v", err, cli.ErrHelp)
	}
	for _, want := range []string{
		"> position startpos moves a1-a2 h8-h7\n", "bestmove c1-d2", "p1time MS", "Temperature", "Exit codes",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the help lacks %q:\n%s", want, out.String())
		}
	}
}

// TestHelpWord asks for help with the word help, on the command line and in a session.
func TestHelpWord(t *testing.T) {
	var out strings.Builder
	if err := run(t.Context(), []string{"help"}, strings.NewReader(""), &out,
		io.Discard); !errors.Is(err, cli.ErrHelp) || !strings.Contains(out.String(), help) {
		t.Errorf("engine help: %v\n%s", err, out.String())
	}
	out.Reset()
	if err := run(t.Context(), nil, strings.NewReader("help\nhelp me\n"), &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimRight(help, "\n") +
		"\ninfo string error: help: takes no argument, got \"me\"\n"; out.String() != want {
		t.Errorf("the session answers\n%s", out.String())
	}
}

// TestHelpNamesAll compares the help with the commands of the engine.
func TestHelpNamesAll(t *testing.T) {
	for _, line := range start(t).ask("ugi") {
		if name, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ = strings.Cut(name, " ")
			if !regexp.MustCompile(`(?m)^    ` + name + ` `).MatchString(help) {
				t.Errorf("the help does not explain the option %s", name)
			}
		}
	}
}

func TestCommandLineRefused(t *testing.T) {
	var usage *cli.UsageError
	err := run(t.Context(), []string{"--model", "x"}, strings.NewReader(""), io.Discard, io.Discard)
	if !errors.As(err, &usage) {
		t.Errorf("got %v, want a usage error", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stdin, input := io.Pipe()
	defer input.Close()
	ended := make(chan error, 1)
	go func() { ended <- run(ctx, nil, stdin, io.Discard, io.Discard) }()
	io.WriteString(input, "perft 90\n")
	cancel()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want the context's error", err)
		}
	case <-time.After(time.Minute):
		t.Error("the engine did not end within a minute")
	}
}
