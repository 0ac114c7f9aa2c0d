package fleet

import (
	"slices"

	"epaminondas/game"
	"epaminondas/internal/training/config"
)

// stage has what a fleet needs to know about a stage of its run.
type stage struct {
	config   config.Config
	board    *game.Board
	contract []byte
	digest   string
}

// stagesOf returns the stages of a run. A run without stages has one.
func stagesOf(whole config.Config, fleet string) ([]stage, error) {
	stages := make([]stage, whole.StageCount())
	for i := range stages {
		s := &stages[i]
		s.config = whole.At(i)
		var err error
		if s.board, err = s.config.Board(); err != nil {
			return nil, err
		}
		contract, err := NewContract(fleet, s.config)
		if err != nil {
			return nil, err
		}
		if s.contract, err = contract.Encode(); err != nil {
			return nil, err
		}
		s.digest = Digest(s.contract)
	}
	return stages, nil
}

// current returns the stage that the run is in. The caller holds in.mu.
func (in *Ingester) current() *stage { return &in.stages[in.stage] }

// entered returns the stages that the run has entered, the newest first. Games of an earlier stage may
// arrive late. The caller holds in.mu.
func (in *Ingester) entered() []stage {
	list := slices.Clone(in.stages[:in.stage+1])
	slices.Reverse(list)
	return list
}

// knows reports whether a contract belongs to a stage that the run has entered.
func (j *judge) knows(digest string) bool {
	return slices.ContainsFunc(j.stages, func(s stage) bool { return s.digest == digest })
}
