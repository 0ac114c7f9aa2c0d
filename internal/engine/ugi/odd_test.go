package ugi

import (
	"fmt"
	"strings"
	"testing"
)

// TestEveryGoHasOneBestmove sends odd commands, as a program would that does not know the engine.
func TestEveryGoHasOneBestmove(t *testing.T) {
	long := strings.Repeat(" x", maxLine)
	for name, test := range map[string]struct {
		script string
		moves  int // bestmoves
		ready  int // readyoks
		want   string
	}{
		"odd limits": {"go movetime 0\ngo movetime -1\ngo depth x\ngo nodes\ngo sims 0 ponder\ngo\n", 6, 0,
			"info string warning: go: movetime: "},
		"words twice":      {"go go\ngo go go sims 2\ngo sims 2 sims 2 infinite infinite\n", 3, 0, "ignored"},
		"stop alone":       {"stop\nstop now\ngo sims 2\nstop\nisready\n", 1, 1, ""},
		"stop with words":  {"go infinite\nstop now\ngo infinite\nstop \t\r\n", 2, 0, ""},
		"ready with words": {"isready?\nisready now\nugi please\nisready\r\n\tisready\n", 0, 3, "ugiok"},
		"a refused position": {"position garbage\ngo sims 2\nposition startpos\ngo sims 2\n", 2, 0,
			"bestmove (none)"},
		"a refused move": {"position startpos moves a1-a2 a1-a2\ngo infinite\nuginewgame\ngo sims 2\n", 2, 0,
			"bestmove (none)"},
		"a new board":     {"position\ngo\nsetoption name Rules value epaminondas:3x6x1\ngo sims 2\n", 2, 0, ""},
		"odd options":     {"setoption\nsetoption name\nsetoption name Sims value -1\ngo\n", 1, 0, "error"},
		"a long go":       {"go" + long + "\nisready" + long + "\n", 1, 1, "error: input: line is longer"},
		"a long position": {"position startpos moves" + long + "\ngo sims 2\n", 1, 0, "bestmove (none)"},
		"a finished game": {"position fen www/.../.../.../b.. b\ngo\n", 1, 0, ""},
		"a mark":          {"\ufeffgo sims 2\n", 1, 0, ""},
		"UTF-16":          {"\xff\xfei\x00s\x00", 0, 0, "error: input: the text is in UTF-16"},
		"a long stop":     {"go infinite\nstop" + long + "\n", 1, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			if err := Serve(t.Context(), toyConfig(t), strings.NewReader(test.script), &out); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			lines := strings.Split(text, "\n")
			if n := count(lines, "bestmove "); n != test.moves {
				t.Errorf("%d bestmoves, want %d", n, test.moves)
			}
			if n := count(lines, "readyok"); n != test.ready {
				t.Errorf("%d readyoks, want %d", n, test.ready)
			}
			if !strings.Contains(text, test.want) {
				t.Errorf("no %q", test.want)
			}
			if t.Failed() {
				t.Logf("the answer is %.2000s", text)
			}
		})
	}
}

// TestStopsForWaitingCommands sends so many commands during an endless search that a stop behind
// them would never be read.
func TestStopsForWaitingCommands(t *testing.T) {
	c := newClient(t, toyConfig(t))
	c.send("go infinite")
	for i := range 3 * maxWaiting {
		c.send(fmt.Sprint("query p1turn ", i))
	}
	c.send("stop", "isready", "quit")
	lines, err := c.rest()
	if err != nil || count(lines, "bestmove") != 1 || count(lines, "readyok") != 1 {
		t.Errorf("got %q, %v", lines[max(0, len(lines)-10):], err)
	}
}
