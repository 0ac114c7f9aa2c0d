package fleet

import (
	"context"
	"math"
	"slices"
	"time"

	"epaminondas/internal/training/runs"
)

// flowControl holds the share of the workers that may play. The share falls while there are enough
// unused games, and rises while there are too few. It changes slowly, because games that are being
// played still arrive.
type flowControl struct {
	share float64
	pace  pace
}

// The speed of the share. It changes once a second.
const (
	flowFall = 0.9
	flowRise = 0.05
	flowZero = 0.01 // below this share, no worker plays
	flowFew  = 0.25 // below this fullness, the number of active workers at least doubles
)

func newFlowControl() flowControl { return flowControl{share: 1} }

// step changes the share once. fullness is the ratio of the unused games to the wanted number.
// places are the places of the workers that report, in ascending order: see [place]. With places
// the share jumps to the next worker. Otherwise, in a small fleet, it would move for many seconds
// before it reaches one.
func (f *flowControl) step(fullness float64, places []float64) {
	switch n := len(places); {
	case fullness > 1:
		if n > 0 {
			f.share = min(f.share, beyond(places[n-1]))
		}
		if f.share *= flowFall; f.share < flowZero {
			f.share = 0
		}
	case fullness < 0.75:
		active, _ := slices.BinarySearch(places, f.share)
		more := active + 1
		if fullness < flowFew {
			more = max(more, 2*active)
		}
		f.share += flowRise
		if n > 0 {
			f.share = max(f.share, beyond(places[min(more, n)-1]))
		}
		f.share = min(1, f.share)
	}
}

// beyond returns the smallest share that contains the worker at a place.
func beyond(place float64) float64 { return math.Nextafter(place, 2) }

// mostBacklog is the number of batches in the stream that makes all workers pause.
const mostBacklog = 20_000

// Reasons why the trainer uses no games.
const (
	trainingFinished = "finished"
	trainingStopped  = "stopped"
)

// Flow changes the share of the workers that may play. Call it once a second. backlog is the number
// of batches that wait in the stream.
func (in *Ingester) Flow(ctx context.Context, backlog int, now time.Time) error {
	flow, ok, err := in.run.Flow(ctx)
	if err != nil {
		return err
	}
	training := ""
	if !ok || !flow.Fresh(now) {
		if training, err = in.idleTraining(ctx, ok); err != nil {
			return err
		}
	}
	full := float64(backlog) / mostBacklog
	if ok {
		unseen, err := in.unseen(ctx, flow, now)
		if err != nil {
			return err
		}
		full = max(full, in.fullness(flow, unseen))
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.training = training
	if training == trainingFinished {
		in.flow.share = 0
		return nil
	}
	in.flow.step(full, in.places(now))
	return nil
}

// idleTraining returns why no trainer runs. begun reports whether a trainer has run.
func (in *Ingester) idleTraining(ctx context.Context, begun bool) (string, error) {
	finished, err := in.run.Finished(ctx)
	switch {
	case finished:
		return trainingFinished, err
	case begun:
		return trainingStopped, err
	}
	return "", err
}

// presence is how long a worker counts as present after its last report.
const presence = 15 * time.Second

// places returns the places of the workers that report, in ascending order. The caller holds in.mu.
func (in *Ingester) places(now time.Time) (list []float64) {
	for key, m := range in.workers {
		if m.Revoked.IsZero() && !m.refused.suspended() && now.Sub(m.asked).Abs() < presence {
			list = append(list, place(key))
		}
	}
	slices.Sort(list)
	return list
}

// unseen returns the number of training batches in the games that a stopped trainer has not seen.
// The flow of a running trainer already counts all games.
func (in *Ingester) unseen(ctx context.Context, flow runs.Flow, now time.Time) (float64, error) {
	if flow.Fresh(now) {
		return 0, nil
	}
	positions, err := in.run.Games.PositionsAfter(ctx, flow.Newest)
	in.mu.Lock()
	defer in.mu.Unlock()
	c := in.current().config
	return float64(positions) * c.Replay.Uses / float64(c.Learn.BatchSize), err
}

// fullness returns the ratio of the unused games to the wanted number. unseen is the number of
// batches in games that the trainer has not seen.
func (in *Ingester) fullness(f runs.Flow, unseen float64) float64 {
	switch {
	case f.Wait:
		return math.Inf(1)
	case f.Ahead <= 0:
		return 0
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	return (float64(f.Ready) + unseen) / in.flow.pace.wanted(f, in.current().config.Learn.BatchSize)
}

// Share returns the share of the workers that may play.
func (in *Ingester) Share() float64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flow.share
}
