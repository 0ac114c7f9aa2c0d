package engine

// SetSimulations sets the number of simulations of a level for a network.
func (l *Level) SetSimulations(n int) { l.simulations = n }

// Temperature returns the temperature of a level's draw from the policy.
func (l Level) Temperature() float64 { return l.temperature }

// Above reports whether a level is stronger than another one by its own numbers, for each engine.
func (l Level) Above(than Level) bool {
	network := l.simulations > than.simulations ||
		l.simulations == than.simulations && l.temperature < than.temperature
	classical := l.nodes > than.nodes || l.nodes == than.nodes && l.spread < than.spread
	return network && classical && l.lines <= than.lines
}
