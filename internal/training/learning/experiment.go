package learning

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/process"
	"epaminondas/internal/engine/solve"
	"epaminondas/internal/match/player"
	"epaminondas/internal/training/config"
)

// Experiment compares candidates on the games of a run.
type Experiment struct {
	Dir        string      // of the run; it is only read
	Candidates []Candidate // the first is the base
	// Budgets are the budgets of each candidate, rising. A larger budget continues from the state
	// before the cooldown of the smaller one.
	Budgets []Budget
	HeldOut float64 // share of the games, more than 0 and less than 1
	Save    string  // folder for the averaged weights; empty to keep none
	// Progress is called often, with the current task. Several goroutines call it. May be nil.
	Progress func(task string, done, total int)

	bytes int64                // memory of the machine, 0 to ask it
	now   func() time.Duration // processor time, nil to ask the system
	timed time.Duration        // time to measure the speed of a network, 0 for the default

	networks []player.Network // finished candidates with their largest budgets: see [Experiment.Judge]
}

// Validate reports the first mistake in the experiment. It reads no game.
func (e *Experiment) Validate() error {
	switch {
	case len(e.Candidates) == 0:
		return errors.New("fit: there are no candidates, want at least the base")
	case !(e.HeldOut > 0 && e.HeldOut < 1):
		return fmt.Errorf("fit: held-out share is %v, want more than 0 and less than 1", e.HeldOut)
	}
	if err := checkBudgets(e.Budgets); err != nil {
		return err
	}
	if err := checkNames(e.Candidates); err != nil {
		return err
	}
	for _, c := range e.Candidates {
		if c.Config.Rules != e.Candidates[0].Config.Rules {
			return fmt.Errorf("fit: candidate %s changes the rules, but it learns from games of the run",
				c.Name)
		}
		if err := c.Config.Validate(); err != nil {
			return fmt.Errorf("fit: candidate %s: %w", c.Name, err)
		}
	}
	return nil
}

// Run trains and measures the candidates one after another. After an error the result has the
// candidates that are finished. It is nil if there are none. If ctx ends while a huge network makes
// a step, Run does not wait for the step. The error then wraps [crew.ErrLeft], and the process must
// end.
func (e *Experiment) Run(ctx context.Context) (*Result, error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	if err := e.checkMemory(); err != nil {
		return nil, err
	}
	if err := e.prepareFolder(); err != nil {
		return nil, err
	}
	w, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	for at, c := range e.Candidates {
		trained, err := w.candidate(ctx, at)
		if err != nil {
			return w.finished(), fmt.Errorf("fit: candidate %s: %w", c.Name, err)
		}
		w.result.Candidates = append(w.result.Candidates, trained...)
	}
	return w.finished(), nil
}

// checkMemory returns an error if a candidate cannot fit into the machine.
func (e *Experiment) checkMemory() error {
	bytes := e.bytes
	if bytes == 0 {
		bytes = config.AvailableMemory()
	}
	for _, c := range e.Candidates {
		estimate, err := config.LearningMemory(c.Config)
		if err == nil {
			err = estimate.Fits(bytes)
		}
		if err != nil {
			return fmt.Errorf("fit: candidate %s: %w", c.Name, err)
		}
	}
	return nil
}

// prepareFolder makes the folder for weights. It returns an error if a file is in the way.
func (e *Experiment) prepareFolder() error {
	if e.Save == "" {
		return nil
	}
	if err := durable.MkdirAll(e.Save); err != nil {
		return fmt.Errorf("fit: %w", err)
	}
	var files []string
	for _, c := range e.Candidates {
		files = append(files, e.configPath(c))
		for _, b := range e.Budgets {
			files = append(files, e.weightsPath(c, b))
		}
	}
	for _, path := range files {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("fit: %s exists already: remove it, or save to another folder", path)
		}
	}
	return nil
}

// configPath returns the path of a candidate's config.
func (e *Experiment) configPath(c Candidate) string { return filepath.Join(e.Save, c.Name+".toml") }

// weightsPath returns the path of a candidate's weights. If there are several budgets, the file
// name contains the budget.
func (e *Experiment) weightsPath(c Candidate, b Budget) string {
	name := c.Name
	if len(e.Budgets) > 1 {
		name += "-" + b.Label()
	}
	return filepath.Join(e.Save, name+".safetensors")
}

// solve returns the solved board. It is nil if the board cannot be solved, or if the run has
// report.exact_positions = 0.
func (e *Experiment) solve(ctx context.Context, rules game.Rules) (*solve.Table, error) {
	if e.Candidates[0].Config.Report.ExactPositions == 0 || solve.Supported(rules) != nil {
		return nil, nil
	}
	table, err := solve.Load(ctx, rules, "", func(done, total int64) {
		e.task("solving the board, once for all runs")(int(done), int(total))
	})
	if err != nil {
		return nil, fmt.Errorf("fit: %w", err)
	}
	return table, nil
}

// task returns a function that reports the progress of a task.
func (e *Experiment) task(name string) func(done, total int) {
	return func(done, total int) {
		if e.Progress != nil {
			e.Progress(name, done, total)
		}
	}
}

// clock returns the clock of the budget, and whether it is processor time. If the system does not
// report processor time, the clock returns elapsed time.
func (e *Experiment) clock() (now func() time.Duration, processor bool) {
	if e.now != nil {
		return e.now, true
	}
	if _, ok := process.Time(); ok {
		return func() time.Duration { used, _ := process.Time(); return used }, true
	}
	began := time.Now()
	return func() time.Duration { return time.Since(began) }, false
}
