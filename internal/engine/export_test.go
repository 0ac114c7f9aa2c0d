package engine

// SetSimulations sets the number of simulations of a level for a network.
func (l *Level) SetSimulations(n int) { l.simulations = n }

// Temperature returns the temperature of a level's draw from the policy.
func (l Level) Temperature() float64 { return l.temperature }
