package fleet

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"epaminondas/internal/training/runs"
)

// toy simulates a trainer with a few workers. One tick is a tenth of a second.
type toy struct {
	places []float64 // of the workers
	supply float64   // batches a second of one worker
	demand float64   // batches a second that the trainer could use
	ahead  int
}

// toyControl changes the share once a second and returns it.
type toyControl func(f runs.Flow, places []float64) float64

// ticks of the delays of a real fleet.
const (
	toyTell   = 20 // the trainer tells its flow
	toyReport = 20 // a worker asks for the share
	toyTravel = 20 // a game is played, and waits for others of its batch
	toyLength = 6000
)

// run returns the share of the time in which the trainer had nothing to learn from, and the largest
// number of unused batches. It leaves out the first minute.
func (y toy) run(control toyControl) (starved, most float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	share, ready, drawn := 1.0, 0.0, 0.0
	shares, asks := make([]float64, len(y.places)), make([]int, len(y.places))
	travelling := make([]float64, toyTravel)
	var flow runs.Flow
	var idle float64
	start := time.Unix(1, 0)
	for tick := range toyLength {
		for i, place := range y.places {
			if tick >= asks[i] {
				shares[i], asks[i] = share, tick+toyReport/2+rng.IntN(toyReport)
			}
			if place < shares[i] {
				travelling[tick%toyTravel] += y.supply / 10
			}
		}
		next := (tick + 1) % toyTravel
		ready, travelling[next] = ready+travelling[next], 0
		used := min(ready, y.demand/10)
		ready, drawn = ready-used, drawn+used
		if tick >= 600 {
			idle += 1 - used/(y.demand/10)
			most = max(most, ready)
		}
		now := runs.Flow{Ready: int(ready), Ahead: y.ahead, Drawn: drawn,
			Told: start.Add(time.Duration(tick) * time.Second / 10)}
		late := now.Told.Sub(flow.Told) >= toyTell*time.Second/10
		if tick%4 == 0 && (late || now.Enough() != flow.Enough()) {
			flow = now
		}
		if tick%10 == 0 {
			share = control(flow, y.places)
		}
	}
	return idle / (toyLength - 600), most
}

// slowControl is the control before it knew the places of the workers and the speed of the trainer.
func slowControl() toyControl {
	f := newFlowControl()
	return func(flow runs.Flow, _ []float64) float64 {
		f.step(float64(flow.Ready)/float64(flow.Ahead), nil)
		return f.share
	}
}

// presentControl is the control of the ingester. Its batches have one sample.
func presentControl() toyControl {
	f := newFlowControl()
	return func(flow runs.Flow, places []float64) float64 {
		f.step(float64(flow.Ready)/f.pace.wanted(flow, 1), places)
		return f.share
	}
}

// A fleet that can feed its trainer does not let it wait, even if it has one worker. The unused games
// stay few.
func TestSmallFleetsDoNotStarveTheTrainer(t *testing.T) {
	for name, y := range map[string]toy{
		"one worker, just enough":        {[]float64{0.5}, 2.4, 2, 16},
		"one worker, reached early":      {[]float64{0.1}, 8, 2, 16},
		"one worker, reached late":       {[]float64{0.9}, 8, 2, 16},
		"one worker and a fast trainer":  {[]float64{0.6}, 30, 10, 16},
		"two workers, far apart":         {[]float64{0.2, 0.95}, 3, 4, 16},
		"two workers, both late":         {[]float64{0.9, 0.95}, 3, 4, 16},
		"five workers, a slow trainer":   {[]float64{0.1, 0.3, 0.5, 0.7, 0.9}, 0.4, 0.5, 8},
		"twenty workers, each of a part": {evenly(20), 0.1, 1.5, 16},
		"a thousand workers":             {evenly(1000), 0.1, 1.5, 16},
	} {
		t.Run(name, func(t *testing.T) {
			before, full := y.run(slowControl())
			after, most := y.run(presentControl())
			t.Logf("waits %.1f%% before, %.1f%% now; %.0f and %.0f unused batches at most", 100*before,
				100*after, full, most)
			if after > 0.01 {
				t.Errorf("the trainer waits %.1f%% of the time, want 1%% at most", 100*after)
			}
		})
	}
}

func evenly(n int) (places []float64) {
	for i := range n {
		places = append(places, (float64(i)+0.5)/float64(n))
	}
	return places
}

// The share reaches the next worker in one step, twice the active workers if almost nothing is
// ready, and no worker that does not exist.
func TestShareFollowsThePlaces(t *testing.T) {
	for name, test := range map[string]struct {
		share, fullness float64
		places          []float64
		want            int
	}{
		"next":           {0.3, 0.5, []float64{0.2, 0.6, 0.9}, 2},
		"none yet":       {0, 0.1, []float64{0.8, 0.9}, 1},
		"double":         {0.4, 0.1, []float64{0.1, 0.3, 0.6, 0.8, 0.9}, 4},
		"all":            {0.7, 0.1, []float64{0.1, 0.3, 0.6, 0.8}, 4},
		"enough":         {0.4, 0.8, []float64{0.1, 0.3, 0.6}, 2},
		"lone, too much": {1, 1.1, []float64{0.1}, 0},
		"some, too much": {1, 1.1, []float64{0.1, 0.5, 0.9}, 2},
	} {
		f := flowControl{share: test.share}
		f.step(test.fullness, test.places)
		if active, _ := slices.BinarySearch(test.places, f.share); active != test.want {
			t.Errorf("%s: share %v has %d active workers, want %d", name, f.share, active, test.want)
		}
	}
}

// The wanted number of games follows a fast trainer, but not a jump of its counter or of the clock.
func TestPaceIsBounded(t *testing.T) {
	at := time.Unix(1000, 0)
	flow := func(drawn float64, after time.Duration) runs.Flow {
		return runs.Flow{Ahead: 8, Drawn: drawn, Told: at.Add(after)}
	}
	var p pace
	for i, step := range []struct {
		flow runs.Flow
		want float64
	}{
		{flow(5000, 0), 8},
		{flow(5000, 0), 8},
		{flow(5512, 2*time.Second), 40},                 // 4 batches of 64 a second
		{flow(0, time.Second), 40},                      // the clock was set back
		{flow(64, 3*time.Second), 40 * 0.99 * 0.99},     // slower
		{flow(1e9, 5*time.Second), 16 * 8},              // a jump
		{flow(1e9, 5*time.Second+20000*time.Second), 8}, // a pause of hours
		{flow(0, 5*time.Second+20001*time.Second), 8},   // a new start
	} {
		if got := p.wanted(step.flow, 64); math.Abs(got-step.want) > 1e-6 {
			t.Errorf("step %d: %v batches are wanted, want %v", i, got, step.want)
		}
	}
}
