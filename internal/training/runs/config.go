package runs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"epaminondas/game"
	"epaminondas/internal/match/gate"
	"epaminondas/internal/training/selfplay/settings"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
	"epaminondas/replay"
)

// Config is everything that decides how a run goes. Each part is documented where it is used; the
// files in configs/ explain most of it.
type Config struct {
	Seed     uint64          `toml:"seed"` // of all randomness in the run
	Rules    Rules           `toml:"rules"`
	Network  net.Config      `toml:"network"`
	Init     Init            `toml:"init"`
	Search   mcts.Config     `toml:"search"` // of self-play
	Play     mcts.Config     `toml:"play"`   // of gate, report and whoever plays with a checkpoint
	Selfplay settings.Config `toml:"selfplay"`
	Replay   Replay          `toml:"replay"`
	Target   Target          `toml:"target"`
	Learn    hyper.Config    `toml:"learn"`
	Train    Train           `toml:"train"`
	Gate     Gate            `toml:"gate"`
	Report   Report          `toml:"report"`
}

// Rules are the rules of the game as a config spells them.
type Rules struct {
	Game     string `toml:"game"`      // epaminondas, crossings, or with a size as in epaminondas:4x6x1
	Symmetry string `toml:"symmetry"`  // left-right, rotation or none; empty for the game's own
	MaxPlies int    `toml:"max_plies"` // ply at which a game is judged; 0 for never
	Limit    string `toml:"limit"`     // advancement or draw
}

// Parse returns the rules as the game package wants them.
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

// Replay says which positions are learnt from, and how often.
type Replay struct {
	replay.WindowConfig
	// Uses is how often a fully searched position is drawn on average before training waits for
	// more.
	Uses float64 `toml:"uses"`
	// Ahead is the number of batches of unused positions at which self-play waits for training; 0
	// for never.
	Ahead int `toml:"ahead"`
}

// Target says what the value head is taught.
type Target struct {
	// OutcomeShare is the share of the game's outcome in the value target, 0 to 1; the rest is the
	// value of the search.
	OutcomeShare float64 `toml:"outcome_share"`
	// Lambda extends the value of the search by those of the searches after it: the target of the
	// search's share is the lambda-return, in which the value k plies later has the weight
	// (1-lambda) lambda^k and what is left goes to the outcome. 0 is the value of the search alone,
	// 1 the outcome alone.
	Lambda float64 `toml:"lambda"`
	// LimitWeight is the factor on OutcomeShare in games that were judged at the ply limit, 0 to 1.
	LimitWeight float64 `toml:"limit_weight"`
}

// Train says how long a run goes and in what order.
type Train struct {
	// Steps ends the run after so many training steps; 0 for no such end.
	Steps int64 `toml:"steps"`
	// Duration ends the run after so much time of the clock, such as "30m"; "0s" for no such end.
	Duration Duration `toml:"duration"`
	// Clock is what Duration counts: "wall", the time at work, or "processor", the processor time
	// of the process, user and system time summed over its cores. Two busy cores spend 4h of that
	// in 2h.
	Clock string `toml:"clock"`
	// Cooldown is the last share of the budget, in which the learning rate falls to nothing, 0 to
	// 1.
	Cooldown float64 `toml:"cooldown"`
	// CycleSteps is the number of steps between checkpoints.
	CycleSteps int64 `toml:"cycle_steps"`
	// CycleTime is the least time at work between checkpoints, such as "5m"; "0s" for none. A
	// checkpoint comes at the first multiple of CycleSteps after it. Serial runs do without both.
	CycleTime Duration `toml:"cycle_time"`
	// Follow says who plays the games: "latest", the averaged net, or "best", the last to pass the
	// gate.
	Follow string `toml:"follow"`
	// Serial alternates self-play and training, so that a run repeats to the bit.
	Serial bool `toml:"serial"`
	// SerialGames is the number of games in each cycle of a serial run.
	SerialGames int `toml:"serial_games"`
}

// Gate says how a checkpoint becomes the best.
type Gate struct {
	gate.Config
	// Share is the most of the run's processor time that gate matches may take while the run goes
	// on, 0 to 1; of the machine's cores where the system does not tell the processor time of
	// threads.
	Share float64 `toml:"share"`
}

