package result

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// simulate measures time odds of two players with a known level and gain of a doubling. It returns the
// estimate and the number of games.
func simulate(m OddsModel, level, gain, factor float64, most int, rng *rand.Rand) (Odds, int) {
	var trials []OddsTrial // one for each time that B got
	for games := 0; ; games += 2 {
		o := m.Estimate(trials)
		if games >= most || m.Known(o, factor) {
			return o, games
		}
		times := m.Next(o, games/2)
		i := slices.IndexFunc(trials, func(t OddsTrial) bool { return t.Times == times })
		if i < 0 {
			i, trials = len(trials), append(trials, OddsTrial{Times: times})
		}
		halves := 0
		for range 2 {
			if rng.Float64() < Elo(gain*math.Log2(level/times)).Score() {
				halves += 2
			}
		}
		trials[i].Pairs[halves]++
	}
}

// In worlds with known odds, the interval contains the truth about as often as it says, and the
// estimate is not far off.
func TestOddsOfKnownPlayers(t *testing.T) {
	m := OddsModel{Least: 1.0 / 8, Most: 128}
	const runs = 12 // in each world
	worlds := []struct{ level, gain float64 }{{1, 60}, {29, 85}, {6, 150}, {0.5, 110}}
	inside := 0
	for _, world := range worlds {
		rng := rand.New(rand.NewPCG(3, math.Float64bits(world.level)))
		games, off := 0, 0.0
		for range runs {
			o, n := simulate(m, world.level, world.gain, 1.7, 240, rng)
			games += n
			off += math.Log2(o.Level / world.level)
			if o.Low <= world.level && world.level <= o.High {
				inside++
			}
		}
		if mean := off / runs; math.Abs(mean) > 0.4 {
			t.Errorf("level %g, %g Elo: the estimates are %.2f doublings off", world.level, world.gain, mean)
		}
		if mean := games / runs; mean > 230 {
			t.Errorf("level %g, %g Elo: a measurement takes %d games", world.level, world.gain, mean)
		}
	}
	if share := float64(inside) / float64(runs*len(worlds)); share < 0.87 {
		t.Errorf("%.0f%% of the intervals contain the level, want 95%%", 100*share)
	}
}

// Odds beyond the times that B may get are known to be beyond them.
func TestOddsBeyondTheBounds(t *testing.T) {
	m := OddsModel{Least: 0.5, Most: 4}
	rng := rand.New(rand.NewPCG(1, 1))
	if o, games := simulate(m, 1e4, 100, 1.5, 400, rng); !(o.Low > m.Most) || games > 60 {
		t.Errorf("after %d games the odds of a far stronger player are %+v", games, o)
	}
	if o, games := simulate(m, 1e-4, 100, 1.5, 400, rng); !(o.High < m.Least) || games > 60 {
		t.Errorf("after %d games the odds of a far weaker player are %+v", games, o)
	}
}

// Without games every level is possible, and the first pair is played in the middle.
func TestOddsBeforeTheFirstGame(t *testing.T) {
	m := OddsModel{Least: 1, Most: 16}
	if o := m.Estimate(nil); o.Low > 0.2 || o.High < 80 || math.Abs(o.Level-4) > 0.1 {
		t.Errorf("the odds are %+v", o)
	}
	low, high := m.Next(m.Estimate(nil), 0), m.Next(m.Estimate(nil), 1)
	if low >= 4 || high <= 4 || math.Abs(low*high-16) > 1e-9 {
		t.Errorf("B gets %g and %g times the time first, want both sides of 4", low, high)
	}
}
