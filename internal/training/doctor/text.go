package doctor

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"epaminondas/internal/base/noun"
)

// WriteText writes the report as text.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if r.Machine.Slow != "" {
		fmt.Fprintf(&b, "SLOW: %s.\n\n", r.Machine.Slow)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, line := range [][2]string{
		{"machine", r.Machine.String()},
		{"kernels", r.Machine.Path + ", " + r.Machine.Advice},
		{"config", fmt.Sprintf("%s; %s%s", r.Rules, r.Network, r.stageText())},
		{"evaluations", r.Evaluate.String()},
		{"training", r.Learn.String()},
		{"self-play", r.Play.String()},
		{"together", fmt.Sprintf("%.0f games/h while training learns from %.0f positions/s",
			r.Forecast.GamesPerHour, r.Forecast.LearnRate)},
		{"fleet", r.Forecast.fleetText()},
		{"memory", r.Memory.String()},
		{"disk", r.Disk.String()},
		{"time", r.Forecast.String()},
	} {
		fmt.Fprintf(t, "%s\t%s\n", line[0], line[1])
	}
	t.Flush() // cannot fail: b is in memory
	_, err := io.WriteString(w, b.String())
	return err
}

// stageText names the stage that was measured.
func (r *Report) stageText() string {
	if r.Stage == "" {
		return ""
	}
	return fmt.Sprintf("; measured in the last stage, %s, as if the whole run had its settings", r.Stage)
}

func (m Machine) String() string {
	return fmt.Sprintf("%s, %s, %s; %s", m.System, noun.Count(m.Cores, "core"), m.Go,
		strings.Join(m.Features, " "))
}

func (e Evaluate) String() string {
	return fmt.Sprintf("%.0f/s in one goroutine, %.0f/s in %d, one a worker (%.2f times)", e.One, e.All,
		e.Workers, e.All/e.One)
}

func (l Learn) String() string {
	return fmt.Sprintf("%.0f positions/s with nothing else running (batches of %d, %s)", l.Rate,
		l.Batch, noun.Count(l.Threads, "thread"))
}

func (p Play) String() string {
	from := fmt.Sprintf("from %s", noun.Count(p.Games, "game"))
	if p.Games == 0 {
		from = "estimated from the length of random games: no game ended in time"
	}
	return fmt.Sprintf("%.0f games/h at the start with nothing else running, %.0f plies each, %.1f "+
		"positions/s to learn from (%s)", p.GamesPerHour, p.Plies, p.Positions, from)
}

// fleetText describes how many other machines the trainer could use.
func (f Forecast) fleetText() string {
	if f.Feeds == 0 {
		return "unknown: no game ended in time"
	}
	return fmt.Sprintf(
		"a trainer here that plays no games itself (selfplay.workers = -1) can use the games of %.1f machines like this one", f.Feeds)
}

func (m Memory) String() string {
	return fmt.Sprintf("%s, the process up to twice that and 30 MiB: window %s at its most (%s; "+
		"this run comes to %s), trainer %s, players %s",
		mebibytes(m.Total), mebibytes(m.Window), noun.Count(m.Positions, "position"),
		mebibytes(m.Reached), mebibytes(m.Trainer),
		mebibytes(m.Players))
}

func (d Disk) String() string {
	games := "the database grows by an unknown amount"
	if d.ThousandGames > 0 {
		games = fmt.Sprintf("%.1f MB for 1000 games", float64(d.ThousandGames)/1e6)
	}
	return fmt.Sprintf("%s, %.1f MB a checkpoint", games, float64(d.Checkpoint)/1e6)
}

func (f Forecast) String() string {
	if f.Never() {
		return fmt.Sprintf("%v, and training would NEVER begin: it takes %v until there are enough "+
			"positions (replay.min); give the run more time (--for)", seconds(f.Seconds), seconds(f.Begin))
	}
	return fmt.Sprintf("%v: training begins after %v; about %s and %s at the end, if "+
		"games stay as they are at the start", seconds(f.Seconds), seconds(f.Begin),
		noun.Count(int64(math.Round(f.Games)), "game"), noun.Count(int64(math.Round(f.Steps)), "step"))
}

// seconds rounds a time for the text report.
func seconds(s float64) time.Duration {
	d := time.Duration(min(s*1e9, math.MaxInt64/2))
	switch {
	case d < time.Minute:
		return d.Round(100 * time.Millisecond)
	case d < time.Hour:
		return d.Round(time.Second)
	}
	return d.Round(time.Minute)
}

func mebibytes(bytes int64) string {
	return fmt.Sprintf("%.0f MiB", math.Ceil(float64(bytes)/(1<<20)))
}
