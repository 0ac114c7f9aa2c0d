package ugi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"epaminondas/game"
)

// Config is what the server says about itself and starts with.
type Config struct {
	Name, Author string
	Help         string // the answer to help: what the commands are
	Settings     Settings
	Build        Builder
}

// maxWaiting is how many commands may wait for a search or a perft to end; then
// no more are read until it has.
const maxWaiting = 1024

// A request is a command that waits for its turn.
type request struct {
	text    string
	stopped bool // a stop came after it
}

// server is the state of one session. Only the goroutine of Serve touches it.
type server struct {
	ctx    context.Context
	config Config
	out    io.Writer
	failed error // of the first write that failed

	settings Settings
	board    *game.Board
	engine   Engine
	state    game.State
	games    uint64     // games begun
	rng      *rand.Rand // of this game's Temperature

	running *job      // nil between searches
	waiting []request // commands behind the running job, in order
	ended   bool      // quit or the end of input came
}

// Serve answers the commands on in until quit, the end of in or the end of ctx,
// whose error it then returns. It waits for what it started, with one exception:
// when ctx ends while a read of in blocks, that read stays behind until in is
// closed.
func Serve(ctx context.Context, config Config, in io.Reader, out io.Writer) error {
	s := &server{ctx: ctx, config: config, out: out}
	if err := s.apply(config.Settings); err != nil {
		return fmt.Errorf("ugi: start the engine: %w", err)
	}
	s.restart()
	reader := newLineReader(in)
	defer reader.close()
	err := s.loop(reader)
	if s.running != nil {
		s.running.cancel()
		for line := range s.running.lines {
			s.say(line)
		}
	}
	return errors.Join(err, s.failed)
}

// loop does one thing at a time until the session is over: a command, a line of
// the running job, or an input.
func (s *server) loop(reader *lineReader) error {
	for s.failed == nil {
		if s.running == nil && len(s.waiting) > 0 {
			next := s.waiting[0]
			s.waiting = s.waiting[1:]
			s.execute(next)
			continue
		}
		if s.running == nil && s.ended {
			return nil
		}
		var inputs <-chan input
		if !s.ended && len(s.waiting) < maxWaiting {
			inputs = reader.next()
		}
		var lines <-chan string
		if s.running != nil {
			lines = s.running.lines
		}
		select {
		case <-s.ctx.Done():
			return s.ctx.Err()
		case line, ok := <-lines:
			if !ok {
				s.running = nil
			} else {
				s.say(line)
			}
		case got := <-inputs:
			reader.received()
			if err := s.receive(got); err != nil {
				return err
			}
		}
	}
	return nil
}

// receive takes a line of input: it answers isready, stop and quit at once and
// puts everything else at the end of the queue.
func (s *server) receive(got input) error {
	switch {
	case errors.Is(got.err, errLongLine):
		s.say(errorLine("input", got.err))
		return nil
	case errors.Is(got.err, io.EOF):
		s.end()
		return nil
	case got.err != nil:
		return fmt.Errorf("ugi: read a command: %w", got.err)
	}
	switch strings.TrimSpace(got.line) {
	case "":
	case "isready":
		s.say("readyok")
	case "stop":
		s.stop()
	case "quit":
		s.end()
	default:
		s.waiting = append(s.waiting, request{text: got.line})
	}
	return nil
}

// stop ends what runs, and has what waits begin stopped.
func (s *server) stop() {
	if s.running != nil {
		s.running.cancel()
	}
	for i := range s.waiting {
		s.waiting[i].stopped = true
	}
}

// end reads no more, and has every search finish as if stopped.
func (s *server) end() {
	s.ended = true
	if s.running != nil && s.running.search {
		s.running.cancel()
	}
}

// start runs a job, already cancelled if it is to be over at once.
func (s *server) start(cancelled, search bool, work func(context.Context, func(string))) {
	s.running = startJob(s.ctx, search, work)
	if cancelled {
		s.running.cancel()
	}
}

// say writes one line to the client.
func (s *server) say(line string) {
	if s.failed != nil {
		return
	}
	if _, err := io.WriteString(s.out, line+"\n"); err != nil {
		s.failed = fmt.Errorf("ugi: answer the client: %w", err)
		s.stop()
	}
}

// apply puts settings in force with a new board and a new engine, or changes
// nothing.
func (s *server) apply(settings Settings) error {
	board := s.board
	if board == nil || board.Rules() != settings.Rules {
		var err error
		if board, err = game.NewBoard(settings.Rules); err != nil {
			return err
		}
	}
	engine, err := s.config.Build(board, settings)
	if err != nil {
		return err
	}
	s.settings, s.board, s.engine = settings, board, engine
	s.games = 0
	s.newGame()
	return nil
}

// newGame begins a game of its own random source: the same commands after the
// same seed give the same moves.
func (s *server) newGame() {
	s.games++
	s.rng = rand.New(rand.NewPCG(s.settings.Seed, s.games))
	s.engine.NewGame()
}

// restart sets up the start position.
func (s *server) restart() { s.state = s.board.Start() }
