//go:build unix

package ugi

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// script returns the command of an engine that is a shell script. The handshake is included.
func script(text string) Command {
	return Command{Argv: []string{"sh", "-c", `
ready() { while read -r line && [ "$line" != isready ]; do :; done; echo readyok; }
read -r line
echo "id name A  Script"
echo "option name Threads type spin default 1"
echo "option name Clear Hash type button"
echo ugiok
ready
` + text}}
}

func startScript(t *testing.T, text string) *Engine {
	t.Helper()
	e, err := Start(t.Context(), script(text))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// kindOf returns the kind of misconduct of an error, or 0.
func kindOf(err error) Kind {
	var m *Misconduct
	if errors.As(err, &m) {
		return m.Kind
	}
	return 0
}

func TestSearch(t *testing.T) {
	e := startScript(t, `
ready
read -r position; read -r isready; echo readyok
read -r go
echo "info string $position, $go"
echo "info depth 4 nodes 9 score value -0.5 pv a1-a2"
printf 'bestmove a1-a2\r\n'
ready
`)
	if e.Name() != "A  Script" || len(e.Options()) != 2 {
		t.Errorf("the engine is %q with the options %v", e.Name(), e.Options())
	}
	if err := e.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	a, err := e.Search(t.Context(), Position{Moves: []string{"a1-a2"}}, Go{Nodes: 3})
	if err != nil || a.Move != "a1-a2" || a.Value != -0.5 || !a.Judged || a.Nodes != 9 || a.Depth != 4 {
		t.Errorf("got %+v, %v", a, err)
	}
}

// TestSettings checks which options the client sends.
func TestSettings(t *testing.T) {
	c := script(`
read -r a; ready; read -r b; ready
echo "$a, $b" >&2
exit 1
`)
	c.Options = []Setting{{Name: "threads", Value: "2 x"},
		{Name: "Nothing", IfDeclared: true}, {Name: "clear hash"}}
	e, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	err = e.NewGame(t.Context())
	want := `exit code 1; it wrote last: "setoption name Threads value 2 x, setoption name Clear Hash"`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestCommands(t *testing.T) {
	times := &engine.Clock{Left: [2]time.Duration{game.White: 1500 * time.Millisecond,
		game.Black: 20 * time.Microsecond}, Increment: 30 * time.Millisecond}
	c := Command{Grace: time.Second, Patience: time.Hour}
	for _, test := range []struct {
		g       Go
		want    string
		allowed time.Duration
	}{
		{Go{}, "go", time.Hour},
		{Go{Nodes: 3, Depth: 4}, "go nodes 3 depth 4", time.Hour},
		{Go{MoveTime: 250 * time.Millisecond}, "go movetime 250", 1250 * time.Millisecond},
		{Go{MoveTime: time.Microsecond}, "go movetime 1", time.Second + time.Microsecond},
		{Go{Clock: times}, "go p1time 1500 p2time 1 p1inc 30 p2inc 30", 2500 * time.Millisecond},
		{Go{Clock: times, Turn: game.Black}, "go p1time 1500 p2time 1 p1inc 30 p2inc 30",
			time.Second + 20*time.Microsecond},
		{Go{Clock: times, MoveTime: 100 * time.Millisecond},
			"go p1time 1500 p2time 1 p1inc 30 p2inc 30 movetime 100", 1100 * time.Millisecond},
	} {
		if got := test.g.command(); got != test.want || test.g.allowed(c) != test.allowed {
			t.Errorf("%+v is %q for %v, want %q for %v", test.g, got, test.g.allowed(c),
				test.want, test.allowed)
		}
	}
	if got := (Go{Nodes: 3}).allowed(Command{}.withDefaults()); got != time.Minute {
		t.Errorf("a search by nodes is awaited for %v, the help of players says 1m", got)
	}
	if got := (Position{}).command(); got != "position startpos" {
		t.Errorf("the start is %q", got)
	}
	if got := (Position{Start: ".w/b. b 1",
		Moves: []string{"a", "b"}}).command(); got != "position fen .w/b. b 1 moves a b" {
		t.Errorf("a position is %q", got)
	}
}

// TestOneLine checks that a caller cannot send two commands as one.
func TestOneLine(t *testing.T) {
	e := startScript(t, "cat")
	if _, err := e.Search(t.Context(), Position{Start: "x\nquit"}, Go{Nodes: 1}); err == nil ||
		kindOf(err) != 0 {
		t.Errorf("got %v, want an error of the caller", err)
	}
}

// TestHoldsLittle lets an engine write 40 MB in one line, or to stderr.
func TestHoldsLittle(t *testing.T) {
	for text, want := range map[string]Kind{
		"ready\nhead -c 40000000 /dev/zero\n":                 Garbage,
		"ready\nhead -c 40000000 /dev/zero >&2\nexit 3\n":     Crash,
		"ready\nyes info string | head -c 40000000\nexit 3\n": Garbage,
	} {
		e := startScript(t, text)
		if err := e.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := e.ready(t.Context(), nil)
		runtime.GC()
		runtime.ReadMemStats(&after)
		if kindOf(err) != want {
			t.Errorf("%q: got %v, want kind %d", text, err, want)
		}
		if held := int64(after.HeapAlloc) - int64(before.HeapAlloc); held > 1<<20 {
			t.Errorf("%q: %d bytes are held", text, held)
		}
		e.Close()
	}
}

// TestCloseTwice closes an engine twice.
func TestCloseTwice(t *testing.T) {
	e := startScript(t, "cat >/dev/null")
	if err := errors.Join(e.Close(), e.Close()); err != nil {
		t.Error(err)
	}
}

// TestCancelled cancels every call at once.
func TestEngineCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Start(ctx, script("")); !errors.Is(err, context.Canceled) {
		t.Errorf("Start: got %v", err)
	}
	begun := time.Now()
	e := startScript(t, "cat >/dev/null")
	if err := e.NewGame(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("NewGame: got %v", err)
	}
	if _, err := e.Search(ctx, Position{}, Go{Nodes: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("Search: got %v", err)
	}
	if spent := time.Since(begun); spent > time.Minute {
		t.Errorf("it took %v", spent)
	}
}

// TestStubborn closes an engine that does not end on quit.
func TestStubborn(t *testing.T) {
	e := startScript(t, "trap '' HUP INT TERM PIPE; while :; do sleep 1; done")
	begun := time.Now()
	e.Close()
	if spent := time.Since(begun); spent > time.Minute {
		t.Errorf("it takes %v", spent)
	}
}
