package selfplay

import (
	"math"

	"epaminondas/game"
	"epaminondas/internal/training/selfplay/settings"
	"epaminondas/mcts"
)

// agreement watches whether the searches of both sides agree who wins. A settled game is played out
// cheaply and counts less in training, but it is played out, so that its result stays honest
// (KataGo's "soft resignation", SelfplayTraining.md).
type agreement struct {
	config settings.Config
	leader game.Colour
	plies  int // moves in a row for which leader was clearly ahead
}

// observe takes note of a search's value for the side to move, -1 to 1.
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

// settled reports whether the game is to be played out cheaply.
func (a *agreement) settled() bool {
	return a.config.SettledValue < 1 && a.plies >= a.config.SettledPlies
}

// weight returns the weight of the position to come in training.
func (a *agreement) weight() float64 {
	if a.settled() {
		return a.config.SettledWeight
	}
	return 1
}

// limit returns the budget of the next search.
func (p *Player) limit(full, settled bool) mcts.Limit {
	c := p.Config
	switch {
	case settled:
		return mcts.Limit{Simulations: c.SettledSimulations, Considered: c.FastConsidered}
	case full:
		return mcts.Limit{Simulations: c.FullSimulations}
	}
	return mcts.Limit{Simulations: c.FastSimulations, Considered: c.FastConsidered}
}
