package standings

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// progress is the scale of a curve: doublings of the processor time if it is known for every
// checkpoint, else training steps.
type progress struct{ timed bool }

// newProgress returns the scale for the checkpoints among players.
func newProgress(players []Player) progress {
	return progress{timed: !slices.ContainsFunc(players, func(p Player) bool {
		return p.Step != nil && p.Hours == nil
	})}
}

// of returns the place of a player on the scale. ok is false for a player that is no checkpoint, and
// for an untrained network on the scale of doublings.
func (s progress) of(p *Player) (at float64, ok bool) {
	switch {
	case p.Step == nil || s.timed && *p.Hours <= 0:
		return 0, false
	case s.timed:
		return math.Log2(*p.Hours), true
	}
	return float64(*p.Step), true
}

// title names the scale.
func (s progress) title() string {
	if s.timed {
		return "processor time"
	}
	return "training steps"
}

// text returns how far the run had come at a checkpoint.
func (s progress) text(p *Player) string {
	if s.timed {
		return lasting(*p.Hours)
	}
	return fmt.Sprintf("step %d", *p.Step)
}

// ticks returns labelled places on the axis.
func (s progress) ticks(a axis) []tick {
	if !s.timed {
		return a.ticks(7, short)
	}
	var all []tick
	for i := math.Ceil(a.low); i <= a.high; i++ {
		all = append(all, tick{a.at(i), lasting(math.Exp2(i))})
	}
	for len(all) > 8 {
		all = everySecond(all)
	}
	return all
}

// everySecond returns the last tick, and every second one before it.
func everySecond(all []tick) []tick {
	var some []tick
	for i, t := range all {
		if (len(all)-1-i)%2 == 0 {
			some = append(some, t)
		}
	}
	return some
}

// lasting writes a number of hours with two figures: 45 min, 1.5 h.
func lasting(hours float64) string {
	d := time.Duration(hours * float64(time.Hour))
	switch {
	case d < 90*time.Second:
		return fmt.Sprintf("%.2g s", d.Seconds())
	case d < time.Hour-time.Second:
		return fmt.Sprintf("%.2g min", d.Minutes())
	case hours < 100:
		return fmt.Sprintf("%.2g h", hours)
	}
	return fmt.Sprintf("%.0f h", hours)
}
