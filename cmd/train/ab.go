package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/match/judge"
	"epaminondas/internal/training/ab"
	"epaminondas/internal/training/config"
)

const abDescription = `Train ab compares two configs. It trains both from several seeds with equal budgets, one core each. Then the final checkpoints of each seed play a match. The result says which config is better and how sure that is. Everything is in the folder of the experiment. After Ctrl-C or a crash, the same command resumes.`

// abCommand is the command line of train ab.
type abCommand struct {
	Config string         `help:"TOML file with the settings that both configs share, or the name of a config of the program, such as tiny." required:"" placeholder:"FILE"`
	A      []string       `help:"Change one setting of A, such as --a search.c_scale=0.25. May be repeated. Default: no change." placeholder:"KEY=VALUE" sep:"none"`
	B      []string       `help:"Change one setting of B. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	Set    []string       `help:"Change one setting of both. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	Dir    string         `help:"Folder for the experiment: runs, games, result." required:"" type:"path" placeholder:"DIR"`
	Seeds  int            `help:"Number of seeds, from 1 on. You may add seeds to an experiment later." default:"3"`
	For    *time.Duration `help:"Budget of each run, instead of the config's train.duration and train.steps, such as 20m." placeholder:"TIME"`
	Jobs   int            `help:"Runs, and later games, at the same time. The two sides of a seed train at the same time. Default: one for each core." placeholder:"N"`

	Pairs        int            `help:"Openings of each seed's match. Each is played twice, with the colours exchanged." default:"50"`
	OpeningPlies int            `help:"Random plies of an opening. Default: the balanced openings of the board." placeholder:"N"`
	Time         *time.Duration `help:"Thinking time a move in the match. Default: 100ms, unless --sims is given." placeholder:"TIME" xor:"limit"`
	Sims         int            `help:"Simulations a move instead of a time. The load of the machine then has no effect." placeholder:"N" xor:"limit"`
	OwnSearch    bool           `help:"Each side plays with its own section [play]. Default: both play with the default search, so only the networks differ."`

	Judge    bool   `help:"Also judge the moves of the final checkpoints in fixed positions, as arena judge does."`
	Nodes    int    `help:"Positions that the judge searches for each move." default:"20000"`
	Question string `help:"Question of the experiment, for the row of the table." placeholder:"TEXT"`
	JSON     bool   `name:"json" help:"Print the result as JSON."`
}

// Help is the long help.
func (abCommand) Help() string {
	return `Examples:

  train ab --config configs/tiny.toml --a search.c_scale=0.25 --b search.c_scale=0.5 --for 5m --dir ab/scale
  train ab --config configs/tiny.toml --b network.channels=48 --for 1h --seeds 5 --dir ab/channels --judge
  train ab --config configs/tiny.toml --b replay.uses=8 --for 10m --sims 64 --dir ab/uses

Every run is a process of its own that uses one core (GOMAXPROCS=1, selfplay.workers=1,
learn.threads=1). The two sides of a seed run at the same time, so that other load on the machine
slows both. With --jobs 1 they run one after the other. Then keep the machine free of other work.

The result has two intervals. The interval by game is for the difference between these networks. The
interval by seed is for the difference between the configs. It needs three seeds or more, because
another seed often changes more than a setting.

The folder has a.toml, b.toml, and for each seed the two runs (seed-1/a, seed-1/b), their logs, and
the games of the match (seed-1/match). Other settings, or another build of this program, make
another experiment. The command refuses to mix experiments in one folder.

` + cli.ExitCodes
}

func (c *abCommand) run(ctx context.Context, stdout, stderr io.Writer) error {
	e, err := c.experiment()
	if err != nil {
		return err
	}
	tasks := &cli.Tasks{Out: stderr}
	defer tasks.Close()
	e.Progress = tasks.Show
	result, err := e.Run(ctx)
	if err == nil && c.Judge {
		err = c.judge(ctx, e, result, tasks)
	}
	tasks.Close()
	if err != nil {
		return cli.Stopped(err, ": %s has the finished parts; the same command continues from there", c.Dir)
	}
	return cli.WriteResult(stdout, c.JSON, result,
		func(w io.Writer) error { return result.WriteText(w, c.Question, c.setting()) })
}

// experiment returns the experiment of the command line.
func (c *abCommand) experiment() (*ab.Experiment, error) {
	e := &ab.Experiment{
		Dir: c.Dir, Seeds: c.Seeds, Jobs: c.Jobs, Train: trainChild,
		Match: ab.Match{MatchTerms: c.terms(), OwnSearch: c.OwnSearch},
	}
	if e.Jobs == 0 {
		e.Jobs = runtime.NumCPU()
	}
	var err error
	for i, own := range [][]string{c.A, c.B} {
		if e.Configs[i], err = c.resolve(own); err != nil {
			return nil, err
		}
	}
	if err := e.Validate(); err != nil {
		return nil, &cli.UsageError{Err: err}
	}
	if err := checkJudge(c.Judge, c.Nodes, e.Configs[0].Rules); err != nil {
		return nil, err
	}
	e.Program, err = cli.ProgramDigest()
	return e, err
}

// terms returns the terms of the matches.
func (c *abCommand) terms() arena.MatchTerms {
	return matchTerms(c.Pairs, c.OpeningPlies, c.Time, c.Sims)
}

// resolve returns the config of a side. It switches the report off, because the report costs time
// and says less than the match.
func (c *abCommand) resolve(own []string) (config.Config, error) {
	for _, s := range slices.Concat(c.Set, own) {
		if strings.HasPrefix(s, "seed=") {
			return config.Config{}, cli.Usagef("%s: the experiment sets the seeds itself, from 1 to --seeds, so "+
				"leave this setting out", s)
		}
	}
	settings := slices.Concat([]string{"report.games=0", "report.exact_positions=0", "selfplay.workers=1",
		"learn.threads=1"}, c.budget(), c.Set, own)
	cfg, err := loadConfig(c.Config, settings)
	if err != nil {
		return cfg, err
	}
	if cfg.Selfplay.Workers != 1 || cfg.Learn.Threads != 1 {
		return cfg, cli.Usagef("selfplay.workers is %d and learn.threads is %d, but each side has one core: "+
			"leave both at 1", cfg.Selfplay.Workers, cfg.Learn.Threads)
	}
	cfg.Seed = 1 // the value does not matter, because each run gets its own seed
	return cfg, nil
}

// budget returns the settings for --for.
func (c *abCommand) budget() []string {
	if c.For == nil {
		return nil
	}
	return []string{"train.duration=" + c.For.String(), "train.clock=processor", "train.steps=0"}
}

// setting describes the experiment for the row of the table.
func (c *abCommand) setting() string {
	text := filepath.Base(c.Config)
	for _, s := range c.Set {
		text += " --set " + s
	}
	if c.For != nil {
		text += fmt.Sprintf(", %v of processor time each", *c.For)
	}
	return text + ":"
}

// judge runs the judge of the board.
func (c *abCommand) judge(ctx context.Context, e *ab.Experiment, r *ab.Result, tasks *cli.Tasks) error {
	return withJudge(ctx, c.Nodes, e.Configs[0].Rules, tasks, func(bench *judge.TestSet) error {
		return e.Judge(ctx, bench, r)
	})
}
