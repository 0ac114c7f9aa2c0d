package serve

import (
	"context"

	"epaminondas/internal/training/config"
	"epaminondas/internal/training/runs"
)

// Plan has settings of learning in a stage, which the page needs beside the metrics.
type Plan struct {
	LearningRate float64 `json:"learning_rate"` // before the factor of the schedule
	Batch        int     `json:"batch"`         // samples of a step
	Uses         float64 `json:"uses"`          // samples that training may draw for each new position
	Clip         float64 `json:"clip"`          // longest gradient of a step; 0 for no limit
}

// plans returns the plan of each stage.
func plans(c config.Config) []Plan {
	list := make([]Plan, c.StageCount())
	for i := range list {
		at := c.At(i)
		list[i] = Plan{at.Learn.LearningRate, at.Learn.BatchSize, at.Replay.Uses, at.Learn.ClipNorm}
	}
	return list
}

// Window is the window of training at a checkpoint.
type Window struct {
	First     int64 `json:"first"`     // id of the oldest game in it
	Positions int64 `json:"positions"` // in it
	Added     int64 `json:"added"`     // positions that were ever in it
	Drawn     int64 `json:"drawn"`     // samples that were ever drawn
}

// windowOf returns the window of training at a checkpoint, or nil if there is none.
func windowOf(ctx context.Context, view *runs.View, m runs.Marker) (*Window, error) {
	w, ok, err := view.Window(ctx, m.ID)
	if !ok || err != nil {
		return nil, err
	}
	return &Window{w.First, w.Positions, w.Added, w.Drawn}, nil
}
