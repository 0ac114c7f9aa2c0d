package onnx

import (
	"fmt"
	"strconv"
	"strings"

	"epaminondas/game"
	"epaminondas/internal/base/noun"
	"epaminondas/net"
)

// entry is one text of the model's metadata.
type entry struct{ key, value string }

// metadata returns the texts that explain the model to a user who has only the file.
func metadata(c *net.Checkpoint, b *game.Board) []entry {
	cfg := c.Weights.Config
	list := []entry{
		{"format", format},
		{"version", version},
		{"rules", b.Rules().Name()},
		{"trained", c.Meta.Rules},
		{"step", strconv.FormatInt(c.Meta.Step, 10)},
		{"parent", c.Meta.Parent},
		{"network", fmt.Sprintf(
			"%s of two 3x3 convolutions with %s, %s, %s in the value head",
			noun.Count(cfg.Blocks, "residual block"), noun.Count(cfg.Channels, "channel"), pooling(cfg),
			noun.Count(cfg.ValueHidden, "hidden unit"))},
		{"view", "Planes and moves are as the side to move sees them. Row 0 is its home row, column 0 is column a. For Black the rows are exchanged " +
			"(row r of the board is row H-1-r) and north with south; columns stay. Directions d: 0 north (rows rise), 1 north-east (columns rise), 2 east, 3 south-east, " +
			"4 south, 5 south-west, 6 west, 7 north-west."},
		{"planes", planesText(cfg.Planes)},
		{"policy", "Logits. A move is (rear square, direction d, distance k): all stones of the phalanx whose hindmost stone is on the rear square go k squares. " +
			"Its logit is policy[8d+k-1] at the rear square plus policy[64+d] at the square where the rear stone lands. Softmax over the legal moves gives the prior."},
		{"wdl", "Probabilities of a win, a draw and a loss for the side to move. Value: win less loss."},
	}
	if cfg.Planes != 0 {
		list[1].value = groupsVersion
		list = append(list, entry{"groups", cfg.Planes.String()})
	}
	return list
}

// planesText describes the planes, group by group.
func planesText(planes net.Groups) string {
	var text []string
	for _, g := range planes.Describe() {
		about := g.About
		if g.First > 0 {
			about = fmt.Sprintf("From plane %d on, the group %s, counted from 0: %s", g.First, g.Name, about)
		}
		text = append(text, about)
	}
	return strings.Join(text, " ")
}

// pooling names the blocks that pool, and over which squares they pool.
func pooling(cfg net.Config) string {
	if cfg.PoolEvery == 0 {
		return "no block with global pooling"
	}
	text := fmt.Sprintf("one block in %d with global pooling", cfg.PoolEvery)
	if cfg.Pooling == net.PoolLines {
		text += " and pooling over rows and columns"
	}
	return text
}
