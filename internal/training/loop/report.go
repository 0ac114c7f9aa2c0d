package loop

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/engine"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/player"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
	"epaminondas/mcts"
)

// exactSeed fixes the sample of solved positions. All runs share it, so that their figures are
// comparable.
const exactSeed = 1

// Progress receives the progress of a report's tasks, from several goroutines.
type Progress func(task string, done, total int)

// MakeReport measures the final checkpoint of a finished run, and stores the report in the run's
// folder.
func MakeReport(ctx context.Context, r *runs.Run, progress Progress) (*runs.Report, error) {
	registry, err := r.Checkpoints(ctx)
	if err != nil {
		return nil, err
	}
	if len(registry) == 0 || registry[len(registry)-1].Phase != runs.Final {
		return nil, fmt.Errorf("loop: %s is not finished, so there is no report yet", r.Dir)
	}
	first, final := registry[0], registry[len(registry)-1]
	m := &measurement{ctx: ctx, run: r, progress: progress}
	if m.board, err = r.Config.Board(); err != nil {
		return nil, err
	}
	made := &runs.Report{
		Rules: m.board.Rules().Name(), Seed: r.Config.Seed, Init: r.Config.Init.Name(),
		Step: final.Step, Games: final.Games, Hours: final.Elapsed.Hours(),
		Processor: final.Processor.Time(final.Elapsed), Model: r.Path(final),
	}
	if made.Older, err = older(ctx, r); err != nil {
		return nil, err
	}
	made.Stages = reportStages(r, registry)
	damaged, err := r.Games.Damaged(ctx)
	if err != nil {
		return nil, err
	}
	made.Damaged = len(damaged)
	if made.Best, err = m.best(registry); err != nil {
		return nil, err
	}
	if made.Lines, err = makeLines(ctx, r, final, progress); err != nil {
		return nil, err
	}
	if made.Matches, err = m.matches(first, final); err != nil {
		return nil, err
	}
	var gate result.Match
	if ok, err := r.LastMatch(ctx, &gate); err != nil {
		return nil, err
	} else if ok {
		made.Gate = &gate
	}
	if r.Config.Report.ExactPositions > 0 {
		if unsolvable := solve.Supported(m.board.Rules()); unsolvable != nil {
			made.ExactNote = unsolvable.Error()
		} else if made.Exact, err = m.exact(first, final); err != nil {
			return nil, err
		}
	}
	var text bytes.Buffer
	if err := made.WriteJSON(&text); err != nil {
		return nil, err
	}
	return made, durable.WriteBytes(runs.ReportPath(r.Dir), text.Bytes())
}

// reportStages returns the beginnings of the stages of a run. A stage that the run has skipped, because
// its share of the budget was spent, has no checkpoint and is left out.
func reportStages(r *runs.Run, registry []runs.Checkpoint) (list []runs.StageReport) {
	next := 0
	for _, c := range registry {
		if c.Stage < next || len(r.Whole().Stages) == 0 {
			continue
		}
		s := r.Whole().Stages[c.Stage]
		list = append(list, runs.StageReport{Name: s.Name, Settings: s.Set, Step: c.Step,
			Hours: c.Elapsed.Hours(), Processor: c.Processor.Time(c.Elapsed)})
		next = c.Stage + 1
	}
	return list
}

// older names the older run from which a run learned, and the number of its games. It returns "" if
// there is no older run.
func older(ctx context.Context, r *runs.Run) (string, error) {
	i, ok, err := r.Inheritance(ctx)
	if err != nil || !ok {
		return "", err
	}
	return fmt.Sprintf("%s of %s", noun.Count(i.Games, "game"), r.Config.Grow.From), nil
}

// measurement is an unfinished report.
type measurement struct {
	ctx      context.Context
	run      *runs.Run
	board    *game.Board
	progress Progress
}

