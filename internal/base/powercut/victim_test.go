//go:build linux

package powercut

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/loop"
	"epaminondas/internal/training/runs"
)

// Environment variables that make the test binary a trainer: its run and its end, which is finish,
// kill or interrupt.
const (
	victimFolder = "POWERCUT_TEST_RUN"
	victimEnd    = "POWERCUT_TEST_END"
	victimSerial = "POWERCUT_TEST_SERIAL"
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(victimFolder); folder != "" {
		if err := train(context.Background(), folder, os.Getenv(victimSerial) != "",
			os.Getenv(victimEnd), os.Stdout); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// tinyConfig returns the config of a run that ends within a moment.
func tinyConfig(serial bool) config.Config {
	c := config.Default()
	c.Rules = config.Rules{Game: "epaminondas:3x5x1", MaxPlies: 30, Limit: "draw"}
	c.Network.Blocks, c.Network.Channels, c.Network.PoolEvery, c.Network.ValueHidden = 1, 4, 1, 4
	c.Search.MaxConsidered, c.Search.MemoryMiB = 4, 16
	c.Selfplay.Workers, c.Selfplay.RandomPlies = 2, 3
	c.Selfplay.FullSimulations, c.Selfplay.FastSimulations, c.Selfplay.FullShare = 6, 2, 0.5
	c.Replay.Min, c.Replay.Uses, c.Replay.Ahead = 20, 2, 2
	c.Learn.BatchSize, c.Learn.WarmupSteps = 8, 4
	c.Train = config.Train{Steps: 30, Clock: config.WallClock, Cooldown: 0.3, CycleSteps: 5,
		Follow: config.FollowLatest, Serial: serial, SerialGames: 3}
	c.Gate.Games, c.Gate.Simulations, c.Gate.OpeningPlies = 4, 4, 2
	c.Report = config.Report{Games: 2, OpeningPlies: 2, Simulations: 4, Opponents: []string{"random"}}
	return c
}

// train trains a tiny run and makes its report. It prints acknowledgements, one a line.
func train(ctx context.Context, folder string, serial bool, end string, out *os.File) error {
	r, err := runs.Create(ctx, folder, tinyConfig(serial))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	teller := &teller{out: out, run: r}
	teller.cycle = func(cycles int) {
		switch {
		case end == "interrupt" && cycles == 2:
			cancel()
		case end == "kill" && cycles == 3:
			if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
				panic(err)
			}
		}
	}
	_, err = loop.Train(ctx, r, teller)
	if errors.Is(err, context.Canceled) && end == "interrupt" {
		return r.Close()
	}
	if err == nil {
		_, err = loop.MakeReport(ctx, r, func(string, int, int) {})
	}
	if err == nil {
		teller.say("report 1")
	}
	return errors.Join(err, r.Close())
}

// teller prints the acknowledgements of a run: "step N" once a checkpoint is registered, "games N"
// once the store has N games, and "report 1".
type teller struct {
	out    *os.File
	run    *runs.Run
	cycle  func(cycles int)
	cycles int
	games  int64
}

func (s *teller) say(format string, arguments ...any) {
	fmt.Fprintf(s.out, NoteMark+format+"\n", arguments...)
}

// Progress counts the games after every step and every wait.
func (s *teller) Progress(float64) {
	n, err := s.run.Games.Count(context.Background())
	if err == nil && n > s.games {
		s.games = n
		s.say("games %d", n)
	}
}

func (s *teller) Cycle(status loop.Status) {
	s.say("step %d", status.Step)
	s.cycles++
	s.cycle(s.cycles)
}

func (*teller) Resumed(int64, int, bool) {}
func (*teller) Doing(string, int, int)   {}
func (*teller) Gate(loop.GateResult)     {}
func (*teller) Growing(loop.Growth)      {}
func (*teller) Entering(loop.Stage)      {}
func (s *teller) Notice(text string)     { fmt.Fprintln(s.out, "notice:", text) }

// acknowledged is the maximum of each number in some notes.
type acknowledged struct {
	step   int64 // -1 without a checkpoint
	games  int64
	report bool
}

// promised reads the notes of a run.
func promised(notes []string) acknowledged {
	a := acknowledged{step: -1}
	for _, text := range notes {
		for line := range strings.Lines(text) {
			what, number, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, NoteMark)), " ")
			n, err := strconv.ParseInt(number, 10, 64)
			switch {
			case err != nil || !strings.HasPrefix(line, NoteMark):
			case what == "step":
				a.step = max(a.step, n)
			case what == "games":
				a.games = max(a.games, n)
			case what == "report":
				a.report = true
			}
		}
	}
	return a
}
