package net

import (
	"fmt"
	"strings"
)

// Pooling says over which squares a pooled block takes the mean and the maximum of each channel.
type Pooling uint8

// The kinds of pooling.
const (
	PoolBoard Pooling = iota // the whole board
	PoolLines                // the whole board, and each row and each column of it
)

// poolings returns the names of the kinds, in their order.
func poolings() []string { return []string{"board", "board,rows,columns"} }

// String returns the name, such as "board,rows,columns".
func (p Pooling) String() string {
	if p.validate() != nil {
		return fmt.Sprintf("Pooling(%d)", uint8(p))
	}
	return poolings()[p]
}

func (p Pooling) validate() error {
	if int(p) >= len(poolings()) {
		return fmt.Errorf("net: pooling is %d, want 0 to %d", uint8(p), len(poolings())-1)
	}
	return nil
}

// ParsePooling reads a name. Spaces do not count.
func ParsePooling(text string) (Pooling, error) {
	for i, name := range poolings() {
		if strings.ReplaceAll(text, " ", "") == name {
			return Pooling(i), nil
		}
	}
	return 0, fmt.Errorf("net: pooling is %q, want %q or %q", text, poolings()[PoolBoard],
		poolings()[PoolLines])
}

// MarshalText writes what [ParsePooling] reads.
func (p Pooling) MarshalText() ([]byte, error) { return []byte(p.String()), p.validate() }

// UnmarshalText is [ParsePooling].
func (p *Pooling) UnmarshalText(text []byte) error {
	parsed, err := ParsePooling(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}
