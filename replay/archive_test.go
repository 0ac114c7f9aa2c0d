package replay

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"epaminondas/game"
)

// TestArchive compares the share of each position in archives with its weight. It checks that the
// last position of a record is missing, and that an archive does not change the sampler.
func TestArchive(t *testing.T) {
	b := game.MustBoard("epaminondas:4x6x1,max_plies=30")
	played := games(b, 5, 40)
	s := newSampler(t, b, open, 1, played)
	want, last, total := map[string]float64{}, map[string]bool{}, 0.0
	for _, h := range s.games {
		start := h.start
		for i := range h.positions {
			at := &h.positions[i]
			if int(at.ply) == len(h.moves) {
				last[at.state.String()] = true
			} else {
				want[at.state.String()] += float64(at.end - start)
			}
			total += float64(at.end - start)
			start = at.end
		}
	}
	if len(last) == 0 {
		t.Fatal("no record ends with a search")
	}
	before, err := s.State()
	if err != nil {
		t.Fatal(err)
	}
	const draws = 50_000
	got := map[string]float64{}
	for line := range strings.Lines(s.Archive(draws, rand.New(rand.NewPCG(3, 4)))) {
		text, ended := strings.CutSuffix(line, "\n")
		if want[text] == 0 || !ended {
			t.Fatalf("position %q is not in the middle of a game", line)
		}
		got[text]++
	}
	for text, weight := range want {
		if mean := draws * weight / total; math.Abs(got[text]-mean) > 6*math.Sqrt(mean)+1 {
			t.Errorf("position %s comes %v times, want about %.0f", text, got[text], mean)
		}
	}
	if after, err := s.State(); err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the sampler changes from %+v to %+v, %v", before, after, err)
	}
	if empty := newSampler(t, b, open, 1, nil).Archive(9, rand.New(rand.NewPCG(3, 4))); empty != "" {
		t.Errorf("without games, the archive is %q", empty)
	}
}
