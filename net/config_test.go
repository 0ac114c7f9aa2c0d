package net

import (
	"strings"
	"testing"
)

func TestConfigValidate(t *testing.T) {
	if err := Default().Validate(); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Blocks = 0 }, "blocks is 0, want 1 to 64"},
		{func(c *Config) { c.Channels = 1 << 40 }, "channels is 1099511627776, want 1 to 512"},
		{func(c *Config) { c.PoolEvery = -1 }, "pool_every is -1, want 0 to 64"},
		{func(c *Config) { c.ValueHidden = 0 }, "value_hidden is 0, want 1 to 512"},
		{func(c *Config) { c.Planes = 0xFF }, "unknown groups"},
		{func(c *Config) { c.Pooling = 2 }, "pooling is 2, want 0 to 1"},
		{func(c *Config) { c.Pooling, c.PoolEvery = PoolLines, 0 },
			`pooling is "board,rows,columns", but no block pools because pool_every is 0, want 1 to 4`},
		{func(c *Config) { c.Pooling, c.PoolEvery = PoolLines, 5 }, "pool_every is 5, want 1 to 4"},
		{func(c *Config) { c.Blocks, c.Channels = 64, 512 },
			"parameters, and a training state holds at most 60000000"},
	} {
		c := Default()
		test.change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q", c, err, test.want)
		}
		if _, err := NewWeights(c, newRand(1)); err == nil {
			t.Errorf("%+v: NewWeights accepts it", c)
		}
	}
}
