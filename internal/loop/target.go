package loop

import (
	"epaminondas/game"
	"epaminondas/internal/run"
	"epaminondas/net/train"
	"epaminondas/replay"
)

// teacher turns what was recorded into what the network is taught.
type teacher struct {
	target run.Target
	draws  bool // the rules know draws
}

func newTeacher(target run.Target, rules game.Rules) teacher {
	return teacher{target: target, draws: rules.MaxPlies > 0 && rules.Limit == game.LimitDraw}
}

// sample returns the training sample of a recorded position.
func (t teacher) sample(s *replay.Sample) train.Sample {
	return train.Sample{
		State:       s.State,
		Moves:       s.Moves,
		Policy:      s.Policy,
		Value:       t.value(s),
		Weight:      1, // the sampler has spent the search's weight
		ReplyState:  s.After,
		Reply:       s.Reply,
		ReplyPolicy: s.ReplyPolicy,
		HasFinal:    s.HasFinal,
		Final:       s.Final,
		HasPlies:    s.HasPlies,
		PliesLeft:   s.PliesLeft,
	}
}

// value mixes the outcome of the game with the value of the search, as shares of win, draw and loss.
func (t teacher) value(s *replay.Sample) [3]float32 {
	share := float32(t.target.OutcomeShare)
	if !s.HasOutcome {
		share = 0
	}
	if s.Reason == game.PlyLimit.String() && !t.draws {
		share *= float32(t.target.LimitWeight) // a verdict says little about the position
	}
	mixed := t.shares(s.RootValue)
	for i, v := range outcomeShares(s.Outcome) {
		mixed[i] = share*v + (1-share)*mixed[i]
	}
	return mixed
}

// shares spreads a value of -1 to 1 over win, draw and loss: over win and loss where nothing else exists, else
// over the sure result and the draw.
func (t teacher) shares(value float32) [3]float32 {
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
