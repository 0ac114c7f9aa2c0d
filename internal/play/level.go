package play

import "time"

// A level is how hard the engine tries. Weak levels see little and draw among the best moves that they see; the
// draw is a function of the game's seed and the position.
type level struct {
	name string
	// Of the classical engine: positions a move, the best lines that are drawn from, and the temperature of the draw in
	// units of value, at which a move worth that much less is e times rarer.
	nodes, lines int
	spread       float64
	// Of a network: simulations, and the temperature of the improved policy.
	simulations int
	temperature float64
	// time bounds both.
	time time.Duration
}

// levels are numbered from 1 on.
var levels = [...]level{
	{name: "beginner", nodes: 300, lines: 24, spread: 0.40, simulations: 4, temperature: 2.0, time: time.Second},
	{name: "novice", nodes: 600, lines: 16, spread: 0.25, simulations: 8, temperature: 1.5, time: time.Second},
	{name: "casual", nodes: 1_500, lines: 12, spread: 0.15, simulations: 16, temperature: 1.0, time: time.Second},
	{name: "amateur", nodes: 4_000, lines: 8, spread: 0.08, simulations: 32, temperature: 0.7, time: time.Second},
	{name: "club player", nodes: 10_000, lines: 4, spread: 0.04, simulations: 64, temperature: 0.4, time: time.Second},
	{name: "strong", nodes: 50_000, lines: 1, simulations: 200, time: time.Second},
	{name: "very strong: 1 s a move", lines: 1, time: time.Second},
	{name: "strongest: 3 s a move", lines: 1, time: 3 * time.Second},
}
