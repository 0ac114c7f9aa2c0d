package serve

import (
	"context"
	"fmt"
	"math"
	"slices"

	"epaminondas/internal/engine/solve"
	"epaminondas/internal/training/runs"
)

// Measurement has the measurements of a run at a checkpoint.
type Measurement struct {
	Step    int64   `json:"step"`
	Elapsed float64 `json:"elapsed"` // seconds at work
	// Used is the processor time so far, in seconds; nil if it was not counted.
	Used  *float64 `json:"used"`
	Games int64    `json:"games"` // of self-play
	Phase string   `json:"phase"`

	// Metrics are the figures of the cycle that ends with the checkpoint, under their names in the
	// run's database. A cycle without a training step has no metrics.
	Metrics map[string]float64 `json:"metrics"`
	// NotFinite has the names of metrics that are infinite or not a number. Metrics lacks them.
	NotFinite []string `json:"not_finite,omitempty"`
	// Window is the window of training. It is nil if training has not begun.
	Window *Window `json:"window"`

	// The next fields describe the games of the cycle, or the last of them if there are many.
	Played  int     `json:"played"`  // number of games
	Plies   float64 `json:"plies"`   // mean length
	First   float64 `json:"first"`   // mean score of the first player, 0 to 1
	Limited float64 `json:"limited"` // share decided at the ply limit, 0 to 1

	// Exact is the share of solved positions in which the policy's first choice throws the value
	// away. It is nil if it was not measured.
	Exact *solve.Share `json:"exact"`
	// ExactPlayed is the same share for positions from games.
	ExactPlayed *solve.Share `json:"exact_played"`
}

// lineage returns the ancestors of the newest checkpoint, skipping abandoned cooldowns: a longer
// run continues from the checkpoint before the cooldown.
func lineage(markers []runs.Marker) []runs.Marker {
	var list []runs.Marker
	for i := len(markers) - 1; i >= 0; i-- {
		m := markers[i]
		if len(list) > 0 {
			next := list[len(list)-1]
			again := m.Branch != next.Branch && m.Phase != runs.Constant
			if m.Step >= next.Step || again {
				continue
			}
		}
		list = append(list, m)
	}
	slices.Reverse(list)
	return list
}

// maxMeasurements is the number of checkpoints of a long run that the page gets at first. Later
// checkpoints are added to these. At twice the number, the page gets a new selection.
const maxMeasurements = 1000

// thin returns about maxMeasurements checkpoints: the first, the last, and evenly spaced ones
// between.
func thin(markers []runs.Marker) []runs.Marker {
	every := (len(markers) + maxMeasurements - 1) / maxMeasurements
	var kept []runs.Marker
	for i, m := range markers {
		if i == 0 || (len(markers)-1-i)%every == 0 {
			kept = append(kept, m)
		}
	}
	return kept
}

// gamesPerPoint returns the number of games that count for each of n checkpoints. It limits the
// time for reading them.
func gamesPerPoint(n int) int64 { return int64(min(1000, max(40, 40_000/max(n, 1)))) }

// measurements reads the measurements at checkpoints. before is the checkpoint before them, or nil.
func measurements(ctx context.Context, view *runs.View, before *runs.Marker,
	markers []runs.Marker) ([]Measurement, error) {
	if len(markers) == 0 {
		return nil, nil
	}
	var list []Measurement
	most, seen := gamesPerPoint(len(markers)), int64(0)
	if before != nil {
		seen = before.Games
	}
	for _, m := range markers {
		metrics, err := view.Metrics(ctx, m.Step)
		if err != nil {
			return nil, err
		}
		p := newMeasurement(m, metrics)
		if p.Window, err = windowOf(ctx, view, m); err != nil {
			return nil, err
		}
		t, err := view.Games.Totals(ctx, max(seen+1, m.Games-most+1), m.Games)
		if err != nil {
			return nil, fmt.Errorf("live: %w", err)
		}
		if p.Played = t.Games; t.Games > 0 {
			n := float64(t.Games)
			p.Plies, p.First, p.Limited = float64(t.Plies)/n, t.First/n, float64(t.Limited)/n
		}
		seen = m.Games
		list = append(list, p)
	}
	return list, nil
}

func newMeasurement(m runs.Marker, metrics map[string]float64) Measurement {
	p := Measurement{Step: m.Step, Elapsed: m.Elapsed.Seconds(), Used: used(m), Games: m.Games,
		Phase: string(m.Phase), Metrics: map[string]float64{}}
	for name, value := range metrics {
		switch {
		case math.IsInf(value, 0) || math.IsNaN(value):
			p.NotFinite = append(p.NotFinite, name)
		case metrics["samples_per_second"] > 0:
			p.Metrics[name] = value
		}
	}
	slices.Sort(p.NotFinite)
	p.Exact = shareOf(metrics, "exact_positions", "exact_policy_mistakes")
	p.ExactPlayed = shareOf(metrics, "exact_played_positions", "exact_played_mistakes")
	return p
}

// used returns the processor time of a run up to a checkpoint, in seconds; nil if it was not
// counted.
func used(m runs.Marker) *float64 {
	if !m.Processor.Counted {
		return nil
	}
	seconds := m.Processor.Used.Seconds()
	return &seconds
}

// shareOf returns the share of mistakes, given the names of two metrics, or nil if they were not
// measured.
func shareOf(metrics map[string]float64, positions, mistakes string) *solve.Share {
	n := int(metrics[positions])
	if n <= 0 {
		return nil
	}
	share := solve.NewShare(n, int(metrics[mistakes]))
	return &share
}
