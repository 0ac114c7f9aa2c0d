package doctor

import (
	"math"
	"strings"
	"testing"
	"time"

	"epaminondas/internal/training/config"
)

// measured is a machine of two cores on which self-play yields 100 positions/s, of weight 80, and
// training learns 400/s.
func measured() *Report {
	return &Report{
		Machine: Machine{Cores: 2},
		Learn:   Learn{Rate: 400},
		Play:    Play{GamesPerHour: 36000, Positions: 100, Weight: 80},
	}
}

// plan is a config that fits measured: each position is used 5 times, so that both sides keep in
// step at full speed.
func plan() config.Config {
	c := config.Default()
	c.Selfplay.Workers, c.Learn.Threads, c.Learn.BatchSize = 2, 2, 40
	c.Replay.Uses, c.Replay.Ahead, c.Replay.Min, c.Replay.Max = 5, 8, 1000, 0
	c.Gate.Games = 0
	return c
}

func TestDuties(t *testing.T) {
	for _, test := range []struct {
		name        string
		change      func(*config.Config)
		play, learn float64
	}{
		{"both want the two cores", func(*config.Config) {}, 0.5, 0.5},
		{"a core each", func(c *config.Config) { c.Selfplay.Workers, c.Learn.Threads = 1, 1 }, 1, 1},
		{"training has less to do", func(c *config.Config) { c.Replay.Uses = 1.25 }, 0.8, 0.2},
		{"training has more to do", func(c *config.Config) { c.Replay.Uses = 20 }, 0.2, 0.8},
		{"a core each, training is the slower", func(c *config.Config) {
			c.Selfplay.Workers, c.Learn.Threads, c.Replay.Uses = 1, 1, 20
		}, 0.25, 1},
		{"self-play waits for nobody", func(c *config.Config) { c.Replay.Uses, c.Replay.Ahead = 20, 0 }, 0.5,
			1},
		{"the gate takes its share", func(c *config.Config) { c.Gate.Games, c.Gate.Share = 10, 0.1 }, 0.45,
			0.45},
		{"the gate takes no more than a core", func(c *config.Config) { c.Gate.Games, c.Gate.Share = 10, 1 },
			0.4, 0.4},
		{"in turns", func(c *config.Config) { c.Train.Serial, c.Replay.Uses = true, 15 }, 0.25, 0.75},
	} {
		x := &examination{config: plan()}
		test.change(&x.config)
		play, learn := x.duties(measured())
		if math.Abs(play-test.play) > 1e-9 || math.Abs(learn-test.learn) > 1e-9 {
			t.Errorf("%s: %v and %v, want %v and %v", test.name, play, learn, test.play, test.learn)
		}
	}
}

func TestForecast(t *testing.T) {
	minutes := func(n int) config.Duration { return config.Duration(time.Duration(n) * time.Minute) }
	for _, test := range []struct {
		name     string
		steps    int64
		duration config.Duration
		want     Forecast
		text     string
	}{
		// 10 s of self-play alone make 1000 positions. After that there are 5 games, 50 positions
		// and 5 steps a second.
		{"by time", 0, minutes(1),
			Forecast{Begin: 10, GamesPerHour: 18000, LearnRate: 200, Seconds: 60, Steps: 250, Games: 350,
				Feeds: 1}, "1m0s: training begins after 10s"},
		{"by steps", 500, 0, Forecast{Begin: 10, GamesPerHour: 18000, LearnRate: 200, Seconds: 110,
			Steps: 500, Games: 600, Feeds: 1}, "1m50s: "},
		{"by steps, before the time is up", 500, minutes(60),
			Forecast{Begin: 10, GamesPerHour: 18000, LearnRate: 200, Seconds: 110, Steps: 500, Games: 600,
				Feeds: 1}, "1m50s: "},
		{"too short", 0, config.Duration(6 * time.Second),
			Forecast{Begin: 10, GamesPerHour: 18000, LearnRate: 200, Seconds: 6, Steps: 0, Games: 60,
				Feeds: 1}, "NEVER"},
	} {
		x := &examination{config: plan()}
		x.config.Train.Steps, x.config.Train.Duration = test.steps, test.duration
		test.want.Window = x.config.Replay.Size(int(test.want.Games * 10))
		got := x.forecast(measured())
		if got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
		if !strings.Contains(got.String(), test.text) {
			t.Errorf("%s: %q, want %q in it", test.name, got, test.text)
		}
	}

	// Two hours of processor time are one hour of two cores.
	x := &examination{config: plan()}
	x.config.Train.Duration, x.config.Train.Clock = minutes(120), config.ProcessorClock
	r := measured()
	cores := x.config.Cores(r.Machine.Cores)
	if got := x.forecast(r).Seconds; got != 7200/float64(cores) || cores < 2 {
		t.Errorf("2h of processor time on %d cores take %gs", cores, got)
	}
}

func TestMemorySum(t *testing.T) {
	m := Memory{Position: 500, Trainer: 7, Players: 3}
	if m.sum(1000, 200); m.Window != 500_000 || m.Reached != 100_000 || m.Positions != 1000 ||
		m.Total != 500_010 {
		t.Errorf("with a bound: %+v", m)
	}
	if m.sum(0, 200); m.Window != 100_000 || m.Reached != 100_000 || m.Positions != 200 ||
		m.Total != 100_010 {
		t.Errorf("without: %+v", m)
	}
}

// For a trainer without workers, the forecast assumes enough other machines to keep it busy.
func TestForecastWithoutWorkers(t *testing.T) {
	c := plan()
	c.Replay.Uses = 2.5
	c.Train.Steps, c.Train.Duration = 0, config.Duration(time.Minute)
	x := &examination{config: c, remote: true}
	f := x.forecast(measured())
	if f.Feeds != 2 || f.Begin != 5 || f.GamesPerHour != 72000 || f.LearnRate != 400 {
		t.Errorf("forecast %+v, want 2 machines, which play 72000 games/h for 400 positions/s", f)
	}
}
