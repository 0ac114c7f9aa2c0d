package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/training/runs"
)

// statusCommand is the command line of fleet status.
type statusCommand struct {
	Run  string `help:"Folder of the run." required:"" type:"path" placeholder:"DIR"`
	JSON bool   `name:"json" help:"Print it as JSON."`
}

// status is what the command prints.
type status struct {
	Workers      []workerStatus `json:"workers"`
	GamesPerHour float64        `json:"games_per_hour"` // of the workers that were seen lately
	Stored       int64          `json:"stored"`
	Refused      int64          `json:"refused"`
	Spooled      int64          `json:"spooled"`
	UsedShare    float64        `json:"used_share"` // of all games of the run, learnt from so far
	Ready        int            `json:"ready"`      // batches that may be learnt from now
	Ahead        int            `json:"ahead"`      // at which workers pause; 0 for never
	Training     bool           `json:"training"`
}

// workerStatus is a worker.
type workerStatus struct {
	Name         string           `json:"name"`
	State        string           `json:"state"`
	Seen         *time.Time       `json:"seen"` // by the hub's clock; null for never
	Cores        int              `json:"cores"`
	GamesPerHour float64          `json:"games_per_hour"`
	Lag          *int64           `json:"lag"` // steps behind the network that plays now; null for none
	Spooled      int64            `json:"spooled"`
	Stored       int64            `json:"stored"`
	Refused      map[string]int64 `json:"refused"`
}

// lately is the age up to which a worker counts as there.
const lately = 30 * time.Second

func (c statusCommand) run(ctx context.Context, stdout io.Writer) error {
	s, err := look(ctx, c.Run, time.Now())
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(s)
	}
	return s.write(stdout, time.Now())
}

// look reads the status of a run.
func look(ctx context.Context, dir string, now time.Time) (s status, err error) {
	view, err := runs.OpenView(ctx, dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, view.Close()) }()
	workers, err := view.Workers(ctx)
	if err != nil {
		return s, err
	}
	flow, ok, err := view.Flow(ctx)
	if err != nil {
		return s, err
	}
	if ok {
		s.UsedShare, s.Ready, s.Ahead, s.Training = flow.UsedShare(), flow.Ready, flow.Ahead, flow.Fresh(now)
	}
	markers, err := view.Markers(ctx, 0)
	if err != nil {
		return s, err
	}
	newest := int64(0)
	if len(markers) > 0 {
		newest = markers[len(markers)-1].Step
	}
	s.Workers = []workerStatus{}
	for _, w := range workers {
		s.add(w, newest, now)
	}
	return s, nil
}

// add adds a worker.
func (s *status) add(w runs.Worker, newest int64, now time.Time) {
	line := workerStatus{
		Name: w.Name, State: w.State, Cores: w.Cores, GamesPerHour: w.GamesPerHour,
		Spooled: w.Spooled, Stored: w.Stored, Refused: w.Refused,
	}
	if !w.Seen.IsZero() {
		line.Seen = &w.Seen
	}
	if w.Step >= 0 {
		lag := max(0, newest-w.Step)
		line.Lag = &lag
	}
	switch {
	case !w.Revoked.IsZero():
		line.State = "revoked"
	case w.Seen.IsZero():
		line.State = "never seen"
	case now.Sub(w.Seen) > lately:
		line.State = "away"
	default:
		s.GamesPerHour += w.GamesPerHour
	}
	s.Stored += w.Stored
	s.Spooled += w.Spooled
	for _, games := range w.Refused {
		s.Refused += games
	}
	s.Workers = append(s.Workers, line)
}

// write prints the status for people.
func (s status) write(out io.Writer, now time.Time) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "worker\tstate\tseen\tcores\tgames/h\tlag\tspooled\tstored\trefused")
	for _, w := range s.Workers {
		seen, lag := "never", "-"
		if w.Seen != nil {
			seen = now.Sub(*w.Seen).Round(time.Second).String() + " ago"
		}
		if w.Lag != nil {
			lag = fmt.Sprintf("%d steps", *w.Lag)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.0f\t%s\t%d\t%d\t%s\n",
			w.Name, w.State, seen, w.Cores, w.GamesPerHour, lag, w.Spooled, w.Stored, reasons(w.Refused))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	training := "nobody trains the run"
	if s.Training {
		training = fmt.Sprintf("the trainer has %d batches ready", s.Ready)
		if s.Ahead > 0 {
			training += fmt.Sprintf(", workers pause above %d", s.Ahead)
		}
	}
	_, err := fmt.Fprintf(out, "\n%.0f games/h, %d stored, %d refused, %d spooled; %.1f%% of the run's games used; %s\n",
		s.GamesPerHour, s.Stored, s.Refused, s.Spooled, 100*s.UsedShare, training)
	return err
}

// reasons lists refused games by reason.
func reasons(refused map[string]int64) string {
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(refused)) {
		parts = append(parts, fmt.Sprintf("%d %s", refused[reason], reason))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, ", ")
}
