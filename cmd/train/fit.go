package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/training/learning"
	"epaminondas/internal/training/runs"
)

const fitDescription = `Train fit compares settings on the stored games of a run, without self-play. Each candidate learns from the games for the same processor time, one after another. Then all are measured on the same held-out games, from which none learns. The run is only read, and it may be in training.`

// fitCommand is the command line of train fit.
type fitCommand struct {
	Run       string          `help:"Folder of the run. Its run.toml is the base, the first candidate." required:"" type:"path" placeholder:"DIR"`
	For       []time.Duration `help:"Processor time for the training steps of each candidate, such as 10m. Several times, such as 5m,15m,45m, give a row for each." placeholder:"TIME"`
	Steps     []int64         `help:"Training steps of each candidate, instead of --for or as a second bound. The figures then do not depend on the load of the machine. May be several numbers." placeholder:"N"`
	Candidate []string        `help:"Another candidate: a name and the settings that it changes. May be repeated." placeholder:"NAME:KEY=VALUE,KEY=VALUE" sep:"none"`
	HeldOut   float64         `help:"Share of the games that is held out, 0.05 by default." default:"0.05" placeholder:"SHARE"`
	Seed      *uint64         `help:"Seed of first weights and samples, instead of the run's. A candidate may change it with seed=N."`
	JSON      string          `name:"json" help:"Also write the result as JSON to a file." type:"path" placeholder:"FILE"`
	Save      string          `help:"Folder for the averaged weights of each candidate, NAME.safetensors, and for its config, NAME.toml. With several budgets NAME-BUDGET.safetensors." type:"path" placeholder:"DIR"`

	Judge        bool           `help:"At the end judge the moves of all candidates in fixed positions, as arena judge does."`
	Nodes        int            `help:"Positions that the judge searches for each move." default:"20000"`
	Match        int            `help:"At the end play a match of each candidate against the base, with N openings. Each opening is played twice, with the colours exchanged." placeholder:"N"`
	OpeningPlies int            `help:"Random plies of an opening. Default: the balanced openings of the board." placeholder:"N"`
	Time         *time.Duration `help:"Thinking time a move in the matches. Default: 100ms, unless --sims is given." placeholder:"TIME" xor:"limit"`
	Sims         int            `help:"Simulations a move instead of a time." placeholder:"N" xor:"limit"`
}

// Help is the long help.
func (fitCommand) Help() string {
	return `Examples:

  train fit --run runs/tiny --for 2m --candidate wide:network.channels=64 --candidate deep:network.blocks=8
  train fit --run runs/tiny --for 2m --candidate slow:learn.learning_rate=0.0005,learn.batch_size=512
  train fit --run runs/tiny --steps 2000 --candidate again:seed=2 --json fit.json
  train fit --run runs/tiny --for 5m,15m --candidate wide:network.channels=64 --judge --match 50
  train fit --run runs/tiny --for 10m --candidate wide:network.channels=64 --save fits
  arena match net:fits/wide.safetensors net:fits/base.safetensors

A candidate may change the sections network, target and learn, and the settings seed,
train.cooldown, replay.min, replay.max, replay.growth, replay.exponent and replay.game_weight. The
learning rate warms up, stays constant, and falls over the last train.cooldown of the budget.
Every candidate starts with random weights, also if the run has an init.

Several budgets cost less than several calls: a larger budget goes on from before the cooldown of
the smaller one. Judge and matches use the largest budget.

The columns: parameters of the network; evaluations a second on one core (evals/s), and their ratio
to the base (speed); training steps; samples/s of processor time; how often
each position was used on average (uses); the KL divergence of the policy from the search's
policy; how often the first choice is the search's (agree); the Brier score of win, draw and loss,
and the squared error of the value (error), against the outcome. On a solved board also the
squared error against the exact value, and how often the first choice throws the value away. A
star marks a difference whose interval does not have 0.

The second table shows the calibration by ply: the mean value and outcome for the side to move;
the mean |value| (confidence); the mean outcome of the side that the network prefers (result); and
their difference (too sure).

After Ctrl-C, train fit prints the candidates that are finished. docs/comparing.md explains the
method.

` + cli.ExitCodes
}

