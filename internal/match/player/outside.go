package player

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/ugi"
)

// outside is an [engine.Engine] in a separate process.
type outside struct {
	name     string
	board    *game.Board
	notation game.Notation
	engine   *ugi.Engine
}

// Options that describe the game to an engine.
const (
	optionRules    = "Rules"
	optionMaxPlies = "MaxPlies"
	optionNotation = "Notation"
)

// ugiKind returns the kind of engines that speak UGI.
func ugiKind() kind {
	return kind{
		name: "ugi", argument: "COMMAND ARGS", about: "any engine that speaks UGI",
		notes: `The command of ugi is split into words as in a shell, with quotes, but it does not run in a shell. A comma inside quotes belongs to its word. The program sets the engine's options Rules, MaxPlies and Notation if the engine declares them. option.NAME=VALUE sets another option,
as in ugi:./engine --quiet,time=500ms,option.Threads=2,option.Book='a, b.bin'`,
		limit: limit{time: time.Second}, limits: limitsBy("nodes", "depth", "time"), quoted: true,
		settings: true,
		options: []option{
			timeOption("grace",
				"time that a move may be late, before and again after the command stop: 1s;\na move within this time loses nothing, but causes a warning",
				func(s *Spec) *time.Duration { return &s.command.Grace }),
			timeOption("patience", "longest time for a move without a time limit: 1m",
				func(s *Spec) *time.Duration { return &s.command.Patience }),
			timeOption("startup", "longest time to start, and to begin a new game: 20s",
				func(s *Spec) *time.Duration { return &s.command.Startup }),
		},
		read: func(s *Spec, argument string) error {
			if s.command.Argv = words(argument); len(s.command.Argv) == 0 || s.command.Argv[0] == "" {
				return errors.New("no command is given: write ugi:COMMAND ARGS")
			}
			return nil
		},
		ready: func(s Spec, b *game.Board, own searchLimit) (Factory, error) {
			return outsideFactory(s.text, b, s.command, own)
		},
	}
}

// outsideFactory makes players of an engine, each in a separate process. It is an error if the
// engine never starts. If the engine started once and later fails to get ready, it forfeits the
// game.
func outsideFactory(name string, b *game.Board,
	command ugi.Command, limit searchLimit) (Factory, error) {
	notation, err := notationFor(command.Options)
	if err != nil {
		return Factory{}, fmt.Errorf("player %q: %w", name, err)
	}
	command.Options = append(boardSettings(b, command.Options), command.Options...)
	var started atomic.Bool
	cores := threads(command.Options)
	return factoryOf(name, limit, cores, func(ctx context.Context) (engine.Engine, error) {
		process, err := ugi.Start(ctx, command)
		if err == nil {
			started.Store(true)
			return &outside{name: name, board: b, notation: notation, engine: process}, nil
		}
		if started.Load() && ctx.Err() == nil {
			return nil, startFoul(name, err)
		}
		return nil, fmt.Errorf("player %s: %w", name, err)
	}), nil
}

// threads returns the number of threads in an engine's settings, or 1.
func threads(options []ugi.Setting) int {
	for _, o := range options {
		if n, err := strconv.Atoi(o.Value); strings.EqualFold(o.Name, "Threads") && err == nil {
			return max(1, n)
		}
	}
	return 1
}

// notationFor returns the notation of an engine: the one in its settings, or rear notation if they
// name none.
func notationFor(options []ugi.Setting) (game.Notation, error) {
	for _, o := range options {
		if strings.EqualFold(o.Name, optionNotation) {
			return game.ParseNotation(strings.ToLower(o.Value))
		}
	}
	return game.RearNotation, nil
}

// boardSettings returns the settings that describe the game to an engine, except the settings in
// others. An engine without such options must know the game already.
func boardSettings(b *game.Board, others []ugi.Setting) []ugi.Setting {
	var settings []ugi.Setting
	add := func(name, value string) {
		for _, o := range others {
			if strings.EqualFold(o.Name, name) {
				return
			}
		}
		settings = append(settings, ugi.Setting{Name: name, Value: value, IfDeclared: true})
	}
	add(optionRules, b.Rules().Name())
	add(optionMaxPlies, strconv.Itoa(b.Rules().MaxPlies))
	add(optionNotation, game.RearNotation.String())
	return settings
}

// Attributes implements [engine.Engine].
func (p *outside) Attributes() engine.Attributes { return engine.Attributes{} }

// Close ends the process.
func (p *outside) Close() error { return p.engine.Close() }

// NewGame implements [engine.Engine]. The seed has no effect on an outside engine.
func (p *outside) NewGame(ctx context.Context, _ uint64) error {
	return p.fault(p.engine.NewGame(ctx))
}

// Evaluate returns an error, because UGI has no command for it.
func (p *outside) Evaluate(*game.State, []game.Move, []float32) (float32, error) {
	return 0, errors.New("an outside engine gives no estimate of a position")
}

// Search implements [engine.Engine]. It reports only the end of the search. An error that wraps
// [Forfeit] is the engine's fault.
func (p *outside) Search(ctx context.Context, t engine.Turn, l engine.Limit,
	_ func(*engine.Result) error) (*engine.Result, error) {
	answer, err := p.engine.Search(ctx, p.position(t), ugi.Go{
		MoveTime: l.Time, Nodes: l.Nodes, Depth: l.Depth, Clock: l.Clock, Turn: t.State.Turn(),
	})
	if err != nil {
		return nil, p.fault(err)
	}
	m, err := t.State.ParseMove(answer.Move, p.notation)
	switch {
	case errors.Is(err, game.ErrIllegal):
		return nil, p.foul(game.IllegalMove, "plays %s, which is illegal in %s", answer.Move, t.State)
	case err != nil:
		return nil, p.foul(game.Misconduct, "plays %q, which is not a move, in %s", answer.Move, t.State)
	}
	return &engine.Result{Value: answer.Value, Judged: answer.Judged, Nodes: answer.Nodes,
		Lines: []engine.Line{{Move: m, Value: answer.Value, Variation: []game.Move{m}}}}, nil
}

// position returns the game so far for the engine.
func (p *outside) position(t engine.Turn) ugi.Position {
	var text ugi.Position
	state := t.Start
	if state != p.board.Start() {
		text.Start = state.String()
	}
	for _, m := range t.Moves {
		text.Moves = append(text.Moves, state.FormatMove(m, p.notation))
		state.Play(m)
	}
	return text
}

// fault turns an engine's misconduct into a forfeit.
func (p *outside) fault(err error) error {
	var m *ugi.Misconduct
	switch {
	case err == nil:
		return nil
	case errors.As(err, &m):
		return p.foul(ending(m.Kind), "%s", m.Text)
	}
	return err
}

func (p *outside) foul(ending game.Ending, format string, args ...any) *Forfeit {
	return &Forfeit{Ending: ending, Verdict: p.name + " " + fmt.Sprintf(format, args...)}
}

// startFoul returns the forfeit of an engine that does not start again.
func startFoul(name string, err error) *Forfeit {
	verdict, how := name+" does not start again: "+err.Error(), game.Crash
	var m *ugi.Misconduct
	if errors.As(err, &m) {
		verdict, how = name+" "+m.Text+" when it was started again", ending(m.Kind)
	}
	return &Forfeit{Ending: how, Verdict: verdict}
}

// ending returns the ending of a game by misconduct.
func ending(k ugi.Kind) game.Ending {
	switch k {
	case ugi.Crash:
		return game.Crash
	case ugi.Silence:
		return game.OutOfTime
	}
	return game.Misconduct
}
