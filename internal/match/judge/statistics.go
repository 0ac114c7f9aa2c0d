package judge

import "math"

// quantile is the 97.5% quantile of the normal distribution, for a 95% interval.
const quantile = 1.959964

// Mean is a mean over positions with its 95% interval, by the normal approximation.
type Mean struct {
	Estimate float64 `json:"estimate"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// newMean returns the mean of at least two numbers.
func newMean(numbers []float64) Mean {
	n := float64(len(numbers))
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	mean := sum / n
	squares := 0.0
	for _, x := range numbers {
		squares += (x - mean) * (x - mean)
	}
	half := quantile * math.Sqrt(squares/(n-1)/n)
	return Mean{mean, mean - half, mean + half}
}

// above returns the mean with both bounds raised to least if they are below it.
func (m Mean) above(least float64) Mean {
	return Mean{m.Estimate, max(m.Low, least), max(m.High, least)}
}
