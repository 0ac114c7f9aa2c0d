package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"epaminondas/internal/base/cli"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/training/config"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

// progressUnits is the resolution of the bar for the spent budget.
const progressUnits = 100

// screen shows the progress of a run: one bar for the whole run, and above it a line for each
// cycle.
type screen struct {
	run    *runs.Run
	bar    *cli.Progress
	cycles int
	match  string    // the last gate match
	did    time.Time // of the last call of Doing
}

func newScreen(r *runs.Run, w io.Writer) *screen {
	bar := cli.NewProgress(w, "train "+r.Whole().Rules.Game, progressUnits)
	bar.Soon(time.Second) // a run with very many games opens slowly
	return &screen{run: r, bar: bar}
}

func (s *screen) close() { s.bar.Close() }

// Resumed prints the state of the run.
func (s *screen) Resumed(step int64, games int, finished bool) {
	switch {
	case finished:
		s.bar.Println(fmt.Sprintf("%s is finished: step %d with %s. More time (--for) lets it "+
			"learn on.", s.run.Dir, step, noun.Count(games, "game")))
		s.bar.Set(progressUnits)
	case step == 0 && (games == 0 || s.run.Config.Grow.From != ""):
		s.bar.Println(fmt.Sprintf("new run in %s%s%s: %s%s", s.run.Dir, beginning(s.run.Config.Init),
			older(s.run.Config.Grow, games), budget(s.run.Config.Train), s.stage()))
	default:
		s.bar.Println(fmt.Sprintf("going on in %s from step %d with %s: %s%s", s.run.Dir, step,
			noun.Count(games, "game"), budget(s.run.Config.Train), s.stage()))
	}
}

// stage names the stage that the run is in, if it has stages.
func (s *screen) stage() string {
	whole := s.run.Whole()
	if whole.StageCount() == 1 {
		return ""
	}
	return fmt.Sprintf(", in stage %d of %d, %s", s.run.Stage()+1, whole.StageCount(),
		whole.StageName(s.run.Stage()))
}

// beginning names the first weights of a run, unless they are random.
func beginning(init config.Init) string {
	if init.File == "" {
		return ""
	}
	return " from the weights of " + init.File
}

// older names the games that a run learns from at first, if there are any.
func older(g config.Grow, games int) string {
	if g.From == "" {
		return ""
	}
	return fmt.Sprintf(" with %s of %s", noun.Count(games, "game"), g.From)
}

// budget returns the end of a run in words.
func budget(t config.Train) string {
	switch {
	case t.Steps == 0:
		return fmt.Sprintf("ends after %s", timeOf(t))
	case t.Duration == 0:
		return fmt.Sprintf("ends after %s", noun.Count(t.Steps, "step"))
	}
	return fmt.Sprintf("ends after %s or %s", noun.Count(t.Steps, "step"), timeOf(t))
}

// timeOf returns the time of a run and its clock in words.
func timeOf(t config.Train) string {
	if t.Clock == config.ProcessorClock {
		return fmt.Sprintf("%v of processor time", time.Duration(t.Duration))
	}
	return fmt.Sprintf("%v at work", time.Duration(t.Duration))
}

// doingShown is the time for which the current work stays on the screen while training makes progress.
const doingShown = 2 * time.Second

// Progress moves the bar.
func (s *screen) Progress(fraction float64) {
	s.bar.Set(int64(math.Round(fraction * progressUnits)))
	if time.Since(s.did) > doingShown {
		s.bar.Status("")
	}
}

// Doing shows the current work.
func (s *screen) Doing(task string, done, total int) {
	s.did = time.Now()
	s.bar.Status(fmt.Sprintf("%d of %d %s", done, total, task))
}

// linesPerHeader is the number of cycles between two headers.
const linesPerHeader = 20

// Cycle prints a line.
func (s *screen) Cycle(c loop.Status) {
	if s.cycles%linesPerHeader == 0 {
		s.bar.Println("    step    games  positions   games/h  pos/s  samples/s  plies  policy  value  " +
			"agree  error   cpu  time")
	}
	s.cycles++
	l := c.Losses
	s.bar.Println(fmt.Sprintf("%8d %8d %10d %9.0f %6.0f %10.0f %6.1f %7.3f %6.3f %5.1f%% %6.3f %4.0f%%  %v%s",
		c.Step, c.Games, c.Positions, c.GamesPerHour, c.PositionsPerSecond, c.SamplesPerSecond, c.MeanPlies,
		l.Policy, l.Value, 100*l.PolicyAgreement, l.ValueError, 100*c.ProcessorShare,
		c.Elapsed.Round(time.Second), s.match))
	s.match = ""
}

// Entering prints the stage that the run enters.
func (s *screen) Entering(e loop.Stage) {
	line := fmt.Sprintf("stage %d of %d, %s", e.Number, e.Count, e.Name)
	if len(e.Settings) > 0 {
		line += ": " + strings.Join(e.Settings, ", ")
	}
	s.bar.Println(line)
}

// Growing prints a measurement on held-out games.
func (s *screen) Growing(g loop.Growth) {
	line := fmt.Sprintf("learning from %s of %s: step %d, held-out policy %.3f, value %.3f",
		noun.Count(g.Games, "game"),
		g.From, g.Step, g.Policy, g.Value)
	if g.Ended != "" {
		line += fmt.Sprintf(" (%s): self-play begins", g.Ended)
	}
	s.bar.Println(line)
}

// Gate keeps the result for the next line.
func (s *screen) Gate(g loop.GateResult) { s.match = "  gate: " + g.String() }

// Notice prints a warning.
func (s *screen) Notice(text string) { s.bar.Println(cli.Note(text)) }
