package judge

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/player"
)

// Trial has the players, the positions and the reference.
type Trial struct {
	Board     *game.Board
	Positions []game.State // at least two, none of them over
	Players   []player.Factory
	Reference Reference
	Seed      uint64 // for the players
	Parallel  int    // concurrent positions, at least 1; a player's Together may ask for more
	// Progress receives the progress of a task. Several goroutines call it. May be nil.
	Progress func(task string, done, total int)
}

// answer is a player's move in a position.
type answer struct {
	move  game.Move
	spent time.Duration
}

// verdicts are the reference's verdicts in a position, on the best known move and on each player's
// move.
type verdicts struct {
	best    Worth
	chosen  []Worth // by player
	answers []answer
}

// Run asks every player for its move in every position, as if a game began in that position. Then
// it asks the reference for the worth of the moves. If no player has a time limit, the report
// depends only on the trial. A player's forfeit is an error. If ctx ends, the judgements so far
// stay in the reference's cache.
func Run(ctx context.Context, t Trial) (*Report, error) {
	if err := t.validate(); err != nil {
		return nil, err
	}
	answers := make([][]answer, len(t.Players))
	for k, c := range t.Players {
		var err error
		if answers[k], err = t.ask(ctx, c); err != nil {
			return nil, err
		}
	}
	list, err := t.judge(ctx, answers)
	if err != nil {
		return nil, err
	}
	return t.report(list), nil
}

func (t *Trial) validate() error {
	switch {
	case len(t.Players) == 0:
		return errors.New("judge: there is no player to judge")
	case len(t.Positions) < 2:
		return fmt.Errorf("judge: the trial has %s, want at least 2",
			noun.Count(len(t.Positions), "position"))
	case t.Parallel < 1:
		return fmt.Errorf("judge: parallel is %d, want at least 1", t.Parallel)
	}
	return nil
}

// tell reports progress.
func (t *Trial) tell(task string, done int) {
	if t.Progress != nil {
		t.Progress(task, done, len(t.Positions))
	}
}

// each does a task for every position in several goroutines, and reports progress.
func (t *Trial) each(ctx context.Context, task string, goroutines int,
	start func(context.Context) (worker, error)) error {
	var done atomic.Int64
	t.tell(task, 0)
	return spread(ctx, len(t.Positions), goroutines, func(ctx context.Context) (worker, error) {
		w, err := start(ctx)
		do := w.do
		w.do = func(i int) error {
			err := do(i)
			if err == nil {
				t.tell(task, int(done.Add(1)))
			}
			return err
		}
		return w, err
	})
}

// ask returns a player's moves.
func (t *Trial) ask(ctx context.Context, c player.Factory) ([]answer, error) {
	answers := make([]answer, len(t.Positions))
	err := t.each(ctx, c.Name, max(t.Parallel/c.WantedCores(), c.Together),
		func(ctx context.Context) (worker, error) {
			p, err := c.New(ctx)
			if err != nil {
				return worker{}, fmt.Errorf("judge: make %s: %w", c.Name, err)
			}
			return worker{end: p.Close, do: func(i int) (err error) {
				answers[i], err = t.choose(ctx, p, i)
				return err
			}}, nil
		})
	return answers, err
}

// choose asks a player for its move in a position.
func (t *Trial) choose(ctx context.Context, p player.Player, i int) (answer, error) {
	s := t.Positions[i]
	fail := func(err error) (answer, error) {
		return answer{}, fmt.Errorf("judge: %s in %s: %w", p.Name(), s.String(), err)
	}
	if err := p.NewGame(ctx, rand.New(rand.NewPCG(t.Seed, uint64(i))).Uint64()); err != nil {
		return fail(err)
	}
	asked := s
	began := time.Now()
	choice, err := p.Choose(ctx, player.Turn{State: &asked, Start: s})
	spent := time.Since(began)
	if err == nil {
		err = ctx.Err() // a cancelled search may return early
	}
	if err == nil && (choice.Move == game.NoMove || !s.Legal(choice.Move)) {
		err = errors.New("the move is illegal")
	}
	if err != nil {
		return fail(err)
	}
	return answer{choice.Move, spent}, nil
}

// referenceTask is the name of the reference's task.
const referenceTask = "the reference"

// judge asks the reference about all moves.
func (t *Trial) judge(ctx context.Context, answers [][]answer) ([]verdicts, error) {
	list := make([]verdicts, len(t.Positions))
	err := t.each(ctx, referenceTask, t.Parallel,
		func(ctx context.Context) (worker, error) {
			arbiter, err := t.Reference.New()
			if err != nil {
				return worker{}, err
			}
			return worker{do: func(i int) (err error) {
				of := make([]answer, len(answers))
				for k := range answers {
					of[k] = answers[k][i]
				}
				list[i], err = verdictsOf(ctx, arbiter, &t.Positions[i], of)
				return err
			}}, nil
		})
	return list, err
}

// verdictsOf returns the verdicts on the players' moves in a position, and on the reference's own.
func verdictsOf(ctx context.Context, a MoveJudge, s *game.State, answers []answer) (verdicts, error) {
	v := verdicts{answers: answers}
	own, err := a.Choose(ctx, s)
	if err != nil {
		return v, err
	}
	if v.best, err = a.Judge(ctx, s, own); err != nil {
		return v, err
	}
	judged := map[game.Move]Worth{own: v.best}
	for _, answer := range answers {
		w, known := judged[answer.move]
		if !known {
			if w, err = a.Judge(ctx, s, answer.move); err != nil {
				return v, err
			}
			judged[answer.move] = w
		}
		v.chosen = append(v.chosen, w)
		if w.Value > v.best.Value || w.Value == v.best.Value && w.Proven {
			v.best = w
		}
	}
	return v, nil
}
