package main

import (
	"context"

	"epaminondas/internal/cli"
	runs "epaminondas/internal/run"
	"epaminondas/net"
)

// source is what is exported.
type source struct {
	file       string
	checkpoint *net.Checkpoint
	run        *origin // nil if only the file is known
}

// origin is the run that a checkpoint comes from.
type origin struct {
	dir    string
	entry  runs.Checkpoint
	report string // path of the run's report, which may not be there
}

// load reads the checkpoint that is named, or the best of a run.
func (c command) load(ctx context.Context) (*source, error) {
	s := &source{file: c.Checkpoint}
	if c.Run != "" {
		if err := s.findBest(ctx, c.Run); err != nil {
			return nil, err
		}
	}
	var err error
	s.checkpoint, err = net.LoadCheckpoint(s.file)
	return s, err
}

// findBest finds the best checkpoint of a run.
func (s *source) findBest(ctx context.Context, dir string) error {
	run, err := runs.Open(ctx, dir)
	if err != nil {
		return cli.Usagef("--run: %w", err)
	}
	defer run.Close()
	best, ok, err := run.BestCheckpoint(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return cli.Usagef("--run %s: it has no checkpoint yet", dir)
	}
	s.file = run.Path(best)
	s.run = &origin{dir: dir, entry: best, report: run.ReportPath()}
	return nil
}
