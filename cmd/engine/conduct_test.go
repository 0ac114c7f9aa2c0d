package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
)

// TestProcess runs the engine when another test starts this program as an engine.
func TestProcess(t *testing.T) {
	if flag.Arg(0) == "serve" {
		os.Args = []string{"engine"}
		main()
	}
}

// opponent is an engine process as another match program sees it. This program knows the protocol
// but not the game. It takes only lines of exactly two words as answers.
type opponent struct {
	t       *testing.T
	command *exec.Cmd
	stdin   io.WriteCloser
	lines   chan string
}

func hire(t *testing.T) *opponent {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := &opponent{t: t, command: exec.Command(program, "-test.run=^TestProcess$", "serve"),
		lines: make(chan string, 1<<16)}
	if o.stdin, err = o.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := o.command.StdoutPipe()
	if err == nil {
		err = o.command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(o.lines)
		for scanner := bufio.NewScanner(stdout); scanner.Scan(); {
			o.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() { _ = o.command.Process.Kill() })
	return o
}

func (o *opponent) send(format string, args ...any) {
	o.t.Helper()
	if _, err := fmt.Fprintf(o.stdin, format+"\n", args...); err != nil {
		o.t.Fatal(err)
	}
}

// wait returns the words of the next line that want accepts.
func (o *opponent) wait(want func(words []string) bool) []string {
	o.t.Helper()
	deadline := time.After(2 * time.Minute)
	for {
		select {
		case line, ok := <-o.lines:
			if !ok {
				o.t.Fatal("the engine ended")
			}
			if strings.Contains(line, "error") {
				o.t.Fatalf("the engine says %q", line)
			}
			if words := strings.Fields(line); want(words) {
				return words
			}
		case <-deadline:
			o.t.Fatal("the engine does not answer")
		}
	}
}

// word waits for a line that is one word.
func (o *opponent) word(word string) {
	o.t.Helper()
	o.wait(func(words []string) bool { return len(words) == 1 && words[0] == word })
}

// second waits for a line of two words, and returns the second.
func (o *opponent) second(first string) string {
	o.t.Helper()
	return o.wait(func(words []string) bool { return len(words) == 2 && words[0] == first })[1]
}

// ask sends the moves of a game and then a query.
func (o *opponent) ask(moves []string, question string) string {
	o.t.Helper()
	position := "position startpos"
	if len(moves) > 0 {
		position += " moves " + strings.Join(moves, " ")
	}
	o.send("%s\nquery %s", position, question)
	return o.second("response")
}

// dismiss closes the input and waits for the engine to end.
func (o *opponent) dismiss() {
	o.t.Helper()
	o.stdin.Close()
	ended := make(chan error, 1)
	go func() {
		for range o.lines {
		}
		ended <- o.command.Wait()
	}()
	select {
	case err := <-ended:
		if err != nil {
			o.t.Errorf("the engine ends with %v", err)
		}
	case <-time.After(time.Minute):
		o.t.Error("the engine does not end with its input")
		_ = o.command.Process.Kill()
		<-ended
	}
}

// prepare makes an engine ready for a game.
func (o *opponent) prepare(rules string, maxPlies int) {
	o.t.Helper()
	o.send("ugi")
	o.word("ugiok")
	o.send("setoption name Rules value %s\nsetoption name MaxPlies value %d\nisready", rules, maxPlies)
	o.word("readyok")
}

// timedGame plays a game between two engines with clocks, and trusts their answers.
func timedGame(t *testing.T, players [2]*opponent, base,
	increment time.Duration) (moves []string, result string) {
	t.Helper()
	for _, p := range players {
		p.send("isready")
		p.word("readyok")
		p.send("uginewgame")
	}
	left := [2]time.Duration{base, base}
	for {
		mover := 0
		if players[0].ask(moves, "p1turn") == "false" {
			mover = 1
		}
		us := players[mover]
		us.send("isready")
		us.word("readyok")
		over := [2]string{players[0].ask(moves, "gameover"), players[1].ask(moves, "gameover")}
		if over[0] != over[1] {
			t.Fatalf("after %q the engines say gameover: %q", moves, over)
		}
		if over[0] == "true" {
			break
		}
		begun := time.Now()
		us.send("go p1time %d p2time %d p1inc %d p2inc %d",
			left[0].Milliseconds(), left[1].Milliseconds(), increment.Milliseconds(),
			increment.Milliseconds())
		move := us.second("bestmove")
		if left[mover] -= time.Since(begun); left[mover] <= 0 {
			t.Fatalf("player %d loses on time after %q", mover+1, moves)
		}
		left[mover] += increment
		moves = append(moves, move)
	}
	results := [2]string{players[0].ask(moves, "result"), players[1].ask(moves, "result")}
	if results[0] != results[1] {
		t.Fatalf("after %q the results are %q", moves, results)
	}
	return moves, results[0]
}

// TestConduct plays games under the rules of other match programs.
func TestConduct(t *testing.T) {
	const maxPlies = 16
	for _, rules := range []string{"epaminondas:5x7x1", "crossings"} {
		players := [2]*opponent{hire(t), hire(t)}
		for _, p := range players {
			p.prepare(rules, maxPlies)
		}
		moves, result := timedGame(t, players, 4*time.Second, 20*time.Millisecond)
		checkGame(t, rules, maxPlies, moves, result)
		for _, p := range players {
			p.dismiss()
		}
	}
}

// checkGame replays a game by the rules.
func checkGame(t *testing.T, rules string, maxPlies int, moves []string, result string) {
	t.Helper()
	state := game.MustBoard(fmt.Sprintf("%s,max_plies=%d", rules, maxPlies)).Start()
	for i, text := range moves {
		m, err := state.ParseMove(text, game.RearNotation)
		if err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
		state.Play(m)
	}
	outcome, _ := state.Outcome()
	if want := map[game.Outcome]string{game.WhiteWins: "p1win", game.BlackWins: "p2win",
		game.Draw: "draw"}[outcome]; want == "" || result != want {
		t.Errorf("%s: the result of %q is %q, want %q", rules, moves, result, want)
	}
}

// TestConductWhileSearching queries and stops an endless search, and closes the input during
// another one.
func TestConductWhileSearching(t *testing.T) {
	o := hire(t)
	o.prepare("epaminondas", 0)
	o.send("uginewgame\nposition startpos\ngo infinite")
	for range 3 {
		o.send("isready")
		o.word("readyok")
	}
	o.send("stop")
	if move := o.second("bestmove"); move == "0000" {
		t.Error("no move")
	}
	for _, question := range []string{"p1turn", "gameover", "result"} {
		if answer, want := o.ask(nil, question),
			map[string]string{"p1turn": "true", "gameover": "false",
				"result": "none"}[question]; answer != want {
			t.Errorf("%s: the answer is %q, want %q", question, answer, want)
		}
	}
	o.send("go infinite")
	o.dismiss()
}

// TestUnknownCommands checks that the engine answers unknown commands with a line of information.
func TestUnknownCommands(t *testing.T) {
	s := start(t)
	for _, command := range []string{"xyzzy", "ponderhit", "register later", "debug on"} {
		answer := s.ask(command)
		if len(answer) > 1 || !slices.ContainsFunc(append(answer, "info "),
			func(l string) bool { return strings.HasPrefix(l, "info ") }) {
			t.Errorf("%s: got %q, want no more than a line of info", command, answer)
		}
	}
	if move, _ := s.bestMove("go nodes 1"); move == "0000" {
		t.Error("no move after unknown commands")
	}
}
