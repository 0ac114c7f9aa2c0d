//go:build unix

package arena

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"epaminondas/game"
)

// fakeEngine returns the command of an engine with a given conduct. The engine is this test
// program.
func fakeEngine(t testing.TB, conduct string, args ...string) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("ugi:'%s' -test.run=^TestFakeEngine$ %s %s", program,
		strings.ReplaceAll(conduct, " ", "_"), strings.Join(args, " "))
}

// TestFakeEngine runs the engine if the program was started as an engine.
func TestFakeEngine(t *testing.T) {
	if flag.NArg() == 0 {
		return
	}
	f := &fake{in: bufio.NewScanner(os.Stdin)}
	conduct, ok := conducts[strings.ReplaceAll(flag.Arg(0), "_", " ")]
	if !ok {
		fmt.Fprintln(os.Stderr, "unknown conduct", flag.Arg(0))
		os.Exit(99)
	}
	f.serve(conduct)
	os.Exit(0)
}

// fake is an engine that plays the first legal move in the order of the rules, unless its conduct
// says otherwise.
type fake struct {
	in         *bufio.Scanner
	board      *game.Board
	state      game.State
	moveNumber int // number of go commands so far
}

// A conduct handles the commands of an engine. done means that the command needs no further answer.
type conduct func(f *fake, word, rest string) (done bool)

func (f *fake) serve(misbehave conduct) {
	if misbehave(f, "start", "") {
		return
	}
	for f.in.Scan() {
		word, rest, _ := strings.Cut(f.in.Text(), " ")
		if word == "go" {
			f.moveNumber++
		}
		if !misbehave(f, word, rest) {
			f.behave(word, rest)
		}
	}
	misbehave(f, "end", "")
}

// say writes a line without buffering.
func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func (f *fake) behave(word, rest string) {
	switch word {
	case "ugi":
		say("id name Fake\nid author the tests\nid favourite colour\noption name Rules type string default x\noption\n" +
			"option name Odd One type string default a type b\nregistration checking\nugiok")
	case "isready":
		say("readyok")
	case "setoption":
		if rules, ok := strings.CutPrefix(rest, "name Rules value "); ok {
			f.setRules(rules)
		}
	case "position":
		f.setPosition(rest)
	case "go":
		say("info depth 3 nodes 70 strange 1 score value 0.25 pv %s\ninfo string nothing to say\n\nbestmove %[1]s", f.move())
	case "quit":
		os.Exit(0)
	}
}

// move returns the text of the first legal move.
func (f *fake) move() string {
	return f.state.FormatMove(f.state.AppendMoves(nil)[0], game.RearNotation)
}

func (f *fake) setRules(name string) {
	rules, err := game.ParseRules(name)
	if err == nil {
		f.board, err = game.NewBoard(rules)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(98)
	}
}

func (f *fake) setPosition(text string) {
	base, moves, _ := strings.Cut(text, " moves ")
	f.state = f.board.Start()
	var err error
	if fen, ok := strings.CutPrefix(base, "fen "); ok {
		f.state, err = f.board.ParseState(fen)
	}
	for _, word := range strings.Fields(moves) {
		m := game.NoMove
		if m, err = f.state.ParseMove(word, game.RearNotation); err != nil {
			break
		}
		f.state.Play(m)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(97)
	}
}

// at makes an engine misbehave at one command.
func at(command string, do func(f *fake, rest string)) conduct {
	return func(f *fake, word, rest string) bool {
		if word != command {
			return false
		}
		do(f, rest)
		return true
	}
}

// atMove makes an engine misbehave at its second move.
func atMove(do func(f *fake)) conduct {
	return func(f *fake, word, _ string) bool {
		if word != "go" || f.moveNumber != 2 {
			return false
		}
		do(f)
		return true
	}
}

// forever waits until the process is killed.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

// listening continues to read but never answers.
func listening(f *fake) {
	for f.in.Scan() {
	}
	forever()
}

func exit(code int) func(*fake) { return func(*fake) { os.Exit(code) } }

// answering answers go with a text, in which % is a legal move.
func answering(text string) conduct {
	return atMove(func(f *fake) { say("%s", strings.ReplaceAll(text, "%", f.move())) })
}

