package mcts

import "math"

// temper raises each prior of the expanded position to the power 1/temperature and makes their sum
// 1 again.
func (p *position) temper(prior []float32) { raiseTo(prior, 1/p.temperature) }

// evaluated implements [world]. It undoes the changes of expand to the root's prior.
func (p *position) evaluated(prior []float32) {
	p.unmixTactical(prior)
	raiseTo(prior, p.temperature)
}

// raiseTo raises each prior to a power and divides by the new sum. No prior becomes less than
// minPrior.
func raiseTo(prior []float32, power float64) {
	if power == 1 {
		return
	}
	raise := func(v float64) float64 { return math.Exp(power * math.Log(v)) }
	if power == 0.5 { // for the prior temperature 2 of [Play]
		raise = math.Sqrt
	}
	sum := 0.0
	for i, v := range prior {
		raised := raise(float64(max(v, minPrior)))
		prior[i] = float32(raised)
		sum += raised
	}
	scale(prior, 1/sum)
	for i, v := range prior {
		prior[i] = max(v, minPrior)
	}
}
