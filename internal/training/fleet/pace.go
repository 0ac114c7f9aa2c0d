package fleet

import (
	"math"
	"time"

	"epaminondas/internal/training/runs"
)

// pace measures how fast the trainer uses games. Orders take seconds to reach the workers, and
// games take seconds to return, so a fast trainer needs more unused games than replay.ahead.
type pace struct {
	drawn float64 // samples at the last change of told
	told  time.Time
	speed float64 // batches a second: the largest of the last minutes, falling slowly
}

// paceSpan is the time for which the unused games of a running fleet should last. The slowest
// reaction takes about this time: the trainer writes its flow, the share changes, and the worker
// reports, plays and sends. paceFall is the part of the speed that remains after a second. paceMost
// bounds the wanted games, in multiples of replay.ahead.
const (
	paceSpan = 10 * time.Second
	paceFall = 0.99
	paceMost = 16
)

// wanted returns the number of unused batches at which workers pause: replay.ahead, or what the
// trainer uses in paceSpan if that is more.
func (p *pace) wanted(f runs.Flow, batchSize int) float64 {
	if seconds := f.Told.Sub(p.told).Seconds(); seconds > 0 && !p.told.IsZero() {
		speed := (f.Drawn - p.drawn) / float64(batchSize) / seconds // negative after a restart
		p.speed = max(p.speed*math.Pow(paceFall, seconds), speed)
	}
	p.drawn, p.told = f.Drawn, f.Told
	ahead := float64(f.Ahead)
	return min(max(ahead, p.speed*paceSpan.Seconds()), paceMost*ahead)
}
