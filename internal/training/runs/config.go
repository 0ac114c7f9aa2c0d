package runs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"epaminondas/game"
	"epaminondas/internal/base/textfile"
	"epaminondas/internal/engine/backend"
	"epaminondas/internal/match/gate"
	"epaminondas/internal/training/selfplay"
	"epaminondas/mcts"
	"epaminondas/net"
	"epaminondas/net/train/hyper"
	"epaminondas/replay"
)

// Config has all settings of a run. Each part is documented in its package, and the files in configs/
// explain most settings.
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
	Report   Report          `toml:"report"`
}

// Rules are the rules of the game in a config.
type Rules struct {
	Game     string `toml:"game"`      // epaminondas, crossings, or with a size as in epaminondas:4x6x1
	Symmetry string `toml:"symmetry"`  // left-right, rotation or none; empty for the game's own
	MaxPlies int    `toml:"max_plies"` // ply at which the limit decides a game; 0 for never
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
	// Uses is how often the trainer draws a fully searched position on average, before it waits for
	// more.
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
	// of the process. That is user and system time summed over its cores: two busy cores use 4h of
	// it in 2h.
	Clock string `toml:"clock"`
	// Cooldown is the last share of the budget, 0 to 1, in which the learning rate falls to almost
	// 0.
	Cooldown float64 `toml:"cooldown"`
	// CycleSteps is the number of steps between checkpoints.
	CycleSteps int64 `toml:"cycle_steps"`
	// CycleTime is the least time at work between checkpoints, such as "5m"; "0s" for none. A
	// checkpoint follows at the next multiple of CycleSteps. Serial runs ignore both.
	CycleTime Duration `toml:"cycle_time"`
	// Follow is the player of the games: "latest", the averaged network, or "best", the last one
	// that passed the gate.
	Follow string `toml:"follow"`
	// Serial alternates self-play and training, so that a run repeats to the bit.
	Serial bool `toml:"serial"`
	// SerialGames is the number of games in each cycle of a serial run.
	SerialGames int `toml:"serial_games"`
}

// Gate has the settings of the gate.
type Gate struct {
	gate.Config
	// Share is the largest share of the run's processor time for gate matches during training, 0 to
	// 1. If the system does not report the processor time of threads, it is a share of the
	// machine's cores.
	Share float64 `toml:"share"`
}

// Time returns the reading of the clock of Duration, given the time at work and the processor time.
func (t Train) Time(elapsed time.Duration, processor Processor) time.Duration {
	if t.Clock == ProcessorClock {
		return processor.Used
	}
	return elapsed
}

// Progress returns the spent share of the budget, 0 to 1: of the steps or of the time, whichever is
// larger. The time is in the clock of Duration.
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
// same budget are on one schedule.
func (t Train) Budget() string {
	budget := fmt.Sprintf("steps=%d duration=%v cooldown=%g", t.Steps, time.Duration(t.Duration), t.Cooldown)
	// otherwise the text stays the same as in earlier versions
	if t.Clock == ProcessorClock && t.Duration > 0 {
		budget += " clock=" + t.Clock
	}
	return budget
}