// conducts are the possible conducts. Some use the argument of the command as a file.
var conducts = map[string]conduct{
	"well":    func(*fake, string, string) bool { return false },
	"sleeper": func(*fake, string, string) bool { time.Sleep(time.Minute); return true },

	// before the first game
	"exits at once": at("start", func(*fake, string) { os.Exit(0) }),
	"never ugiok":   at("ugi", func(*fake, string) { say("id name Mute") }),
	"dies at ugi":   at("ugi", func(*fake, string) { say("id name Frail"); os.Exit(4) }),
	"long ugi":      at("ugi", func(*fake, string) { flood("option name X%d type spin\n") }),
	"refuses": at("setoption",
		func(*fake, string) { say("info string error: setoption: no such rules") }),
	"dies at option":   at("setoption", func(*fake, string) { os.Exit(5) }),
	"never readyok":    at("isready", func(*fake, string) {}),
	"moves before all": at("isready", func(*fake, string) { say("bestmove a1-a2\nreadyok") }),
	"only once":        onlyOnce,

	// in a game
	"dies at new game": at("uginewgame", func(*fake, string) { os.Exit(6) }),
	"dies":             atMove(exit(0)),
	"dies loudly": atMove(func(*fake) {
		fmt.Fprintln(os.Stderr, "a first word\npanic: \x1b[31mindex out of range\n\ngoroutine 1")
		os.Exit(3)
	}),
	"dies of a signal": atMove(func(*fake) { syscall.Kill(os.Getpid(), syscall.SIGKILL); forever() }),
	"moves and dies":   atMove(func(f *fake) { fmt.Print("bestmove " + f.move()); os.Exit(7) }),
	"silent":           atMove(func(*fake) {}),
	"a little late": atMove(func(f *fake) {
		time.Sleep(200 * time.Millisecond)
		say("bestmove %s", f.move())
	}),
	"waits for stop":   waitsForStop,
	"too late":         atMove(func(f *fake) { time.Sleep(3 * time.Second); say("bestmove %s", f.move()) }),
	"deaf":             atMove(func(f *fake) { listening(f) }),
	"never reads":      atMove(func(*fake) { forever() }),
	"stopped":          atMove(func(*fake) { syscall.Kill(os.Getpid(), syscall.SIGSTOP); forever() }),
	"talks on":         atMove(func(f *fake) { talk(3 << 20); listening(f) }),
	"endless stderr":   atMove(func(*fake) { endless(os.Stderr, strings.Repeat("e", 63)+"\n") }),
	"illegal":          answering("bestmove a1-a9"),
	"illegal on board": answering("bestmove a1-d4"),
	"no square":        answering("bestmove hello"),
	"no move":          answering("bestmove"),
	"null move":        answering("bestmove 0000"),
	"extra words":      answering("bestmove % ponder %"),
	"two moves":        answering("bestmove %\nbestmove %"),
	"early move": at("position",
		func(f *fake, rest string) { f.setPosition(rest); say("bestmove %s", f.move()) }),
	"binary move": answering("bestmove \xff\xfe\x00\x1b"),
	"binary":      answering("\xff\xfe\x00\x1b\ninfo \x00 depth \xff\nbestmove %"),
	"odd values": answering(
		"info\ninfo depth x nodes -3 score value NaN\ninfo score\ninfo score value\ninfo pv\nbestmove %"),
	"endless line":      atMove(func(*fake) { endless(os.Stdout, strings.Repeat("x", 1<<16)) }),
	"flood":             atMove(func(*fake) { flood("info depth %d score value 0\n") }),
	"closes its output": atMove(func(f *fake) { os.Stdout.Close(); listening(f) }),
	"not ready in game": notReady,
	"floods stderr":     atMove(func(f *fake) { noise(4 << 20); say("bestmove %s", f.move()) }),
	"floods and dies": atMove(func(*fake) {
		noise(4 << 20)
		fmt.Fprintln(os.Stderr, "the end")
		os.Exit(8)
	}),
	"leaves a child":     atMove(func(*fake) { leaveChild(); os.Exit(9) }),
	"works with a child": worksWithChild,
	"leaves an orphan": atMove(func(*fake) {
		leave("napper", &syscall.SysProcAttr{Setsid: true})
		os.Exit(12)
	}),
	"napper": func(*fake, string, string) bool { time.Sleep(5 * time.Second); return true },
	"moves and orphans": atMove(func(f *fake) {
		notePID(leave("sleeper", &syscall.SysProcAttr{Setsid: true}))
		say("bestmove %s", f.move())
		os.Exit(13)
	}),
	"ignores quit": ignoresQuit,
}

// endless writes the same text without end.
func endless(to *os.File, text string) {
	for {
		to.WriteString(text)
	}
}

// flood writes numbered lines without end.
func flood(format string) {
	w := bufio.NewWriter(os.Stdout)
	for i := 0; ; i++ {
		fmt.Fprintf(w, format, i)
	}
}

// talk writes n bytes of info lines.
func talk(n int) {
	for range n / 64 {
		os.Stdout.WriteString("info string " + strings.Repeat("t", 51) + "\n")
	}
}

// noise writes n bytes to stderr.
func noise(n int) {
	for range n / 64 {
		os.Stderr.WriteString(strings.Repeat("e", 63) + "\n")
	}
}

// waitsForStop answers its second go only after stop.
func waitsForStop(f *fake, word, _ string) bool {
	if word == "stop" {
		say("bestmove %s", f.move())
	}
	return word == "go" && f.moveNumber == 2
}

// notReady stops answering isready after its first move.
func notReady(f *fake, word, _ string) bool { return word == "isready" && f.moveNumber > 0 }

// onlyOnce gets ready only if a file does not exist. It creates the file, and dies at its first
// move.
func onlyOnce(_ *fake, word, _ string) bool {
	switch word {
	case "start":
		if file, err := os.OpenFile(flag.Arg(1), os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			os.Exit(10)
		} else {
			file.Close()
		}
	case "go":
		os.Exit(11)
	}
	return false
}

// leaveChild starts a process that holds the pipes open, and writes its id to a file.
func leaveChild() { notePID(leave("sleeper", nil)) }

// leave starts a process that holds the pipes open.
func leave(conduct string, how *syscall.SysProcAttr) (pid int) {
	program, err := os.Executable()
	if err == nil {
		child := exec.Command(program, "-test.run=^TestFakeEngine$", conduct)
		child.SysProcAttr = how
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		if err = child.Start(); err == nil {
			return child.Process.Pid
		}
	}
	os.Exit(96)
	return 0
}

// notePID appends a process to the file that is the first argument.
func notePID(pid int) {
	file, err := os.OpenFile(flag.Arg(1), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		os.Exit(95)
	}
	fmt.Fprintln(file, pid)
	file.Close()
}

// worksWithChild starts a child process, and leaves it behind.
func worksWithChild(_ *fake, word, _ string) bool {
	if word == "start" {
		leaveChild()
	}
	return false
}

// ignoresQuit ends neither after quit nor at the end of its input.
func ignoresQuit(f *fake, word, _ string) bool {
	switch word {
	case "start":
		notePID(os.Getpid())
	case "quit", "end":
		listening(f)
	}
	return false
}
