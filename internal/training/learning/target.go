package learning

import (
	"math"

	"epaminondas/game"
	"epaminondas/internal/training/config"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// Targets turns game records into training targets.
type Targets struct {
	target config.Target
	draws  bool // draws are possible under the rules
}

// NewTargets returns the targets for games with the given rules.
func NewTargets(target config.Target, rules game.Rules) Targets {
	return Targets{target: target, draws: rules.MaxPlies > 0 && rules.Limit == game.LimitDraw}
}

// Sample returns the training sample of a recorded position.
func (t Targets) Sample(s *replay.Sample) train.Sample {
	return train.Sample{
		State:       s.State,
		Moves:       s.Moves,
		Policy:      s.Policy,
		Value:       t.value(s),
		Weight:      1, // the sampler has already used the search's weight
		ReplyState:  s.After,
		Reply:       s.Reply,
		ReplyPolicy: s.ReplyPolicy,
		HasFinal:    s.HasFinal,
		Final:       s.Final,
		HasPlies:    s.HasPlies,
		PliesLeft:   s.PliesLeft,
	}
}

// value mixes the outcome of the game with the lambda-return of the searches, as shares of win,
// draw and loss.
func (t Targets) value(s *replay.Sample) [3]float32 {
	share := float32(t.target.OutcomeShare)
	if !s.HasOutcome {
		share = 0
	}
	if t.judged(s) {
		share *= float32(t.target.LimitWeight) // the verdict at the limit says little about the position
	}
	mixed := t.wdl(t.searched(s))
	for i, v := range outcomeShares(s.Outcome) {
		mixed[i] = share*v + (1-share)*mixed[i]
	}
	return mixed
}

// judged reports whether the ply limit decided the game of a sample.
func (t Targets) judged(s *replay.Sample) bool {
	return s.Reason == game.PlyLimit && !t.draws
}

// negligible is the weight below which the rest of a lambda-return is dropped.
const negligible = 1e-3

// searched returns the lambda-return of the searches from a position on, for the side to move
// (Sutton and Barto, "Reinforcement Learning", 12.1). It is a weighted mean of the search values:
// the value k plies later has the weight (1-lambda) lambda^k. The rest of the weight goes to the
// outcome. If the game was stopped or decided by the limit, it goes to the last value.
func (t Targets) searched(s *replay.Sample) float32 {
	lambda := t.target.Lambda
	value, left, last := 0.0, 1.0, float64(s.RootValue)
	sign := 1.0 // sign of a value for the side to move k plies later
	for _, v := range s.Values {
		if !math.IsNaN(float64(v)) {
			last = sign * float64(v)
			value += left * (1 - lambda) * last
			left *= lambda
		}
		if left < negligible {
			return float32(value / (1 - left))
		}
		sign = -sign
	}
	if s.HasOutcome && !t.judged(s) {
		last = float64(s.Outcome)
	}
	return float32(value + left*last)
}

// wdl spreads a value from -1 to 1 over win, draw and loss. If the rules allow no draws, it uses
// only win and loss. Otherwise it uses the draw, and win or loss depending on the sign.
func (t Targets) wdl(value float32) [3]float32 {
	value = max(-1, min(1, value))
	if !t.draws {
		return [3]float32{(1 + value) / 2, 0, (1 - value) / 2}
	}
	return [3]float32{max(value, 0), 1 - max(value, -value), max(-value, 0)}
}

// outcomeShares returns an outcome, +1, 0 or -1 for the mover, as shares of win, draw and loss.
func outcomeShares(outcome int) [3]float32 {
	var shares [3]float32
	shares[1-outcome] = 1
	return shares
}
