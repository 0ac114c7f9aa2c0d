package ugi

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

var update = flag.Bool("update", false, "rewrite the golden sessions in testdata")

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

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
// the lines below a command are the answer. Times and the rules' error texts are masked.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.session")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	clock := regexp.MustCompile(`time \d+ nps \d+`)
	wording := regexp.MustCompile(`game: .*`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := newClient(t, toyConfig(t))
			var got strings.Builder
			for line := range strings.Lines(string(want)) {
				command, isCommand := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "> ")
				switch {
				case strings.HasPrefix(line, "#"):
					got.WriteString(line)
				case isCommand:
					got.WriteString(line)
					c.send(command, "show extra") // the answer to show marks the end of the command
					answer := c.until("info string error: show:")
					for _, l := range answer[:len(answer)-1] {
						l = clock.ReplaceAllString(l, "time * nps *")
						got.WriteString(wording.ReplaceAllString(l, "game: *") + "\n")
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

func TestAnswersWhileSearching(t *testing.T) {
	c := newClient(t, toyConfig(t))
	c.send("go infinite")
	c.until("info depth")
	c.send("isready")
	c.until("readyok")
	c.send("position startpos moves a1-a2", "show", "stop")
	lines := c.until("position")
	if count(lines, "bestmove") != 1 || !strings.HasSuffix(lines[len(lines)-1], " b 1") {
		t.Errorf("after stop: %q, want one bestmove and then the position", lines)
	}
	c.send("stop", "isready") // nothing to stop
	if line := c.next(); line != "readyok" {
		t.Errorf("a stop without a search is answered by %q", line)
	}
}

// TestInfiniteWaitsForStop uses a search with an immediate proof.
func TestInfiniteWaitsForStop(t *testing.T) {
	c := newClient(t, toyConfig(t))
	c.send("position fen .../.../wwb/.../... w", "go infinite")
	c.until("info depth")
	for range 50 { // a bestmove would arrive between these answers
		c.send("isready")
		if line := c.next(); line != "readyok" {
			t.Fatalf("got %q before stop, want only readyok", line)
		}
	}
	c.send("stop")
	if line := c.next(); !strings.HasPrefix(line, "bestmove ") {
		t.Errorf("got %q after stop, want bestmove", line)
	}
}

// TestStopReachesWaitingSearches sends a second search before the first one has ended.
func TestStopReachesWaitingSearches(t *testing.T) {
	c := newClient(t, toyConfig(t))
	c.send("go infinite", "go infinite", "perft 90", "stop", "isready")
	c.until("bestmove")
	c.until("bestmove")
	c.until("info string error: perft: stopped")
}

func TestEndOfInput(t *testing.T) {
	for _, end := range []string{"quit", "EOF"} {
		t.Run(end, func(t *testing.T) {
			c := newClient(t, toyConfig(t))
			c.send("go infinite", "perft 6", "go depth 100000")
			if end == "quit" {
				c.send("quit")
			} else {
				c.input.Close()
			}
			lines, err := c.rest()
			if err != nil || count(lines, "bestmove") != 2 || count(lines, "perft 6 ") != 1 {
				t.Errorf("got %q, %v, want two bestmoves and a whole perft", lines, err)
			}
		})
	}
}

// TestQuitLetsPerftFinish pipes a script, as a shell does.
func TestQuitLetsPerftFinish(t *testing.T) {
	var out strings.Builder
	if err := Serve(t.Context(), toyConfig(t),
		strings.NewReader("perft 7\nquit\nperft 1\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "perft 7 ") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("got %q, want one whole perft and nothing after quit", out.String())
	}
}

// TestLastLineWithoutEnd ends the input in the middle of a line.
func TestLastLineWithoutEnd(t *testing.T) {
	var out strings.Builder
	if err := Serve(t.Context(), toyConfig(t),
		strings.NewReader("\r\n  isready \r\nquery p1turn"), &out); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "readyok\nresponse true\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCancelled(t *testing.T) {
	c := newClient(t, toyConfig(t))
	c.send("go infinite")
	c.until("info depth")
	c.cancel()
	lines, err := c.rest()
	if !errors.Is(err, context.Canceled) || count(lines, "bestmove") != 1 {
		t.Errorf("got %q, %v, want one bestmove and the context's error", lines, err)
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 3*maxLine)
	var out strings.Builder
	in := strings.NewReader(long + "\nisready\n" + strings.Repeat("y", maxLine+1))
	if err := Serve(t.Context(), toyConfig(t), in, &out); err != nil {
		t.Fatal(err)
	}
	refused := errorLine("input", errLongLine) + "\n"
	if got, want := out.String(), refused+"readyok\n"+refused; got != want {
		t.Errorf("got %.200q, want %q", got, want)
	}
}

// TestLongestLine sends a line of the maximal length.
func TestLongestLine(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("isready" + strings.Repeat(" ", maxLine-len("isready\n")) + "\n")
	if err := Serve(t.Context(), toyConfig(t), in, &out); err != nil {
		t.Fatal(err)
	}
	if out.String() != "readyok\n" {
		t.Errorf("got %q, want readyok", out.String())
	}
}

// brokenPipe is an output without a reader.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestClientGone(t *testing.T) {
	err := Serve(t.Context(), toyConfig(t), strings.NewReader("go infinite\n"), brokenPipe{})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v, want the error of the write", err)
	}
}

func TestEngineFails(t *testing.T) {
	config := toyConfig(t)
	engine := &toy{err: errors.New("the value is not a number")}
	config.Build = fixed(engine)
	c := newClient(t, config)
	c.send("go sims 5", "eval", "moves", "uginewgame", "quit")
	lines, err := c.rest()
	want := []string{
		"info string error: go: the value is not a number",
		"bestmove a1-a2", // the game is not over
		"info string error: eval: the value is not a number",
		"moves a1-a2 a1-b2 b1-a2 b1-b2 b1-c2 c1-b2 c1-c2",
	}
	if err != nil || strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, %v, want %q", lines, err, want)
	}
	if engine.games != 2 {
		t.Errorf("the engine saw %d games, want 2", engine.games)
	}
}

// TestSeedRepeats draws moves at a high temperature.
func TestSeedRepeats(t *testing.T) {
	const game = 12 // moves
	play := func(seed string) []string {
		var out strings.Builder
		moves := strings.Repeat("go sims 1\n", game)
		script := "setoption name Temperature value 100\nsetoption name Seed value " + seed + "\n" +
			moves + "uginewgame\n" + moves
		if err := Serve(t.Context(), toyConfig(t), strings.NewReader(script), &out); err != nil {
			t.Fatal(err)
		}
		played := slices.DeleteFunc(strings.Split(out.String(), "\n"), func(line string) bool {
			return !strings.HasPrefix(line, "bestmove")
		})
		if len(played) != 2*game {
			t.Fatalf("played %q, want %d moves", played, 2*game)
		}
		return played
	}
	first := play("7")
	if again := play("7"); !slices.Equal(again, first) {
		t.Errorf("the same seed played %q and then %q", first, again)
	}
	if other := play("8"); slices.Equal(other, first) {
		t.Errorf("another seed played the same: %q", other)
	}
	if slices.Equal(first[:game], first[game:]) {
		t.Errorf("the second game repeats the first: %q", first[game:])
	}
}