// Budget returns what decides the learning-rate schedule. Two checkpoints of the same budget lie on
// one schedule.
func (t Train) Budget() string {
	budget := fmt.Sprintf("steps=%d duration=%v cooldown=%g", t.Steps, time.Duration(t.Duration), t.Cooldown)
	if t.Clock == ProcessorClock && t.Duration > 0 { // without it the text is that of earlier versions
		budget += " clock=" + t.Clock
	}
	return budget
}

// Report says which matches are played at the end of a run.
type Report struct {
	Games        int `toml:"games"`         // in each match
	OpeningPlies int `toml:"opening_plies"` // random moves at the start of each pair of games
	Simulations  int `toml:"simulations"`   // of the net, for each move
	// Opponents are players besides the net of step 0, such as "rollout,sims=200". Validate does
	// not know players: loop.CheckOpponents reads them.
	Opponents []string `toml:"opponents"`
	// sample of the solved game, where the board can be solved; 0 for none
	ExactPositions int `toml:"exact_positions"`
}

// Duration is a time.Duration written as text, such as "12m30s".
type Duration time.Duration

// UnmarshalText reads what time.ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration, write it as in 90s, 30m or 1h30m", text)
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
		Rules:    Rules{Game: "epaminondas:8x8", MaxPlies: 150, Limit: "advancement"},
		Network:  net.Default(),
		Search:   mcts.Default(),
		Play:     mcts.Play(),
		Selfplay: settings.Default(),
		Replay:   Replay{WindowConfig: replay.DefaultWindow(), Uses: 4, Ahead: 8},
		Target:   Target{OutcomeShare: 0.7, LimitWeight: 0.3},
		Learn:    hyper.Default(),
		Train: Train{Steps: 0, Duration: Duration(time.Hour), Clock: WallClock, Cooldown: 0.25,
			CycleSteps: 200, Follow: FollowLatest, SerialGames: 32},
		Gate: Gate{Config: gate.Default(), Share: 0.05},
		Report: Report{Games: 100, OpeningPlies: 6, Simulations: 32,
			Opponents: []string{"random", "rollout,sims=200"}, ExactPositions: 2000},
	}
}

// Who plays the games of a run: see [Train].
const (
	FollowLatest = "latest"
	FollowBest   = "best"
)

// What the duration of a run counts: see [Train].
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

// Validate reports the first unusable setting.
func (c Config) Validate() error {
	return firstError(
		c.Rules.validate(),
		c.Network.Validate(),
		c.Init.validate(),
		c.Search.Validate(),
		inSection("play", c.Play.Validate()),
		c.Selfplay.Validate(),
		c.learnable(),
		c.Replay.validate(),
		c.Target.validate(),
		c.Learn.Validate(),
		c.Train.validate(),
		c.Gate.validate(),
		c.Report.validate(),
	)
}

// learnable reports settings with which there would be nothing to learn from.
func (c Config) learnable() error {
	if c.Selfplay.FullShare == 0 {
		return errors.New("selfplay: full_share is 0, want more: only full searches are learnt from")
	}
	return nil
}

