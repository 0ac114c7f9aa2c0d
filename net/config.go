package net

import (
	"fmt"

	"epaminondas/internal/base/noun"
	"epaminondas/net/kernel"
)

// Config is the shape of a network. It does not include the size of the board.
type Config struct {
	// Blocks is the number of residual blocks of two 3x3 convolutions, 1 to 64.
	Blocks   int `toml:"blocks" json:"blocks"`
	Channels int `toml:"channels" json:"channels"` // features a square in the trunk, 1 to 512
	// PoolEvery is the distance between blocks that pool: every n-th block; 0 for none.
	PoolEvery int `toml:"pool_every" json:"pool_every"`
	// ValueHidden is the number of units of the value head's hidden layer, 1 to 512.
	ValueHidden int `toml:"value_hidden" json:"value_hidden"`

	Planes Groups `toml:"planes" json:"planes"` // groups of input planes, such as "lines" or "lines,attack"
	// Pooling is the squares that a block pools over: "board" or "board,rows,columns".
	Pooling Pooling `toml:"pooling" json:"pooling"`
}

const (
	maxBlocks = 64
	maxUnits  = 512
	// maxParameters keeps the file of a training state within maxFile. That file holds four numbers of
	// type float32 for each parameter. The bytes that are left are enough for its header.
	maxParameters = 60_000_000
)

// Default returns a small network that a laptop's core evaluates some thousand times a second
// on a small board.
func Default() Config {
	return Config{Blocks: 4, Channels: 32, PoolEvery: 2, ValueHidden: 32}
}

// Validate reports the first unusable field.
func (c Config) Validate() error {
	for _, f := range []struct {
		key              string
		value, low, high int
	}{
		{"blocks", c.Blocks, 1, maxBlocks},
		{"channels", c.Channels, 1, maxUnits},
		{"pool_every", c.PoolEvery, 0, maxBlocks},
		{"value_hidden", c.ValueHidden, 1, maxUnits},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("net: %s is %d, want %d to %d", f.key, f.value, f.low, f.high)
		}
	}
	if err := c.Planes.validate(); err != nil {
		return err
	}
	if err := c.Pooling.validate(); err != nil {
		return err
	}
	if c.Pooling != PoolBoard && (c.PoolEvery == 0 || c.PoolEvery > c.Blocks) {
		return fmt.Errorf("net: pooling is %q, but no block pools because pool_every is %d, want 1 to %d, the "+
			"number of blocks", c.Pooling, c.PoolEvery, c.Blocks)
	}
	if n := c.Parameters(); n > maxParameters {
		return fmt.Errorf("net: blocks is %d and channels is %d: that is %s, and a training state "+
			"holds at most %d", c.Blocks, c.Channels, noun.Count(n, "parameter"), maxParameters)
	}
	return nil
}

// Pooled reports whether block i, counted from zero, pools over the board.
func (c Config) Pooled(i int) bool { return c.PoolEvery > 0 && (i+1)%c.PoolEvery == 0 }

// PooledLines reports whether block i also pools over each row and each column.
func (c Config) PooledLines(i int) bool { return c.Pooling == PoolLines && c.Pooled(i) }

// Parameters returns the number of parameters of a network of this shape.
func (c Config) Parameters() int {
	n := 0
	for _, p := range params(c.layers()) {
		n += size(p.Shape)
	}
	return n
}

// ConvFloats returns the approximate number of floats that the 3x3 convolutions of a [Network] of this
// shape take. It depends on the processor.
func (c Config) ConvFloats() int {
	return 2 * c.Blocks * kernel.InferenceConvFloats(c.Channels, c.Channels)
}
