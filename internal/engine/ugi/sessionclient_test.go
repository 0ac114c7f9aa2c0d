package ugi

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
)

// patience is how long a test waits for an answer.
const patience = 2 * time.Minute

// toy is an engine with known answers: the policy of the k-th move of n is 2(n-k)/(n(n+1)), so the
// first move is the best. Its value is 0.25, or a proven 1 if the mover can capture. A proven
// search ends at once.
type toy struct {
	games int
	err   error // returned by every search
}

func (e *toy) Attributes() engine.Attributes { return engine.Attributes{Tree: true} }

func (e *toy) NewGame(context.Context, uint64) error {
	e.games++
	return nil
}

func (e *toy) Close() error { return nil }

func (e *toy) Evaluate(s *game.State, moves []game.Move, prior []float32) (float32, error) {
	n := len(moves)
	for k := range prior {
		prior[k] = 2 * float32(n-k) / float32(n*(n+1))
	}
	return 0.25, e.err
}

func (e *toy) Search(ctx context.Context, t engine.Turn, limit engine.Limit,
	tell func(*engine.Result) error) (*engine.Result, error) {
	if e.err != nil {
		return nil, e.err
	}
	s := t.State
	moves := s.AppendMoves(nil)
	prior := make([]float32, len(moves))
	value, _ := e.Evaluate(s, moves, prior)
	lines := make([]engine.Line, len(moves))
	for k, m := range moves {
		lines[k] = engine.Line{Move: m, Value: value - float32(k)/1000, Policy: prior[k],
			Variation: []game.Move{m}}
	}
	capture := slices.IndexFunc(moves, func(m game.Move) bool { c := s.Captured(m); return !c.Empty() })
	if capture >= 0 {
		lines[0], lines[capture] = lines[capture], lines[0]
		lines[0].Value, lines[0].Proof = 1, engine.Win
		return &engine.Result{Nodes: 1, Depth: 1, Lines: lines}, nil
	}
	r := &engine.Result{Lines: lines}
	begun := time.Now()
	for {
		r.Nodes++
		r.Depth = r.Nodes/4 + 1
		lines[0].Visits = r.Nodes
		if r.Nodes == 8 {
			if err := tell(r); err != nil {
				return nil, err
			}
		}
		switch {
		case ctx.Err() != nil, r.Nodes == limit.Nodes, r.Depth == limit.Depth,
			limit.Time > 0 && time.Since(begun) >= limit.Time:
			return r, nil
		case r.Nodes > 1000:
			time.Sleep(time.Millisecond)
		}
	}
}

// toyConfig is a server of toys on the smallest board.
func toyConfig(t testing.TB) Config {
	t.Helper()
	settings, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	if settings.Rules, err = game.ParseRules("epaminondas:3x5x1"); err != nil {
		t.Fatal(err)
	}
	return Config{Name: "Toy", Author: "the tests", Settings: settings,
		Build: func(b *game.Board, s Settings) (engine.Engine, error) {
			if s.Model != "" {
				return nil, io.ErrUnexpectedEOF
			}
			return &toy{}, nil
		}}
}

// client is a client of a server that runs in a goroutine.
type client struct {
	t      *testing.T
	input  *io.PipeWriter
	lines  chan string
	served chan error
	cancel context.CancelFunc
}

func newClient(t *testing.T, config Config) *client {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	fromClient, input := io.Pipe()
	output, toClient := io.Pipe()
	c := &client{t: t, input: input, lines: make(chan string, 4096),
		served: make(chan error, 1), cancel: cancel}
	go func() {
		err := Serve(ctx, config, fromClient, toClient)
		toClient.Close()
		c.served <- err
	}()
	go func() {
		defer close(c.lines)
		for scanner := bufio.NewScanner(output); scanner.Scan(); {
			c.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() {
		cancel()
		input.Close()
	})
	return c
}

// send writes commands, one a line.
func (c *client) send(commands ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.input, strings.Join(commands, "\n")+"\n"); err != nil {
		c.t.Fatalf("send %q: %v", commands, err)
	}
}

// next returns the next line of the server.
func (c *client) next() string {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			c.t.Fatal("the server ended, want another line")
		}
		return line
	case <-time.After(patience):
		c.t.Fatal("no answer from the server")
	}
	return ""
}

// until returns the lines up to and including the first line that begins with prefix.
func (c *client) until(prefix string) []string {
	c.t.Helper()
	var lines []string
	for {
		lines = append(lines, c.next())
		if strings.HasPrefix(lines[len(lines)-1], prefix) {
			return lines
		}
	}
}

// rest returns the remaining lines of the server and the error of Serve.
func (c *client) rest() ([]string, error) {
	c.t.Helper()
	var lines []string
	for {
		select {
		case line, ok := <-c.lines:
			if !ok {
				return lines, <-c.served
			}
			lines = append(lines, line)
		case <-time.After(patience):
			c.t.Fatalf("the server did not end; it said %q", lines)
		}
	}
}

// count returns how many lines begin with prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, l := range lines {
		if strings.HasPrefix(l, prefix) {
			n++
		}
	}
	return n
}

// fixed returns a Builder that returns the same engine for all settings.
func fixed(e engine.Engine) Builder {
	return func(*game.Board, Settings) (engine.Engine, error) { return e, nil }
}
