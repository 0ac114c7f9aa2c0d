package ugi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/textfile"
	"epaminondas/internal/engine"
)

// Config is the server's description of itself and its first settings.
type Config struct {
	Name, Author string
	Help         string // the answer to help: a list of the commands
	Settings     Settings
	Build        Builder
}

// maxWaiting is the number of commands that may wait for a search or a perft. Then the server stops
// the job and reads no more commands until it has ended, because a stop would not reach it.
const maxWaiting = 1024

// A request is a command that waits for its turn.
type request struct {
	text    string
	stopped bool  // a stop came after the command
	err     error // errLongLine: the text is only the beginning
}

// server is the state of one session. Only the goroutine of Serve uses it.
type server struct {
	ctx    context.Context
	config Config
	out    io.Writer
	failed error // the first failed write

	settings Settings
	board    *game.Board
	engine   engine.Engine
	state    game.State
	refused  error      // why the last position command changed nothing
	games    uint64     // games started
	rng      *rand.Rand // random source for Temperature in this game

	running *job      // nil between searches
	waiting []request // commands after the running job, in order
	ended   bool      // the command quit or the end of the input arrived
}

// Serve answers the commands from in until quit, the end of in or the end of ctx. It returns the
// error of ctx. It waits for everything that it started, with one exception: if ctx ends while a
// read of in blocks, the read stays behind until in is closed.
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
	return errors.Join(err, s.failed, s.engine.Close())
}

// loop handles one event at a time until the session is over: a command, a line of the running job,
// or a line of input.
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

// receive handles a line of input. It answers isready, stop and quit at once and appends all other
// commands to the queue.
func (s *server) receive(got input) error {
	switch {
	case errors.Is(got.err, io.EOF):
		s.end()
		return nil
	case got.err != nil && !errors.Is(got.err, errLongLine):
		return fmt.Errorf("ugi: read a command: %w", got.err)
	}
	if got.first {
		text, err := textfile.Text([]byte(got.line))
		if err != nil {
			s.say(errorLine("input", err))
		}
		got.line = string(text)
	}
	word, _ := nextWord(got.line)
	switch word {
	case "":
	case "isready":
		s.say("readyok")
	case "stop":
		s.stop()
	case "quit":
		s.end()
	default:
		s.waiting = append(s.waiting, request{text: got.line, err: got.err})
		if len(s.waiting) == maxWaiting && s.running != nil {
			s.say("info string warning: too many commands wait, so the running one is stopped")
			s.running.cancel()
		}
	}
	return nil
}

// stop ends the running job, and marks the waiting commands as stopped.
func (s *server) stop() {
	if s.running != nil {
		s.running.cancel()
	}
	for i := range s.waiting {
		s.waiting[i].stopped = true
	}
}

// end stops reading input, and ends every search as if it had been stopped.
func (s *server) end() {
	s.ended = true
	if s.running != nil && s.running.search {
		s.running.cancel()
	}
}

// start starts a job. If cancelled is true the job is cancelled from the start.
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

// apply makes settings current, with a new board and a new engine. After an error it has changed
// nothing.
func (s *server) apply(settings Settings) error {
	board := s.board
	if board == nil || board.Rules() != settings.Rules {
		var err error
		if board, err = game.NewBoard(settings.Rules); err != nil {
			return err
		}
	}
	built, err := s.config.Build(board, settings)
	if err != nil {
		return err
	}
	if s.engine != nil {
		err = s.engine.Close()
	}
	s.settings, s.board, s.engine = settings, board, built
	s.games = 0
	return errors.Join(err, s.newGame())
}

// newGame starts a game with its own random source. So the same commands with the same seed give
// the same moves.
func (s *server) newGame() error {
	s.games++
	s.rng = rand.New(rand.NewPCG(s.settings.Seed, s.games))
	return s.engine.NewGame(s.ctx, s.settings.Seed)
}

// restart sets up the start position.
func (s *server) restart() { s.state, s.refused = s.board.Start(), nil }
