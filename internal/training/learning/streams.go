package learning

// Streams of random numbers, derived from a run's seed.
const (
	WeightStream  = iota + 1 // of the first weights
	SamplerStream            // of the sampler
)
