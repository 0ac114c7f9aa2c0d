// Package hyper holds the hyperparameters of training. It is separate from package train, which
// carries gorgonia, so that programs can read the settings of a run without gorgonia.
package hyper

import (
	"fmt"
	"math"
)

// Config holds the settings of a trainer.
type Config struct {
	BatchSize int `toml:"batch_size"` // samples a step, 1 to 4096
	Threads   int `toml:"threads"`    // threads a step uses, 1 to 256; it does not change results

	// Optimizer says how the 3x3 convolutions learn. All other weights learn by AdamW.
	Optimizer    Optimizer `toml:"optimizer"`
	LearningRate float64   `toml:"learning_rate"` // of both optimizers after the warm-up, above 0
	WarmupSteps  int       `toml:"warmup_steps"`  // steps over which the rate grows linearly from near 0
	// WeightDecay times the learning rate is the share of a weight that it loses in a step. Biases
	// do not decay.
	WeightDecay float64 `toml:"weight_decay"`
	ClipNorm    float64 `toml:"clip_norm"` // greatest norm of the gradients over all weights
	// AverageHorizon is the horizon of the averaged weights, as a share of the steps so far, 0 to
	// 1.
	AverageHorizon float64 `toml:"average_horizon"`
	AverageSteps   int     `toml:"average_steps"` // the longest horizon in steps, 0 for no limit
	// AverageFloor is the least factor on the horizon, 0 to 1. In the cooldown this factor falls
	// with the learning rate. With 1 the horizon stays the same.
	AverageFloor float64 `toml:"average_floor"`

	// Factors of the losses in the total, 0 or more.
	PolicyWeight float64 `toml:"policy_weight"` // cross-entropy with the search's policy, nats
	ValueWeight  float64 `toml:"value_weight"`  // cross-entropy with win, draw and loss, nats
	// ReplyWeight is the factor of the cross-entropy with the policy after the played move, nats.
	ReplyWeight float64 `toml:"reply_weight"`
	// OccupationWeight is the factor of the mean over the squares of the cross-entropy with the
	// owner at the end, nats.
	OccupationWeight float64 `toml:"occupation_weight"`
	PliesWeight      float64 `toml:"plies_weight"` // Huber loss of log(1 + plies left)/6
}

// Default returns settings that train a small network in minutes. The rate, warm-up, decay and
// clipping were the best on this game in calr3/pgx. The weight of the reply is KataGo's
// (arXiv:1902.10565).
func Default() Config {
	return Config{
		BatchSize: 256, Threads: 1, Optimizer: AdamW,
		LearningRate: 1e-3, WarmupSteps: 100, WeightDecay: 1e-4, ClipNorm: 1, AverageHorizon: 0.075,
		AverageFloor: 1,
		PolicyWeight: 1, ValueWeight: 1, ReplyWeight: 0.15, OccupationWeight: 0.15, PliesWeight: 0.1,
	}
}

// Horizon returns the horizon of the averaged weights after the given number of steps. The horizon
// is in steps, at least 1. rate is the factor on the learning rate, 1 until the cooldown. In the
// cooldown the weights change less, so a shorter average is as smooth and lags less.
func (c Config) Horizon(steps int64, rate float64) float64 {
	horizon := c.AverageHorizon * float64(steps)
	if c.AverageSteps > 0 {
		horizon = min(horizon, float64(c.AverageSteps))
	}
	return max(1, horizon*max(rate, c.AverageFloor))
}

// Validate reports the first unusable field, named by section and key of the config.
func (c Config) Validate() error {
	if err := c.Optimizer.validate(); err != nil {
		return err
	}
	for _, f := range []struct {
		key              string
		value, low, high float64
	}{
		{"batch_size", float64(c.BatchSize), 1, 4096},
		{"threads", float64(c.Threads), 1, 256},
		{"learning_rate", c.LearningRate, math.SmallestNonzeroFloat64, 1},
		{"warmup_steps", float64(c.WarmupSteps), 0, 1e9},
		{"weight_decay", c.WeightDecay, 0, 1},
		{"clip_norm", c.ClipNorm, math.SmallestNonzeroFloat64, 1e9},
		{"average_horizon", c.AverageHorizon, 0, 1},
		{"average_steps", float64(c.AverageSteps), 0, 1e9},
		{"average_floor", c.AverageFloor, 0, 1},
		{"policy_weight", c.PolicyWeight, 0, 1e6},
		{"value_weight", c.ValueWeight, 0, 1e6},
		{"reply_weight", c.ReplyWeight, 0, 1e6},
		{"occupation_weight", c.OccupationWeight, 0, 1e6},
		{"plies_weight", c.PliesWeight, 0, 1e6},
	} {
		if !(f.value >= f.low && f.value <= f.high) {
			if f.low == math.SmallestNonzeroFloat64 {
				return fmt.Errorf("learn: %s is %v, want more than 0, at most %v", f.key, f.value, f.high)
			}
			return fmt.Errorf("learn: %s is %v, want %v to %v", f.key, f.value, f.low, f.high)
		}
	}
	return nil
}
