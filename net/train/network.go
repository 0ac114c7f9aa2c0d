package train

import (
	"fmt"

	"epaminondas/net"

	"gorgonia.org/gorgonia"
)

const (
	outcomes    = 3 // win, draw, loss
	occupations = 3 // own, enemy, empty
)

// heads are the outputs of the network for a batch.
type heads struct {
	policy     *gorgonia.Node // logits of the legal moves [batch, most]
	reply      *gorgonia.Node // logits of the opponent's legal replies [batch, most]
	value      *gorgonia.Node // logits of a win, a draw and a loss [batch, 1, 1, 3]
	plies      *gorgonia.Node // log(1 + plies left)/6 [batch, 1, 1, 1]
	occupation *gorgonia.Node // logits of who stands on a square at the end [batch, H, W, 3]
}

// network adds the network of net to a graph, reading the batch x.
func (b *builder) network(cfg net.Config, x *batch) heads {
	planes := b.input("planes", x.planes, b.padded(net.Planes).shape()...)
	trunk := b.trunk(cfg, planes)
	features := b.relay("features", trunk, b.padded(cfg.Channels), b.flat(cfg.Channels))
	pooled := b.globalPool("features.pool", features, b.flat(cfg.Channels))

	h := b.policyHeads(cfg, features, pooled, x)
	h.value, h.plies = b.valueHeads(cfg, features)
	h.occupation = b.dense("occupation.out", features, cfg.Channels, b.flat(occupations), false)
	return h
}

// trunk adds the stem and the residual blocks.
func (b *builder) trunk(cfg net.Config, planes *gorgonia.Node) *gorgonia.Node {
	c := cfg.Channels
	x := b.conv("stem", planes, nil, net.Planes, c, true)
	for i := range cfg.Blocks {
		name := fmt.Sprintf("block%d.", i)
		pooled := cfg.Pooled(i)
		inner := b.conv(name+"conv1", x, nil, c, c, !pooled)
		if pooled {
			pool := b.globalPool(name+"features", inner, b.padded(c))
			inner = b.addVector(name+"sum", inner, b.dense(name+"pool", pool, 2*c, b.vector(c), false), b.padded(c))
		}
		x = b.conv(name+"conv2", inner, x, c, c, true)
	}
	return x
}

// policyHeads adds the policy and the reply, which share all but their last layer.
func (b *builder) policyHeads(cfg net.Config, features, pooled *gorgonia.Node, x *batch) heads {
	c := cfg.Channels
	hidden := b.addVector("policy.sum", b.dense("policy.hidden", features, c, b.flat(c), false),
		b.dense("policy.pool", pooled, 2*c, b.vector(c), false), b.flat(c))
	policy := b.dense("policy.out", hidden, c, b.flat(net.MovePlanes), false)
	reply := b.dense("reply.out", hidden, c, b.flat(net.MovePlanes), false)
	return heads{
		policy: b.moveLogits("policy.moves", policy, &x.moves),
		reply:  b.moveLogits("reply.moves", reply, &x.replies),
	}
}

// valueHeads adds the value and the plies left, which share all but their last layer.
func (b *builder) valueHeads(cfg net.Config, features *gorgonia.Node) (value, plies *gorgonia.Node) {
	c := cfg.Channels
	hidden := b.dense("value.hidden", features, c, b.flat(c), true)
	pooled := b.globalPool("value.pool", hidden, b.flat(c))
	dense := b.dense("value.dense", pooled, 2*c, b.vector(cfg.ValueHidden), true)
	return b.dense("value.out", dense, cfg.ValueHidden, b.vector(outcomes), false),
		b.dense("plies.out", dense, cfg.ValueHidden, b.vector(1), false)
}

// terms are the losses of a batch, scalars, and their weighted sum.
type terms struct {
	policy, value, reply, occupation, plies, total *gorgonia.Node
}

// losses adds the losses of the heads against the targets of the batch x.
func (b *builder) losses(cfg Config, h heads, x *batch) terms {
	t := terms{
		policy:     b.crossEntropy("policy loss", h.policy, x.policy),
		value:      b.crossEntropy("value loss", h.value, x.value),
		reply:      b.crossEntropy("reply loss", h.reply, x.reply),
		occupation: b.crossEntropy("occupation loss", h.occupation, x.occupation),
		plies:      b.huber("plies loss", h.plies, x.plies),
	}
	t.total = b.weightedSum(
		gorgonia.Nodes{t.policy, t.value, t.reply, t.occupation, t.plies},
		[]float64{cfg.PolicyWeight, cfg.ValueWeight, cfg.ReplyWeight, cfg.OccupationWeight, cfg.PliesWeight})
	return t
}

// weightedSum adds the sum of scalars, each times its weight.
func (b *builder) weightedSum(nodes gorgonia.Nodes, weights []float64) *gorgonia.Node {
	var total *gorgonia.Node
	for i, n := range nodes {
		if b.err != nil {
			return nil
		}
		var scaled *gorgonia.Node
		if scaled, b.err = gorgonia.Mul(n, gorgonia.NewConstant(float32(weights[i]))); b.err != nil {
			return nil
		}
		if total == nil {
			total = scaled
		} else {
			total, b.err = gorgonia.Add(total, scaled)
		}
	}
	return total
}