// inSection names the section of a setting that another section has too.
func inSection(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// validate also refuses what would keep a run from ever ending.
func (r Rules) validate() error {
	switch {
	case strings.Contains(r.Game, ","):
		return fmt.Errorf("rules: game is %q, want a name without options: they are keys of their own, "+
			"such as max_plies", r.Game)
	case r.MaxPlies == 0:
		return errors.New("rules: max_plies is 0, want a ply at which games are judged, since random " +
			"games may never end")
	}
	_, err := r.Parse()
	return err
}

func (r Replay) validate() error {
	if !(r.Uses > 0 && r.Uses <= 1000) {
		return fmt.Errorf("replay: uses is %g, want more than 0, at most 1000", r.Uses)
	}
	if r.Ahead < 0 {
		return fmt.Errorf("replay: ahead is %d, want 0 for never or a number of batches", r.Ahead)
	}
	return r.WindowConfig.Validate()
}

func (g Gate) validate() error {
	if !(g.Share > 0 && g.Share <= 1) {
		return fmt.Errorf("gate: share is %g, want more than 0, at most 1", g.Share)
	}
	return g.Config.Validate()
}

func (t Target) validate() error {
	if !(t.OutcomeShare >= 0 && t.OutcomeShare <= 1) {
		return fmt.Errorf("target: outcome_share is %g, want 0 to 1", t.OutcomeShare)
	}
	if !(t.Lambda >= 0 && t.Lambda <= 1) {
		return fmt.Errorf("target: lambda is %g, want 0 to 1", t.Lambda)
	}
	if !(t.LimitWeight >= 0 && t.LimitWeight <= 1) {
		return fmt.Errorf("target: limit_weight is %g, want 0 to 1", t.LimitWeight)
	}
	return nil
}

func (t Train) validate() error {
	switch {
	case t.Steps < 0:
		return fmt.Errorf("train: steps is %d, want 0 for no such end, or more", t.Steps)
	case t.Duration < 0:
		return fmt.Errorf("train: duration is %v, want 0s for no such end, or more",
			time.Duration(t.Duration))
	case t.Clock != WallClock && t.Clock != ProcessorClock:
		return fmt.Errorf("train: clock is %q, want %s or %s", t.Clock, WallClock, ProcessorClock)
	case t.Steps == 0 && t.Duration == 0:
		return errors.New("train: steps and duration are both 0, set one so that the run ends")
	case !(t.Cooldown >= 0 && t.Cooldown <= 1):
		return fmt.Errorf("train: cooldown is %g, want 0 to 1", t.Cooldown)
	case t.CycleSteps < 1:
		return fmt.Errorf("train: cycle_steps is %d, want at least 1", t.CycleSteps)
	case t.CycleTime < 0:
		return fmt.Errorf("train: cycle_time is %v, want 0s for none, or more", time.Duration(t.CycleTime))
	case t.Follow != FollowLatest && t.Follow != FollowBest:
		return fmt.Errorf("train: follow is %q, want %s or %s", t.Follow, FollowLatest, FollowBest)
	case t.Serial && t.SerialGames < 1:
		return fmt.Errorf("train: serial_games is %d, want at least 1", t.SerialGames)
	case t.Serial && (t.Steps == 0 || t.Duration != 0):
		return errors.New("train: a serial run repeats to the bit, so it must end by steps: set steps, " +
			"and duration to 0s")
	}
	return nil
}

func (r Report) validate() error {
	switch {
	case r.Games < 0 || r.Games%2 != 0:
		return fmt.Errorf("report: games is %d, want an even number, since each opening is played with "+
			"both colours", r.Games)
	case r.OpeningPlies < 0:
		return fmt.Errorf("report: opening_plies is %d, want 0 or more", r.OpeningPlies)
	case r.Simulations < 1:
		return fmt.Errorf("report: simulations is %d, want at least 1", r.Simulations)
	case r.ExactPositions < 0:
		return fmt.Errorf("report: exact_positions is %d, want 0 or more", r.ExactPositions)
	}
	return nil
}

// Load reads a config file and then settings of the form section.key=value. A key that does not
// exist is an error that shows its line.
func Load(path string, settings []string) (Config, error) {
	c := Default()
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("config: %w", err)
	}
	if err := decode(text, &c); err != nil {
		return c, fmt.Errorf("config: %s: %w", path, err)
	}
	for _, setting := range settings {
		if err := c.set(setting); err != nil {
			return c, fmt.Errorf("config: --set %s: %w", setting, err)
		}
	}
	if err := c.Validate(); err != nil {
		return c, fmt.Errorf("config: %s: %w", path, err)
	}
	return c, nil
}

// decode reads TOML strictly over what c holds.
func decode(text []byte, c *Config) error {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var syntax *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("unknown key:\n%s", unknown.String())
	case errors.As(err, &syntax):
		return fmt.Errorf("%w:\n%s", err, syntax.String())
	}
	return err
}

// set applies one section.key=value; a value that is no TOML is taken as a string.
func (c *Config) set(setting string) error {
	name, value, ok := strings.Cut(setting, "=")
	if !ok {
		return errors.New("want section.key=value, as in learn.batch_size=128")
	}
	name = strings.TrimSpace(name)
	bare := decode([]byte(name+" = "+value), c)
	if bare == nil {
		return nil
	}
	quoted := decode(fmt.Appendf(nil, "%s = %q", name, value), c)
	if quoted == nil || toml.Unmarshal([]byte(name+" = "+value), &map[string]any{}) != nil {
		return quoted // the value is no TOML, so it is the string that is wrong
	}
	return bare
}

// Text returns the config as TOML.
func (c Config) Text() ([]byte, error) {
	text, err := toml.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return text, nil
}
