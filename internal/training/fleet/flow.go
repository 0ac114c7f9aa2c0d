package fleet

import (
	"context"
	"time"

	"epaminondas/internal/training/runs"
)

// flowControl holds the share of the workers that may play. The share falls while there are enough
// unused games, and rises while there are too few. It changes slowly, because games in play still
// arrive.
type flowControl struct {
	share float64
}

// The speed of the share. It changes once a second.
const (
	flowFall = 0.9
	flowRise = 0.05
	flowZero = 0.01 // below this share, no worker plays
)

func newFlowControl() flowControl { return flowControl{share: 1} }

// step changes the share once. fullness is the ratio of the unused games to the wanted number.
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

// mostBacklog is the number of batches in the stream that makes all workers pause.
const mostBacklog = 20_000

// Flow changes the share of the workers that may play. Call it once a second. backlog is the number
// of batches that wait in the stream.
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

// unseen returns the number of training batches in the games that a stopped trainer has not seen. A
// running trainer counts all games itself.
func (in *Ingester) unseen(ctx context.Context, flow runs.Flow, now time.Time) (float64, error) {
	if flow.Fresh(now) {
		return 0, nil
	}
	positions, err := in.run.Games.PositionsAfter(ctx, flow.Newest)
	c := in.run.Config
	return float64(positions) * c.Replay.Uses / float64(c.Learn.BatchSize), err
}

// fullness returns the ratio of the unused games to the wanted number.
func fullness(f runs.Flow, unseen float64) float64 {
	if f.Ahead <= 0 {
		return 0
	}
	return (float64(f.Ready) + unseen) / float64(f.Ahead)
}

// Share returns the share of the workers that may play.
func (in *Ingester) Share() float64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flow.share
}
