package selfplay

import (
	"math"

	"epaminondas/game"
	"epaminondas/mcts"
)

// agreement tracks whether the searches of both sides agree on the winner. A settled game is not
// resigned, so that its result stays correct. It continues with a small budget and a lower weight
// in training (KataGo's "soft resignation", SelfplayTraining.md).
type agreement struct {
	config Config
	leader game.Colour
	plies  int // moves in a row with the leader clearly ahead
}

// observe adds a search's value for the side to move, -1 to 1.
func (a *agreement) observe(turn game.Colour, value float32) {
	leader := turn
	if value < 0 {
		leader = turn.Other()
	}
	if leader != a.leader || math.Abs(float64(value)) < a.config.SettledValue {
		a.plies = 0
	}
	a.leader = leader
	if math.Abs(float64(value)) >= a.config.SettledValue {
		a.plies++
	}
}

// settled reports whether the game continues with a small budget.
func (a *agreement) settled() bool {
	return a.config.SettledValue < 1 && a.plies >= a.config.SettledPlies
}

// weight returns the training weight of the next position.
func (a *agreement) weight() float64 {
	if a.settled() {
		return a.config.SettledWeight
	}
	return 1
}

// limit returns the budget of the next search.
func (a *Actor) limit(full, settled bool) mcts.Limit {
	c := a.Config
	switch {
	case settled:
		return mcts.Limit{Simulations: c.SettledSimulations, Considered: c.FastConsidered}
	case full:
		return mcts.Limit{Simulations: c.FullSimulations}
	}
	return mcts.Limit{Simulations: c.FastSimulations, Considered: c.FastConsidered}
}
