package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/training/runs"
	"epaminondas/net"
)

// source is the checkpoint to export, with its origin.
type source struct {
	file       string
	checkpoint *net.Checkpoint
	title      string   // name of the network on a page
	address    *url.URL // of the page's folder on the web; nil if it is not known
	run        *origin  // nil if the run is not known
}

// load reads the named checkpoint, or the player of a run. For a named checkpoint, the run is used
// only in the description.
func (c command) load(ctx context.Context) (*source, error) {
	s := &source{file: c.Checkpoint}
	var err error
	if c.Address != "" {
		if s.address, err = parseAddress(c.Address); err != nil {
			return nil, err
		}
	}
	switch {
	case c.Run != "":
		s.run, err = findPlayer(ctx, c.Run)
		if errors.Is(err, runs.ErrNoRun) || errors.Is(err, errNoCheckpoint) {
			return nil, cli.Usagef("--run: %w", err)
		}
		if err != nil {
			return nil, err
		}
		s.file = s.run.file
	case c.JSON:
		if s.run, err = findRun(ctx, s.file); err != nil {
			return nil, err
		}
	}
	if s.run != nil {
		s.checkpoint = s.run.checkpoint
	} else if s.checkpoint, err = net.LoadCheckpoint(s.file); err != nil {
		return nil, err
	}
	if s.title = strings.TrimSuffix(filepath.Base(s.file), filepath.Ext(s.file)); c.Run != "" {
		s.title = fmt.Sprintf("%s step %d", filepath.Base(s.run.card.Folder), s.checkpoint.Meta.Step)
	}
	return s, nil
}