// Report has the settings of the report at the end of a run.
type Report struct {
	Games        int `toml:"games"`         // in each match
	OpeningPlies int `toml:"opening_plies"` // random moves at the start of each pair of games
	Simulations  int `toml:"simulations"`   // of the net, for each move
	// Opponents are players besides the network of step 0, such as "rollout,sims=200". Validate
	// does not know players: loop.CheckOpponents reads them.
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
		Gate: Gate{Config: gate.Default(), Share: 0.05},
		Report: Report{Games: 100, OpeningPlies: 6, Simulations: 32,
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

// LocalSelfplay returns the settings of self-play on this machine. If selfplay.workers is 0, it
// becomes the number of games at once that the device can use.
func (c Config) LocalSelfplay() selfplay.Config {
	s := c.Selfplay
	plan, err := backend.Plan(c.Network, backend.Options{Device: c.Device})
	if s.Workers == 0 && err == nil { // else opening the network returns the error
		s.Workers = plan.InFlight
	}
	return s
}

// Validate returns an error for the first invalid setting.
func (c Config) Validate() error {
	return firstError(
		c.Device.Validate(),
		c.Rules.validate(),
		c.Network.Validate(),
		c.Init.validate(),
		c.Grow.validate(),
		c.Search.Validate(),
		inSection("play", c.Play.Validate()),
		c.Selfplay.Validate(),
		c.learnable(),
		c.Replay.validate(),
		c.Target.validate(),
		c.Learn.Validate(),
		c.Train.validate(),
		c.growable(),
		c.Gate.validate(),
		c.followable(),
		c.Report.validate(),
	)
}

// learnable returns an error for settings that leave nothing to learn from.
func (c Config) learnable() error {
	if c.Train.Serial && c.Selfplay.Workers == selfplay.NoWorkers {
		return errors.New(
			"selfplay: workers is -1, want 0 or more: a serial run plays all of its games itself")
	}
	if c.Selfplay.FullShare == 0 {
		return errors.New("selfplay: full_share is 0, want more: training learns only from full searches")
	}
	return nil
}

// followable returns an error if the best checkpoint plays and nothing ever makes another the best.
func (c Config) followable() error {
	if c.Train.Follow == FollowBest && c.Gate.Games == 0 {
		return fmt.Errorf("gate: games is 0, want more, or train.follow %q: with %q, step 0 would play "+
			"all games of the run", FollowLatest, FollowBest)
	}
	return nil
}

// inSection adds the section to the name of a setting that another section also has.
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

// validate also refuses rules that allow endless games.
func (r Rules) validate() error {
	switch {
	case strings.Contains(r.Game, ","):
		return fmt.Errorf("rules: game is %q, want a name without options: options are keys of their own, "+
			"such as max_plies", r.Game)
	case r.MaxPlies == 0:
		return errors.New("rules: max_plies is 0, want a ply at which games end, since random " +
			"games may never end")
	case r.MaxPlies > replay.MaxPlies:
		return fmt.Errorf("rules: max_plies is %d, want at most %d, the moves of the longest game that can "+
			"be stored", r.MaxPlies, replay.MaxPlies)
	}
	_, err := r.Parse()
	return err
}

func (r Replay) validate() error {
	if !(r.Uses > 0 && r.Uses <= 1000) {
		return fmt.Errorf("replay: uses is %g, want more than 0, at most 1000", r.Uses)
	}
	if r.Ahead < 0 {
		return fmt.Errorf("replay: ahead is %d, want 0 for no waiting, or a number of batches", r.Ahead)
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
	for _, field := range []struct {
		key   string
		value Duration
	}{{"duration", t.Duration}, {"cycle_time", t.CycleTime}} {
		// The library reads a number without a unit as nanoseconds.
		if d := time.Duration(field.value); d > 0 && d < time.Millisecond {
			return fmt.Errorf("train: %s is %d without a unit: write it as in 90s, 30m or 1h30m", field.key, d)
		}
	}
	switch {
	case t.Steps < 0:
		return fmt.Errorf("train: steps is %d, want 0 for no such end, or more", t.Steps)
	case t.Duration < 0:
		return fmt.Errorf("train: duration is %v, want 0s for no such end, or more",
			time.Duration(t.Duration))
	case t.Clock != WallClock && t.Clock != ProcessorClock:
		return fmt.Errorf("train: clock is %q, want %s or %s", t.Clock, WallClock, ProcessorClock)
	case t.Steps == 0 && t.Duration == 0:
		return errors.New("train: steps and duration are both 0: set one of them, so that the run ends")
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
		return errors.New("train: serial is true, so the run must end by steps to be repeatable: set steps, " +
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

// Load reads a config file and then settings of the form section.key=value. An unknown key is an
// error that shows its line.
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
		if len(settings) > 0 { // the mistake may be in any of them
			path += " with " + strings.Join(settings, " ")
		}
		return c, fmt.Errorf("config: %s: %w", path, err)
	}
	return c, nil
}

// decode reads TOML strictly into c. Missing keys keep their values.
func decode(text []byte, c *Config) error {
	text, err := textfile.Text(text)
	if err != nil {
		return err
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(c)
	var unknown *toml.StrictMissingError
	var syntax *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("unknown key:\n%s", unknown.String())
	case errors.As(err, &syntax):
		return errors.New(typeMistake.ReplaceAllStringFunc(err.Error()+":\n"+syntax.String(), sayTypes))
	}
	return err
}

// typeMistake matches what the library says about a value of a wrong type.
var typeMistake = regexp.MustCompile(`cannot decode TOML ([\w ]+) into .*of type ([\w.\[\]]+)`)

// sayTypes names the two types of a typeMistake without the names of Go.
func sayTypes(mistake string) string {
	given := map[string]string{"string": "text", "integer": "a whole number",
		"float":   "a number with a point",
		"boolean": "true or false", "bool": "true or false", "array": "a list", "table": "a section",
		"inline table": "a section"}
	wanted := map[string]string{"string": "text", "int": "a whole number", "int64": "a whole number",
		"uint64": "a whole number from 0 on", "float64": "a number", "float32": "a number",
		"bool": "true or false", "[]string": `a list such as ["a", "b"]`}
	types := typeMistake.FindStringSubmatch(mistake)
	is, known := given[types[1]]
	if !known {
		is = "a " + types[1] // a date or a time
	}
	want, known := wanted[types[2]]
	if !known {
		want = "a section with keys of its own"
	}
	return fmt.Sprintf("it is %s, want %s", is, want)
}

// set applies one section.key=value. A value that is not TOML is taken as a string.
func (c *Config) set(setting string) error {
	name, value, ok := strings.Cut(strings.TrimPrefix(setting, textfile.Mark), "=")
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
		return quoted // the value is not valid TOML
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
