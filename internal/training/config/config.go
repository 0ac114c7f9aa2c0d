// Package config has the settings of a training run, with their defaults, their checks and the TOML
// that keeps them. It also lists the differences between two configs, and estimates the memory that
// a config needs.
package config

import (
	"fmt"
	"time"

	"epaminondas/game"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/result"
	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
	"epaminondas/replay"
)

// FileName is the name of the config in a run's folder.
const FileName = "run.toml"

// Config has all settings of a run. The package of each part documents that part, and the files in
// configs/ explain most settings.
type Config struct {
	Seed     uint64          `toml:"seed"`             // of all randomness in the run
	Device   backend.Device  `toml:"device,omitempty"` // evaluates the positions of searches
	Rules    Rules           `toml:"rules"`
	Network  net.Config      `toml:"network"`
	Init     Init            `toml:"init"`
	Grow     Grow            `toml:"grow"`
	Search   mcts.Config     `toml:"search"` // of self-play
	Play     mcts.Config     `toml:"play"`   // of gate, report and other players with a checkpoint
	Selfplay selfplay.Config `toml:"selfplay"`
	Replay   Replay          `toml:"replay"`
	Target   Target          `toml:"target"`
	Learn    hyper.Config    `toml:"learn"`
	Train    Train           `toml:"train"`
	Gate     Gate            `toml:"gate"`
	Lines    Lines           `toml:"lines"`
	Report   Report          `toml:"report"`
	Stages   []Stage         `toml:"stage,omitempty"` // in the order in which the run passes through them
}

// Rules are the rules of the game in a config.
type Rules struct {
	Game     string `toml:"game"`      // epaminondas, crossings, or with a size as in epaminondas:4x6x1
	Symmetry string `toml:"symmetry"`  // left-right, rotation or none; empty for the game's own
	MaxPlies int    `toml:"max_plies"` // ply at which the limit decides a game; 0 for no limit
	Limit    string `toml:"limit"`     // advancement or draw
}

// Parse returns the rules for package game.
func (r Rules) Parse() (game.Rules, error) {
	rules, err := game.ParseRules(r.Game)
	if err != nil {
		return rules, err
	}
	if r.Symmetry != "" {
		if rules.Symmetry, err = game.ParseSymmetry(r.Symmetry); err != nil {
			return rules, err
		}
	}
	if rules.Limit, err = game.ParseLimit(r.Limit); err != nil {
		return rules, err
	}
	rules.MaxPlies = r.MaxPlies
	return rules, rules.Validate()
}

// Replay has the settings for the choice of training positions.
type Replay struct {
	replay.WindowConfig
	// Uses is how often the trainer draws each fully searched position, on average, before it waits
	// for more positions.
	Uses float64 `toml:"uses"`
	// Ahead is the number of batches of unused positions at which self-play waits for training; 0
	// for never.
	Ahead int `toml:"ahead"`
}

// Target has the settings of the value target.
type Target struct {
	// OutcomeShare is the share of the game's outcome in the value target, 0 to 1; the rest is the
	// value of the search.
	OutcomeShare float64 `toml:"outcome_share"`
	// Lambda mixes the value of the search with the values of later searches. The result is the
	// lambda-return, in which the value k plies later has the weight (1-lambda) lambda^k. The rest
	// of the weight goes to the outcome. 0 is the value of the search alone, 1 the outcome alone.
	Lambda float64 `toml:"lambda"`
	// LimitWeight is the factor on OutcomeShare in games that the ply limit decides, 0 to 1.
	LimitWeight float64 `toml:"limit_weight"`
}

// Train has the settings for the length and the order of a run.
type Train struct {
	// Steps is the number of training steps that ends the run; 0 for no such end.
	Steps int64 `toml:"steps"`
	// Duration is the time of the clock that ends the run, such as "30m"; "0s" for no such end.
	Duration Duration `toml:"duration"`
	// Clock is the clock of Duration: "wall", the time at work, or "processor", the processor time
	// of the process. Processor time is user and system time, summed over the cores: two busy cores
	// use 4h of it in 2h.
	Clock string `toml:"clock"`
	// Cooldown is the last share of the budget, 0 to 1, in which the learning rate falls to almost
	// 0.
	Cooldown float64 `toml:"cooldown"`
	// CycleSteps is the number of steps between checkpoints.
	CycleSteps int64 `toml:"cycle_steps"`
	// CycleTime is the least time at work between checkpoints, such as "5m"; "0s" for none. A
	// checkpoint follows at the next multiple of CycleSteps. Serial runs ignore both.
	CycleTime Duration `toml:"cycle_time"`
	// Follow names the network that plays the games of self-play. "latest" is the newest averaged
	// network, and "best" is the last network that passed the gate.
	Follow string `toml:"follow"`
	// Serial alternates self-play and training, so that a run repeats to the bit.
	Serial bool `toml:"serial"`
	// SerialGames is the number of games in each cycle of a serial run.
	SerialGames int `toml:"serial_games"`
}

