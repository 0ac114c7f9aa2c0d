package doctor

import (
	"math"
	"time"

	"epaminondas/internal/training/config"
)

// Forecast is the predicted course of the run. It assumes that games stay as they are at the start,
// although they get longer or shorter as the player learns.
type Forecast struct {
	// seconds until there are enough positions for training
	Begin        float64 `json:"begin_seconds"`
	GamesPerHour float64 `json:"games_per_hour"`       // while training runs
	LearnRate    float64 `json:"positions_per_second"` // training positions, while self-play runs
	Seconds      float64 `json:"seconds"`              // duration of the whole run
	Steps        float64 `json:"steps"`                // at its end
	Games        float64 `json:"games"`
	Window       int     `json:"window_positions"`

	// Feeds is the number of machines like this one whose games keep a trainer busy. All of their
	// workers play, and the trainer plays no games itself.
	Feeds float64 `json:"feeds_machines"`
}

// feeds sets the number of machines that feed the trainer. It assumes that the trainer uses this
// machine alone.
func (f *Forecast) feeds(r *Report, uses float64) {
	if r.Play.Weight > 0 {
		f.Feeds = r.Learn.Rate / uses / r.Play.Weight
	}
}

// fleet predicts a run whose games all come from a number of machines like this one.
func (r *Report) fleet(machines float64) {
	r.Play.GamesPerHour *= machines
	r.Play.Positions *= machines
	r.Play.Weight *= machines
}

// Never reports whether the run ends before training begins.
func (f Forecast) Never() bool { return f.Begin >= f.Seconds }

// forecast predicts the run from the measurements.
func (x *examination) forecast(measured *Report) Forecast {
	c, copied := x.config, *measured
	r := &copied
	play, learn := x.duties(r)
	var f Forecast
	f.feeds(r, c.Replay.Uses)
	if x.remote {
		r.fleet(max(1, f.Feeds))
		play, learn = 1, min(1, r.Play.Weight*c.Replay.Uses/r.Learn.Rate)
	}
	f.Begin = float64(c.Replay.Min) / r.Play.Positions
	f.GamesPerHour, f.LearnRate = play*r.Play.GamesPerHour, learn*r.Learn.Rate
	stepsPerSecond := f.LearnRate / float64(c.Learn.BatchSize)

	f.Seconds = math.Inf(1)
	if c.Train.Steps > 0 {
		f.Seconds = f.Begin + float64(c.Train.Steps)/stepsPerSecond
	}
	if c.Train.Duration > 0 {
		f.Seconds = min(f.Seconds, x.budget(r))
	}
	alone := min(f.Begin, f.Seconds)
	trained := f.Seconds - alone
	f.Steps = trained * stepsPerSecond
	f.Games = (alone*r.Play.GamesPerHour + trained*f.GamesPerHour) / 3600
	f.Window = c.Replay.Size(int((alone + trained*play) * r.Play.Positions))
	return f
}

// budget returns the duration of the run in seconds at work. The forecast assumes that the run gets
// all of its cores.
func (x *examination) budget(r *Report) float64 {
	t := x.config.Train
	seconds := time.Duration(t.Duration).Seconds()
	if t.Clock == config.ProcessorClock {
		seconds /= float64(x.config.Cores(r.Machine.Cores))
	}
	return seconds
}

// duties returns the speeds of self-play and training when both run, as shares of full speed. They
// share the cores, and each waits for the other, so neither gets far ahead.
func (x *examination) duties(r *Report) (play, learn float64) {
	c := x.config
	// training work that self-play at full speed produces, in units of training at full speed
	demand := r.Play.Weight * c.Replay.Uses / r.Learn.Rate
	cores := float64(r.Machine.Cores)
	players, learners := min(float64(x.config.Selfplay.WorkerCount()), cores), min(float64(c.Learn.Threads),
		cores)
	switch {
	case c.Train.Serial:
		play = 1 / (1 + demand)
	// only its share of the cores limits self-play
	case c.Replay.Ahead == 0 && cores/(players+learners) > 1/demand:
		play = min(1, cores/(players+learners))
	default:
		play = min(1, 1/demand, cores/(players+learners*demand))
	}
	learn = min(1, play*demand)
	if c.Gate.Games > 0 && !c.Train.Serial {
		// the gate is one goroutine beside the players and learners
		rest := 1 - min(c.Gate.Share, 1/(players+learners+1))
		play, learn = play*rest, learn*rest
	}
	return play, learn
}
