package ab

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"epaminondas/game"
	"epaminondas/internal/base/durable"
	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/arena"
	"epaminondas/internal/training/config"
)

// Experiment is a comparison of two configs.
type Experiment struct {
	Dir     string
	Program string           // digest of this program, because another build may train or play differently
	Configs [2]config.Config // of A and B; they must differ in more than the seed
	Seeds   int              // number of seeds, counted from 1
	Jobs    int              // training processes, or games, at the same time
	Match   Match
	// Train trains a side to the end of its budget, or returns when ctx ends. It resumes an
	// interrupted run.
	Train func(ctx context.Context, s Side) error
	// Progress gets the progress of a task, from several goroutines. May be nil.
	Progress func(task string, done, total int)
}

// Match has the settings of the match between the final checkpoints of a seed.
type Match struct {
	arena.MatchTerms
	OwnSearch bool // each side uses the search of its config, instead of the default
}

// sideCount is the number of sides of a seed.
const sideCount = 2

// sideNames are the names of the two sides.
func sideNames() [sideCount]string { return [sideCount]string{"A", "B"} }

// Side is one config trained from one seed.
type Side struct {
	Name   string // A or B
	Seed   uint64
	Config string // file of the config
	Run    string // folder of the run
	Log    string // file for the output of training

	budget config.Train
}

// side returns a side of a seed; number 0 is side A and number 1 is side B.
func (e *Experiment) side(seed, number int) Side {
	letter := []string{"a", "b"}[number]
	folder := e.seedFolder(seed)
	return Side{
		Name: sideNames()[number], Seed: uint64(seed), Config: filepath.Join(e.Dir, letter+".toml"),
		Run: filepath.Join(folder, letter), Log: filepath.Join(folder, letter+".log"),
		budget: e.Configs[number].Train,
	}
}

func (e *Experiment) resultPath() string { return filepath.Join(e.Dir, resultName) }

func (e *Experiment) seedFolder(seed int) string {
	return filepath.Join(e.Dir, fmt.Sprintf("seed-%d", seed))
}

// Validate returns an error for the first invalid setting of an experiment.
func (e *Experiment) Validate() error {
	switch {
	case e.Dir == "":
		return errors.New("ab: the experiment has no folder")
	case e.Seeds < 1 || e.Jobs < 1:
		return fmt.Errorf("ab: the experiment has %s and %s, want at least 1 of each",
			noun.Count(e.Seeds, "seed"), noun.Count(e.Jobs, "job"))
	case len(e.Differences()) == 0:
		return errors.New("ab: A and B are the same config: give settings that differ")
	}
	if err := e.Match.Validate(); err != nil {
		return err
	}
	a, b := e.Configs[0].Rules, e.Configs[1].Rules
	if a != b {
		return fmt.Errorf("ab: the rules of A are %s, but those of B are %s, so A and B cannot "+
			"play each other", nameOf(a), nameOf(b))
	}
	return nil
}

// nameOf returns the name of rules.
func nameOf(r config.Rules) string {
	rules, err := r.Parse()
	if err != nil {
		return r.Game
	}
	return rules.Name()
}

// Differences lists the settings in which the configs differ: key, A's value, B's value.
func (e *Experiment) Differences() [][3]string {
	return differences(e.Configs[0].Settings(), e.Configs[1].Settings())
}

// board returns the board of both configs.
func (e *Experiment) board() (*game.Board, error) { return e.Configs[0].Board() }

func (e *Experiment) tell(task string, done, total int) {
	if e.Progress != nil {
		e.Progress(task, done, total)
	}
}

// Run runs the rest of the experiment, and stores and returns its result. When ctx ends, finished
// parts stay and the next call resumes. If the folder holds a different experiment, the error lists
// the differences. Only the number of seeds may differ.
func (e *Experiment) Run(ctx context.Context) (*Result, error) {
	if err := e.prepare(); err != nil {
		return nil, err
	}
	if err := e.train(ctx); err != nil {
		return nil, err
	}
	result := &Result{Settings: e.Differences(), Rules: e.Configs[0].Rules.Game, Limit: e.Match.Limit(),
		Pairs: e.Match.Pairs}
	for seed := 1; seed <= e.Seeds; seed++ {
		s, err := e.meet(ctx, seed)
		if err != nil {
			return nil, err
		}
		result.Seeds = append(result.Seeds, *s)
	}
	result.pool()
	return result, result.save(e.resultPath())
}

// prepare creates the folder of the experiment, or checks an existing one.
func (e *Experiment) prepare() error {
	if err := e.Validate(); err != nil {
		return err
	}
	if err := durable.MkdirAll(e.Dir); err != nil {
		return fmt.Errorf("ab: %w", err)
	}
	if err := e.checkManifest(); err != nil {
		return err
	}
	for number, c := range e.Configs {
		text, err := c.Text()
		if err != nil {
			return err
		}
		if err := durable.WriteBytes(e.side(1, number).Config, text); err != nil {
			return fmt.Errorf("ab: %w", err)
		}
	}
	for seed := 1; seed <= e.Seeds; seed++ {
		if err := durable.MkdirAll(e.seedFolder(seed)); err != nil {
			return fmt.Errorf("ab: %w", err)
		}
	}
	return nil
}
