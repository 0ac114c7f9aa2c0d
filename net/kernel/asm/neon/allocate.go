package neon

import (
	"fmt"
	"math/big"
	"slices"
)

// The registers of ARM64 that assembly may use. Go keeps the others for itself.
var generals = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 21, 22, 23, 24, 25, 26}

const vectorRegisters = 32

// allocate returns the number of each virtual register. Registers that are live at the same time have
// different numbers (Chaitin's colouring, with Briggs' optimism). Copies get the number of their source
// if that is free, and so disappear. An error says that the kernel needs too many registers.
func (c *code) allocate() ([]int, error) {
	after := c.liveness()
	n := len(c.classes)
	near := make([]*big.Int, n) // registers of the same class that are live at the same time
	for r := range near {
		near[r] = new(big.Int)
	}
	ofClass := [2]*big.Int{new(big.Int), new(big.Int)}
	for r, k := range c.classes {
		ofClass[k].SetBit(ofClass[k], r, 1)
	}
	partners := make([][]reg, n)
	for i, in := range c.list {
		for _, d := range in.defs {
			live := new(big.Int).And(after[i], ofClass[c.classes[d]])
			live.SetBit(live, int(d), 0)
			for _, other := range in.defs {
				if other != d && c.classes[other] == c.classes[d] {
					live.SetBit(live, int(other), 1)
				}
			}
			if in.copies {
				live.SetBit(live, int(in.uses[0]), 0)
				partners[d] = append(partners[d], in.uses[0])
				partners[in.uses[0]] = append(partners[in.uses[0]], d)
			}
			near[d].Or(near[d], live)
			for r := range n {
				if live.Bit(r) > 0 {
					near[r].SetBit(near[r], int(d), 1)
				}
			}
		}
	}
	order := c.simplify(near)
	return c.colour(order, near, partners)
}

// simplify returns the registers in the order in which they get their numbers: those with many neighbours
// first.
func (c *code) simplify(near []*big.Int) []int {
	n := len(near)
	degree := make([]int, n)
	for r := range near {
		for _, w := range near[r].Bits() {
			for ; w > 0; w &= w - 1 {
				degree[r]++
			}
		}
	}
	removed := make([]bool, n)
	var order []int
	for range n {
		best := -1
		for r := range n {
			if !removed[r] && (best < 0 || degree[r] < degree[best]) {
				best = r
			}
		}
		removed[best] = true
		order = append(order, best)
		for r := range n {
			if near[best].Bit(r) > 0 {
				degree[r]--
			}
		}
	}
	slices.Reverse(order)
	return order
}

func (c *code) colour(order []int, near []*big.Int, partners [][]reg) ([]int, error) {
	numbers := make([]int, len(near))
	for r := range numbers {
		numbers[r] = -1
	}
	for _, r := range order {
		taken := map[int]bool{}
		for other, number := range numbers {
			if number >= 0 && near[r].Bit(other) > 0 {
				taken[number] = true
			}
		}
		number := free(c.classes[r], taken)
		if number < 0 {
			return nil, fmt.Errorf("a register of class %d has none of %d free", c.classes[r], len(taken))
		}
		for _, p := range partners[r] {
			if numbers[p] >= 0 && !taken[numbers[p]] {
				number = numbers[p]
				break
			}
		}
		numbers[r] = number
	}
	return numbers, nil
}

// free returns a number that is not taken, or -1.
func free(k class, taken map[int]bool) int {
	if k == general {
		for _, n := range generals {
			if !taken[n] {
				return n
			}
		}
		return -1
	}
	for n := range vectorRegisters {
		if !taken[n] {
			return n
		}
	}
	return -1
}
