package serve

import (
	"math"
	"testing"

	"epaminondas/game"
	"epaminondas/replay"
)

// TestCalibration counts the searches of made-up games. Both sides search in turns, and the score
// of a bin is the score of the side that searched.
func TestCalibration(t *testing.T) {
	search := func(ply int, value float32) replay.SearchRecord {
		return replay.SearchRecord{Ply: ply, Value: value}
	}
	var b binning
	b.add(&replay.Game{Start: "w/./b w", Outcome: game.WhiteWins,
		Searches: []replay.SearchRecord{search(0, 0.8), search(1, -0.8), search(2, 1)}})
	b.add(&replay.Game{Start: "w/./b b", Outcome: game.WhiteWins,
		Searches: []replay.SearchRecord{search(1, 0.8), search(2, 0.8)}}) // White, then Black
	b.add(&replay.Game{Start: "w/./b w", Outcome: game.Draw, Searches: []replay.SearchRecord{search(0, 0)}})
	b.add(&replay.Game{Start: "w/./b w", Outcome: game.Ongoing,
		Searches: []replay.SearchRecord{search(0, 0)}})
	got := b.calibration()
	want := []CalibrationBin{{1, 0.1, 0}, {1, 0.5, 0.5}, {3, 0.9, 2.0 / 3}, {1, 1, 1}}
	if got.Games != 3 || len(got.Bins) != len(want) {
		t.Fatalf("%+v, want 3 games and the bins %+v", got, want)
	}
	for i, bin := range got.Bins {
		if bin.Positions != want[i].Positions || math.Abs(bin.Chance-want[i].Chance) > 1e-6 ||
			math.Abs(bin.Score-want[i].Score) > 1e-6 {
			t.Errorf("bin %d: %+v, want %+v", i, bin, want[i])
		}
	}
	if want := (0.1 + 3*(0.9-2.0/3)) / 6; math.Abs(got.Error-want) > 1e-6 {
		t.Errorf("error %v, want %v", got.Error, want)
	}
}
