package fleet

import (
	"context"
	"time"

	"epaminondas/internal/training/runs"
)

// flowControl holds the share of the workers that play. It falls while unused games are enough, and
// rises while they are not: slowly, since games that were begun still come.
type flowControl struct {
	share float64
}

// The pace of the share, a step a second.
const (
	flowFall = 0.9
	flowRise = 0.05
	flowZero = 0.01 // below, nobody plays
)

func newFlowControl() flowControl { return flowControl{share: 1} }

// step moves the share. Fullness is how far unused games are on the way to enough: 1 is enough.
func (f *flowControl) step(fullness float64) {
	switch {
	case fullness > 1:
		if f.share *= flowFall; f.share < flowZero {
			f.share = 0
		}
	case fullness < 0.75:
		f.share = min(1, f.share+flowRise)
	}
}

// mostBacklog is the number of batches in the stream at which workers pause.
const mostBacklog = 20_000

// Flow moves the share of the workers that play, once a second. Backlog is the number of batches
// that wait to be stored.
func (in *Ingester) Flow(ctx context.Context, backlog int, now time.Time) error {
	flow, ok, err := in.run.Flow(ctx)
	if err != nil {
		return err
	}
	full := float64(backlog) / mostBacklog
	if ok {
		unseen, err := in.unseen(ctx, flow, now)
		if err != nil {
			return err
		}
		full = max(full, fullness(flow, unseen))
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.flow.step(full)
	return nil
}

// unseen returns the batches that games are good for which a trainer that is away has not seen. One
// that is at work counts all games itself.
func (in *Ingester) unseen(ctx context.Context, flow runs.Flow, now time.Time) (float64, error) {
	if flow.Fresh(now) {
		return 0, nil
	}
	positions, err := in.run.Games.PositionsAfter(ctx, flow.Newest)
	c := in.run.Config
	return float64(positions) * c.Replay.Uses / float64(c.Learn.BatchSize), err
}

// fullness returns how far unused games are on the way to enough.
func fullness(f runs.Flow, unseen float64) float64 {
	if f.Ahead <= 0 {
		return 0
	}
	return (float64(f.Ready) + unseen) / float64(f.Ahead)
}

// Share returns the share of the workers that play.
func (in *Ingester) Share() float64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flow.share
}
