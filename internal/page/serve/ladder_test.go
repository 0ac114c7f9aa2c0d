package serve

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// gate returns n gate matches of a run. Each third candidate passes.
func gate(t *testing.T, n int) []runs.GateMatch {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	best, list := int64(1), []runs.GateMatch(nil)
	for i := range int64(n) {
		won, lost := 4+rng.IntN(4), 12+rng.IntN(4)
		if i%3 == 0 {
			won, lost = lost, won
		}
		list = append(list, verdict(t, i+1, i+2, best, won, rng.IntN(5), lost))
		if won > lost {
			best = i + 2
		}
	}
	return list
}

// The ratings in blocks are those of one fit for all matches, because one player joins two blocks. The
// advantage of the first player is estimated for each block alone, so they agree nearly.
func TestLadderAgreesWithOneFit(t *testing.T) {
	const n = 2*mostRated + 50
	all := markers(n + 1)
	verdicts := gate(t, n)
	_, got, err := judge(all, verdicts)
	must(t, err)
	byID := map[int64]runs.Marker{}
	for _, m := range all {
		byID[m.ID] = m
	}
	var l ladder
	g := graph{index: map[int64]int{}}
	for _, v := range verdicts { // one after another, as the matches of a run that is watched
		l, err = l.add(byID, []runs.GateMatch{v})
		must(t, err)
		if len(l.open) > mostRated {
			t.Fatalf("a block has %d matches", len(l.open))
		}
	}
	for _, v := range verdicts {
		part, err := ladder{}.add(byID, []runs.GateMatch{v})
		must(t, err)
		g.add(part.open[0])
	}
	want, err := g.rate()
	must(t, err)
	if want.Anchor != got.Anchor || want.Reference != got.Reference {
		t.Errorf("anchor and reference are %d, %d, want %d, %d", got.Anchor, got.Reference, want.Anchor,
			want.Reference)
	}
	if slow, err := l.ratings(); err != nil || !slices.Equal(steps(slow), steps(got)) {
		t.Errorf("match by match, the rated steps are %v, want %v, %v", steps(slow), steps(got), err)
	}
	for _, r := range got.Rated {
		i := slices.IndexFunc(want.Rated, func(w Rated) bool { return w.Step == r.Step })
		w := want.Rated[i]
		for _, pair := range [][2]result.Elo{{r.Elo.Estimate, w.Elo.Estimate}, {r.Elo.Low, w.Elo.Low},
			{r.Elo.High, w.Elo.High}, {r.Near.Low, w.Near.Low}, {r.Near.High, w.Near.High}} {
			if math.Abs(float64(pair[0]-pair[1])) > 0.02*math.Abs(float64(w.Elo.Estimate))+10 {
				t.Errorf("step %d: %v and %v, want %v and %v", r.Step, r.Elo, r.Near, w.Elo, w.Near)
				break
			}
		}
		if w.Best != r.Best || *w.Used != *r.Used || w.Games != r.Games {
			t.Errorf("step %d: %+v, want %+v", r.Step, r, w)
		}
	}
}

func steps(r *Ratings) (list []int64) {
	for _, p := range r.Rated {
		list = append(list, p.Step)
	}
	return list
}

// The time for the ratings of a long run grows only with its matches, and the page gets a limited
// number of them.
func TestLongLadder(t *testing.T) {
	const n = 6 * mostBest
	matches, r, err := judge(markers(n+1), gate(t, n))
	must(t, err)
	if len(matches) != mostListed || matches[mostListed-1].Candidate != 10*n {
		t.Errorf("%d matches, the last of step %d", len(matches), matches[len(matches)-1].Candidate)
	}
	if len(r.Rated) > mostBest+mostRated || len(r.Rated) < mostBest/2 {
		t.Errorf("%d checkpoints are rated", len(r.Rated))
	}
	last, newest := int64(0), int64(0)
	for _, p := range r.Rated {
		if p.Best {
			last = p.Step
		}
	}
	for _, v := range gate(t, n) {
		if v.Decision == "accepted" {
			newest = 10 * (v.Candidate - 1)
		}
	}
	if last != newest {
		t.Errorf("the newest best player with a rating is of step %d, want %d", last, newest)
	}
}

// Matches between players that no chain of games joins are rated with open intervals, in any number.
func TestLadderOfUnconnectedMatches(t *testing.T) {
	var list []runs.GateMatch
	for i := range int64(3 * mostRated) {
		list = append(list, verdict(t, i+1, 2*i+2, 2*i+1, 6, 4, 2))
	}
	_, r, err := judge(markers(6*mostRated+1), list)
	must(t, err)
	if last := r.Rated[len(r.Rated)-1]; !math.IsInf(float64(last.Elo.High), 1) {
		t.Errorf("a player without a path to the first one has the rating %v", last.Elo)
	}
}
