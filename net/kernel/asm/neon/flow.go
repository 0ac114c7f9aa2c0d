package neon

import "math/big"

// blocks divides the instructions into basic blocks, by the indices of their first instructions.
func (c *code) blocks() (starts []int) {
	for i, in := range c.list {
		if i == 0 || in.label != "" || c.list[i-1].target != "" || c.list[i-1].ends {
			starts = append(starts, i)
		}
	}
	return append(starts, len(c.list))
}

// liveness returns the registers that are live after each instruction.
func (c *code) liveness() []*big.Int {
	starts := c.blocks()
	n := len(starts) - 1
	blockOf := map[string]int{}
	for b := range n {
		if name := c.list[starts[b]].label; name != "" {
			blockOf[name] = b
		}
	}
	in := make([]*big.Int, n)
	for b := range in {
		in[b] = new(big.Int)
	}
	after := make([]*big.Int, len(c.list))
	for changed := true; changed; {
		changed = false
		for b := n - 1; b >= 0; b-- {
			live := new(big.Int)
			last := c.list[starts[b+1]-1]
			if last.target != "" {
				live.Or(live, in[blockOf[last.target]])
			}
			if !last.ends && b+1 < n {
				live.Or(live, in[b+1])
			}
			for i := starts[b+1] - 1; i >= starts[b]; i-- {
				after[i] = new(big.Int).Set(live)
				for _, r := range c.list[i].defs {
					live.SetBit(live, int(r), 0)
				}
				for _, r := range c.list[i].uses {
					live.SetBit(live, int(r), 1)
				}
			}
			if live.Cmp(in[b]) != 0 {
				in[b], changed = live, true
			}
		}
	}
	return after
}

// prune removes instructions whose results nobody reads.
func (c *code) prune() {
	for {
		after := c.liveness()
		kept := c.list[:0:0]
		for i, in := range c.list {
			dead := len(in.defs) > 0
			for _, r := range in.defs {
				dead = dead && after[i].Bit(int(r)) == 0
			}
			if dead && !in.setsFlags {
				continue
			}
			kept = append(kept, in)
		}
		if len(kept) == len(c.list) {
			return
		}
		c.list = kept
	}
}