func (c *fitCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	cli.GiveWay(stderr)
	e, err := c.experiment()
	if err != nil {
		return err
	}
	tasks := &cli.Tasks{Out: stderr}
	defer tasks.Close()
	e.Progress = tasks.Show
	result, failed := e.Run(ctx)
	done := 0
	if result != nil {
		done = len(result.Candidates) / len(e.Budgets)
		if failed == nil {
			failed = c.compare(ctx, e, result, tasks)
		}
		tasks.Close()
		if err := c.write(result, stdout); err != nil {
			return errors.Join(failed, err)
		}
	}
	tasks.Close()
	return cli.Stopped(failed, ": %d of %s %s finished", done,
		noun.Count(len(e.Candidates), "candidate"), noun.Form(done, "is", "are"))
}

// compare adds the judge's results and the matches.
func (c *fitCommand) compare(ctx context.Context, e *learning.Experiment, r *learning.Result,
	tasks *cli.Tasks) error {
	if c.Judge {
		rules := e.Candidates[0].Config.Rules
		if err := withJudge(ctx, c.Nodes, rules, tasks, func(bench *judge.TestSet) error {
			return e.Judge(ctx, bench, r)
		}); err != nil {
			return err
		}
	}
	if c.Match == 0 {
		return nil
	}
	return e.Play(ctx, c.terms(), r)
}

// terms returns the terms of the matches.
func (c *fitCommand) terms() arena.MatchTerms {
	return matchTerms(c.Match, c.OpeningPlies, c.Time, c.Sims)
}

// experiment returns the experiment of the command line.
func (c *fitCommand) experiment() (*learning.Experiment, error) {
	budgets, err := c.budgets()
	if err != nil {
		return nil, err
	}
	if err := cli.Writable("--json", c.JSON, runs.Files(c.Run)...); err != nil {
		return nil, err
	}
	base, _, err := runs.Settings(c.Run)
	if err != nil {
		return nil, err
	}
	if c.Seed != nil {
		base.Seed = *c.Seed
	}
	e := &learning.Experiment{Dir: c.Run, Candidates: []learning.Candidate{learning.Base(base)},
		Budgets: budgets, HeldOut: c.HeldOut, Save: c.Save}
	for _, text := range c.Candidate {
		candidate, err := learning.ParseCandidate(base, text)
		if err != nil {
			return nil, &cli.UsageError{Err: fmt.Errorf("--%w", err)}
		}
		e.Candidates = append(e.Candidates, candidate)
	}
	if err := e.Validate(); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	return e, c.checkMatch(e)
}

// checkMatch returns an error if the judge or the matches will not be able to begin. It is called
// before the training.
func (c *fitCommand) checkMatch(e *learning.Experiment) error {
	if err := checkJudge(c.Judge, c.Nodes, e.Candidates[0].Config.Rules); err != nil {
		return err
	}
	if c.Match == 0 && (c.Time != nil || c.Sims != 0) {
		return cli.Usagef("--time and --sims are for matches: also give --match N")
	}
	if !c.Judge && c.Match == 0 {
		return nil
	}
	if len(e.Candidates) < 2 {
		return cli.Usagef("--judge and --match compare candidates with the base: give a --candidate")
	}
	if c.Match == 0 {
		return nil
	}
	if err := c.terms().Validate(); err != nil {
		return &cli.UsageError{Err: fmt.Errorf("--%w", err)}
	}
	return nil
}

// budgets returns the budgets of each candidate.
func (c *fitCommand) budgets() (list []learning.Budget, err error) {
	for _, d := range c.For {
		if d <= 0 {
			return nil, cli.Usagef("--for %v: want more than 0, such as 10m", d)
		}
		list = append(list, learning.Budget{Processor: d})
	}
	for _, n := range c.Steps {
		if n <= 0 {
			return nil, cli.Usagef("--steps %d: want more than 0, such as 2000", n)
		}
		if len(c.For) == 0 {
			list = append(list, learning.Budget{Steps: n})
		}
	}
	switch {
	case len(list) == 0:
		return nil, cli.Usagef("give each candidate a budget: --for TIME, such as --for 10m, or --steps N")
	case len(c.For) > 0 && len(c.Steps) > 0 && len(c.For)+len(c.Steps) > 2:
		return nil, cli.Usagef("give several budgets by --for or by --steps, not by both")
	case len(c.For) > 0 && len(c.Steps) > 0:
		list[0].Steps = c.Steps[0]
	}
	return list, nil
}

// write prints a result, and writes it as JSON to a file if the user wants one.
func (c *fitCommand) write(r *learning.Result, stdout io.Writer) error {
	if c.JSON != "" {
		text, err := r.JSON()
		if err == nil {
			err = durable.WriteBytes(c.JSON, text)
		}
		if err != nil {
			return errors.Join(fmt.Errorf("train: write the result: %w", err), r.WriteText(stdout))
		}
	}
	return r.WriteText(stdout)
}