// Gate has the settings of the gate.
type Gate struct {
	result.GateConfig
	// Share is the largest share of the run's processor time for gate matches during training, 0 to
	// 1. If the system does not report the processor time of threads, it is a share of the
	// machine's cores.
	Share float64 `toml:"share"`
}

// Time returns the reading of the clock of Duration, given the time at work and the processor time.
func (t Train) Time(elapsed, processor time.Duration) time.Duration {
	if t.Clock == ProcessorClock {
		return processor
	}
	return elapsed
}

// Progress returns the spent share of the budget, 0 to 1: the larger of the shares of steps and of
// time. The time is in the clock of Duration.
func (t Train) Progress(step int64, spent time.Duration) float64 {
	var share float64
	if t.Steps > 0 {
		share = float64(step) / float64(t.Steps)
	}
	if t.Duration > 0 {
		share = max(share, spent.Seconds()/time.Duration(t.Duration).Seconds())
	}
	return min(share, 1)
}

// Budget returns the settings that decide the learning-rate schedule, as text. Checkpoints with the
// same budget are on the same schedule.
func (t Train) Budget() string {
	budget := fmt.Sprintf("steps=%d duration=%v cooldown=%g", t.Steps, time.Duration(t.Duration), t.Cooldown)
	// otherwise the text stays the same as in earlier versions
	if t.Clock == ProcessorClock && t.Duration > 0 {
		budget += " clock=" + t.Clock
	}
	return budget
}

// Lines has the settings of the evaluation by lines that the classical engine learns at the end of a run.
type Lines struct {
	Positions int `toml:"positions"` // most leaves of searches to learn from; 0 for no evaluation
}

// Bounds of the number of leaves. An evaluation by lines learns from lines.LeastPositions or more, but
// this package stays free of engines.
const (
	LeastLeaves = 1000
	MostLeaves  = 50_000_000 // they need 5 to 14 GB of memory
)

// Report has the settings of the report at the end of a run.
type Report struct {
	Games        int `toml:"games"`         // in each match
	OpeningPlies int `toml:"opening_plies"` // random plies of an opening; 0 for the balanced openings
	Simulations  int `toml:"simulations"`   // of the net, for each move
	// Opponents are players besides the network of step 0, such as "rollout,sims=200". Validate
	// does not check them, because this package does not know players: see loop.CheckOpponents.
	Opponents []string `toml:"opponents"`
	// size of the sample of the solved game, if the board can be solved; 0 for none
	ExactPositions int `toml:"exact_positions"`
}

// Duration is a time.Duration written as text, such as "12m30s".
type Duration time.Duration

// UnmarshalText reads a duration in the format of time.ParseDuration.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a duration: write it as in 90s, 30m or 1h30m", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes the duration as text.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// Default returns settings for Epaminondas on the 8x8 board.
func Default() Config {
	return Config{
		Seed:     1,
		Device:   backend.Auto,
		Rules:    Rules{Game: "epaminondas:8x8", MaxPlies: 150, Limit: "advancement"},
		Network:  net.Default(),
		Grow:     DefaultGrow(),
		Search:   mcts.Default(),
		Play:     mcts.Play(),
		Selfplay: selfplay.Default(),
		Replay:   Replay{WindowConfig: replay.DefaultWindow(), Uses: 4, Ahead: 8},
		Target:   Target{OutcomeShare: 0.7, LimitWeight: 0.3},
		Learn:    hyper.Default(),
		Train: Train{Steps: 0, Duration: Duration(time.Hour), Clock: WallClock, Cooldown: 0.25,
			CycleSteps: 200, Follow: FollowLatest, SerialGames: 32},
		Gate: Gate{GateConfig: result.DefaultGate(), Share: 0.05},
		Report: Report{Games: 100, Simulations: 32,
			Opponents: []string{"random", "rollout,sims=200"}, ExactPositions: 2000},
	}
}

// Values of Follow: see [Train].
const (
	FollowLatest = "latest"
	FollowBest   = "best"
)

// Values of Clock: see [Train].
const (
	WallClock      = "wall"
	ProcessorClock = "processor"
)

// Board returns the geometry of the game.
func (c Config) Board() (*game.Board, error) {
	rules, err := c.Rules.Parse()
	if err != nil {
		return nil, err
	}
	return game.NewBoard(rules)
}

// Cores returns the number of cores that the run asks for: the cores of its workers and of a
// training step. In a serial run the workers and the step take turns.
func (c Config) Cores(machine int) int {
	wanted := c.Selfplay.WorkerCount() + c.Learn.Threads
	if c.Train.Serial {
		wanted = max(c.Selfplay.WorkerCount(), c.Learn.Threads)
	}
	return min(machine, wanted)
}

// LocalSelfplay returns the settings of self-play on this machine. If selfplay.workers is 0,
// LocalSelfplay sets it to the number of concurrent games that keeps the device busy.
func (c Config) LocalSelfplay() selfplay.Config {
	s := c.Selfplay
	plan, err := backend.Plan(c.Network, backend.Options{Device: c.Device})
	if s.Workers == 0 && err == nil { // opening the network reports an error
		s.Workers = plan.InFlight
	}
	return s
}