// best returns the file of the last checkpoint that passed the gate.
func (m *measurement) best(registry []runs.Checkpoint) (string, error) {
	id, ok, err := m.run.Best(m.ctx)
	for _, c := range registry {
		if !ok || c.ID == id {
			return m.run.Path(c), err
		}
	}
	return "", err
}

// matches plays the final network against the configured opponents and the network of step 0.
func (m *measurement) matches(first, final runs.Checkpoint) ([]*result.Match, error) {
	c := m.run.Config.Report
	if c.Games == 0 {
		return nil, nil
	}
	finished, err := m.factory(final)
	if err != nil {
		return nil, err
	}
	initial, err := m.factory(first)
	if err != nil {
		return nil, err
	}
	configured, err := opponents(c, m.board)
	if err != nil {
		return nil, err
	}
	openings, balanced, err := arena.MatchOpenings(m.ctx, m.board, c.Games/2, c.OpeningPlies,
		rand.New(rand.NewPCG(m.run.Config.Seed, 0)))
	if err != nil {
		return nil, err
	}
	var results []*result.Match
	for _, opponent := range append([]player.Factory{initial}, configured...) {
		players := []player.Factory{finished, opponent}
		arena.Distinct(players)
		match := arena.Tournament{
			Board: m.board, Players: players, Pairings: arena.Duel(), Openings: openings, Balanced: balanced,
			Parallel: arena.Together(players, engine.Control{}), Seed: m.run.Config.Seed,
			Progress: func(s arena.Standing) { m.progress("against "+opponent.Name, s.Played, s.Games) },
		}
		standings, err := match.Play(m.ctx)
		if err != nil {
			return nil, err
		}
		results = append(results, &standings.Results[0].Match)
	}
	return results, nil
}

// exact counts how often the final network and the network of step 0 throw away the value of a
// position on the solved board.
func (m *measurement) exact(first, final runs.Checkpoint) ([]*result.Exact, error) {
	table, err := solve.Load(m.ctx, m.board.Rules(), "", func(done, total int64) {
		m.progress("solving the board, once for all runs", int(done), int(total))
	})
	if err != nil {
		return nil, err
	}
	c := m.run.Config
	positions := table.Sample(c.Report.ExactPositions, exactSeed)
	reached, err := arena.LoadPlayed(m.ctx, table, c.Report.ExactPositions)
	if err != nil {
		return nil, err
	}
	var list []*result.Exact
	for _, checkpoint := range []runs.Checkpoint{final, first} {
		network, err := m.network(checkpoint)
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("step %d", checkpoint.Step)
		figures, err := arena.MeasureExact(m.ctx, arena.ExactTrial{
			Table: table, Positions: positions, Played: reached,
			Model:  arena.NamedNetwork{Name: name, Evaluators: network},
			Search: c.Play, Simulations: c.Report.Simulations, Parallel: network.Attributes().InFlight,
			Progress: func(done, total int) { m.progress("solved positions, "+name, done, total) },
		})
		if err != nil {
			return nil, err
		}
		list = append(list, figures)
	}
	return list, nil
}

// factory returns a checkpoint as a player.
func (m *measurement) factory(c runs.Checkpoint) (player.Factory, error) {
	network, err := m.network(c)
	if err != nil {
		return player.Factory{}, err
	}
	simulations := m.run.Config.Report.Simulations
	name := fmt.Sprintf("step %d, %s", c.Step, noun.Count(simulations, "simulation"))
	f := player.NetFactory(name, network, m.board, m.run.Config.Play,
		mcts.Limit{Simulations: simulations})
	f.Together = network.Attributes().Together()
	return f, nil
}

// network reads the weights of a checkpoint.
func (m *measurement) network(c runs.Checkpoint) (*backend.Backend, error) {
	checkpoint, err := m.run.LoadWeights(m.ctx, c)
	if err != nil {
		return nil, err
	}
	return backend.Open(checkpoint.Weights, backend.Options{Device: m.run.Config.Device})
}
