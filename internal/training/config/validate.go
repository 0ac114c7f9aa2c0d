package config

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"epaminondas/internal/training/selfplay"
	"epaminondas/replay"
)

// Validate returns an error for the first invalid setting.
func (c Config) Validate() error {
	return firstError(
		c.Device.Validate(),
		c.Rules.validate(),
		c.Network.Validate(),
		c.Init.Validate(),
		c.Grow.Validate(),
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
		c.Lines.validate(),
		c.Report.validate(),
		c.validateStages(),
	)
}

// learnable returns an error for settings that leave nothing to learn from.
func (c Config) learnable() error {
	if c.Train.Serial && c.Selfplay.Workers == selfplay.NoWorkers {
		return errors.New(
			"selfplay: workers is -1, want 0 or more: a serial run plays all of its games itself")
	}
	if c.Selfplay.FullShare == 0 {
		return errors.New("selfplay: full_share is 0, want more than 0: training learns only from full searches")
	}
	return nil
}

// followable returns an error if the best checkpoint plays, but no gate ever makes a new checkpoint
// the best.
func (c Config) followable() error {
	if c.Train.Follow == FollowBest && c.Gate.Games == 0 {
		return fmt.Errorf("gate: games is 0, want more than 0, or train.follow %q: with %q, step 0 would play "+
			"all games of the run", FollowLatest, FollowBest)
	}
	return nil
}

// inSection adds the section to the name of a setting, because another section has a setting of the
// same name.
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
	return g.GateConfig.Validate()
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
		return fmt.Errorf("train: steps is %d, want 0 for no limit, or more", t.Steps)
	case t.Duration < 0:
		return fmt.Errorf("train: duration is %v, want 0s for no limit, or more",
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
		return fmt.Errorf("train: cycle_time is %v, want 0s for no limit, or more",
			time.Duration(t.CycleTime))
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

func (l Lines) validate() error {
	if l.Positions != 0 && (l.Positions < LeastLeaves || l.Positions > MostLeaves) {
		return fmt.Errorf("lines: positions is %d, want 0, or %d to %d", l.Positions, LeastLeaves, MostLeaves)
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
