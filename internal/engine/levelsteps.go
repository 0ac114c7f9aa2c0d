package engine

import "epaminondas/game"

// policyStep is how a network plays at a level. It draws a move at a temperature from the policy of
// a search. With 0 simulations it does not search, and draws from its own policy.
type policyStep struct {
	simulations int
	temperature float64
}

// lineStep is how the classical engine plays at a level: it draws a move by the values of its best
// lines, as in [Level].
type lineStep struct {
	nodes, lines int
	spread       float64
}

// steps are the levels on a board that a limit of nodes ends.
type steps struct {
	network   [SteadyLevels]policyStep
	classical [SteadyLevels]lineStep
}

// stepsOn returns the steps for a board. They were fitted to the four boards of the configs, so that
// each level beats the one before about equally often (docs/arena.md). Other boards take the steps of
// the nearest of the four.
func stepsOn(r game.Rules) steps {
	switch area := r.Width * r.Height; {
	case r.Capture == game.CaptureSingle:
		return crossingsSteps
	case area < 40:
		return tinySteps
	case area < 104:
		return epaminondas8Steps
	}
	return epaminondasSteps
}
