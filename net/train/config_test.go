package train

import (
	"math"
	"strings"
	"testing"

	"epaminondas/game"
	"epaminondas/net/train/hyper"
)

func TestValidate(t *testing.T) {
	if err := hyper.Default().Validate(); err != nil {
		t.Error(err)
	}
	for key, spoil := range map[string]func(*hyper.Config){
		"batch_size":        func(c *hyper.Config) { c.BatchSize = 0 },
		"threads":           func(c *hyper.Config) { c.Threads = 0 },
		"optimizer":         func(c *hyper.Config) { c.Optimizer = "adam" },
		"learning_rate":     func(c *hyper.Config) { c.LearningRate = 0 },
		"warmup_steps":      func(c *hyper.Config) { c.WarmupSteps = -1 },
		"weight_decay":      func(c *hyper.Config) { c.WeightDecay = -1 },
		"clip_norm":         func(c *hyper.Config) { c.ClipNorm = 0 },
		"average_horizon":   func(c *hyper.Config) { c.AverageHorizon = 2 },
		"average_steps":     func(c *hyper.Config) { c.AverageSteps = -1 },
		"average_floor":     func(c *hyper.Config) { c.AverageFloor = 1.5 },
		"policy_weight":     func(c *hyper.Config) { c.PolicyWeight = math.NaN() },
		"value_weight":      func(c *hyper.Config) { c.ValueWeight = math.Inf(1) },
		"reply_weight":      func(c *hyper.Config) { c.ReplyWeight = -1 },
		"occupation_weight": func(c *hyper.Config) { c.OccupationWeight = -1 },
		"plies_weight":      func(c *hyper.Config) { c.PliesWeight = -1 },
	} {
		cfg := hyper.Default()
		spoil(&cfg)
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: error %v", key, err)
		}
		if _, err := New(cfg, game.MustBoard("epaminondas:3x4x1"), newWeights(t, small, 1)); err == nil {
			t.Errorf("%s: New accepts it", key)
		}
	}
}
