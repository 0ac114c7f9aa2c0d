package hyper

import "fmt"

// An Optimizer is the rule by which the 3x3 convolutions learn from their gradients.
type Optimizer string

// The optimizers.
const (
	AdamW Optimizer = "adamw" // each weight at a rate of its own (Loshchilov & Hutter, arXiv:1711.05101)
	Muon  Optimizer = "muon"  // all directions of a weight matrix at one rate (Jordan 2024)
)

// validate reports a name that is no optimizer.
func (o Optimizer) validate() error {
	if o != AdamW && o != Muon {
		return fmt.Errorf("learn: optimizer is %.40q, want %q or %q", string(o), AdamW, Muon)
	}
	return nil
}
