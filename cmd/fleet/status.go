package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/fleet/ledger"
	"epaminondas/internal/training/runs"
)

// statusCommand is the command line of fleet status.
type statusCommand struct {
	Run  string `help:"Folder of the run." required:"" type:"path" placeholder:"DIR"`
	JSON bool   `name:"json" help:"Print the status as JSON."`
}

func (c statusCommand) run(ctx context.Context, stdout, _ io.Writer) error {
	s, err := look(ctx, c.Run, time.Now())
	if err != nil {
		return err
	}
	return cli.WriteResult(stdout, c.JSON, s, func(w io.Writer) error { return write(w, s, time.Now()) })
}

// look reads the status of a run.
func look(ctx context.Context, dir string, now time.Time) (s *ledger.Status, err error) {
	err = runs.Look(ctx, dir, func(view *runs.View) (err error) {
		s, err = ledger.Look(ctx, view, now)
		return err
	})
	if s == nil && err == nil {
		s = &ledger.Status{Workers: []ledger.WorkerLine{}}
	}
	return s, err
}

// write prints the status for people.
func write(out io.Writer, s *ledger.Status, now time.Time) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "worker\tstate\tseen\tcores\tgames/h\tlag\tspooled\tstored\trefused")
	for _, w := range s.Workers {
		seen, lag := "never", "-"
		if w.Seen != nil {
			seen = now.Sub(time.Unix(*w.Seen, 0)).Round(time.Second).String() + " ago"
		}
		if w.Lag != nil {
			lag = noun.Count(*w.Lag, "step")
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.0f\t%s\t%d\t%d\t%s\n",
			w.Name, w.State, seen, w.Cores, w.GamesPerHour, lag, w.Spooled, w.Stored,
			reasons(w))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out,
		"\n%.0f games/h, %d stored, %d refused, %d spooled; %.1f%% of the run's games used; %s\n",
		s.GamesPerHour, s.Stored, s.Refused, s.Spooled, 100*s.UsedShare, trainer(s))
	return err
}

// trainer says what the trainer of the run does.
func trainer(s *ledger.Status) string {
	switch {
	case !s.Training:
		return "no trainer is running"
	case s.Wait:
		return "the trainer learns from an older run, workers pause"
	case s.Ahead > 0:
		return fmt.Sprintf("the trainer has %s ready, workers pause above %d",
			noun.Count(s.Ready, "batch", "batches"), s.Ahead)
	}
	return fmt.Sprintf("the trainer has %s ready", noun.Count(s.Ready, "batch", "batches"))
}

// reasons lists refused games and batches by reason.
func reasons(w ledger.WorkerLine) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(w.Refused)) {
		parts = append(parts, fmt.Sprintf("%d %s", w.Refused[reason], reason))
	}
	for _, reason := range slices.Sorted(maps.Keys(w.RefusedBatches)) {
		parts = append(parts, fmt.Sprintf("%d %s (batches)", w.RefusedBatches[reason], reason))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, ", ")
}
