package serve

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"epaminondas/internal/match/result"
	"epaminondas/internal/training/runs"
)

// split makes pairs of games from a result. They have the same number of pairs and the same scores
// as the result.
func TestSplit(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var r result.Match
		drawn := rng.IntN(3) // frequency of draws
		for range rng.IntN(12) {
			halves := 0
			for _, tally := range []*result.Tally{&r.AsWhite, &r.AsBlack} {
				score := rng.IntN(3)
				if score == 1 && drawn == 0 {
					score = 2
				}
				halves += score
				for _, count := range []*int{[]*int{&tally.Losses, &tally.Draws, &tally.Wins}[score],
					[]*int{&r.Total.Losses, &r.Total.Draws, &r.Total.Wins}[score]} {
					*count++
				}
			}
			r.Pairs[halves]++
		}
		var pairs result.Pairs
		var white, black result.Tally
		for _, pair := range split(&r) {
			pairs[int(2*(pair[0]+pair[1]))]++
			for i, tally := range []*result.Tally{&white, &black} {
				*[]*int{&tally.Losses, &tally.Draws, &tally.Wins}[int(2*pair[i])]++
			}
		}
		if pairs != r.Pairs || white != r.AsWhite || black != r.AsBlack {
			t.Fatalf("%+v is split into %v, %+v, %+v", r, pairs, white, black)
		}
	}
}

// verdict is a gate match.
func verdict(t *testing.T, id, candidate, best int64, won, split, lost int) runs.GateMatch {
	t.Helper()
	r := matchOf(won, split, lost)
	detail, err := json.Marshal(r)
	must(t, err)
	decision := "rejected"
	if won > lost {
		decision = "accepted"
	}
	return runs.GateMatch{ID: id, Candidate: candidate, Best: best, Wins: r.Total.Wins,
		Losses: r.Total.Losses, Decision: decision, Detail: detail}
}

func markers(n int) []runs.Marker {
	var list []runs.Marker
	for i := range n {
		list = append(list, runs.Marker{ID: int64(i + 1), Step: int64(10 * i),
			Elapsed: time.Duration(i) * time.Minute, Games: int64(i),
			Processor: runs.Processor{Counted: true, Used: time.Duration(2*i) * time.Minute}})
	}
	return list
}

// judge returns the matches and the ratings of all checkpoints.
func judge(markers []runs.Marker, verdicts []runs.GateMatch) ([]Match, *Ratings, error) {
	byID := map[int64]runs.Marker{}
	for _, m := range markers {
		byID[m.ID] = m
	}
	l, err := ladder{}.add(byID, verdicts)
	if err != nil {
		return nil, nil, err
	}
	r, err := l.ratings()
	return l.matches, r, err
}

func TestRatingsChain(t *testing.T) {
	// 2 beats 1 by three to one, 3 beats 2 by three to one, and 4 draws level with 3.
	_, r, err := judge(markers(4), []runs.GateMatch{verdict(t, 1, 2, 1, 15, 0, 5),
		verdict(t, 2, 3, 2, 15, 0, 5), verdict(t, 3, 4, 3, 10, 0, 10)})
	must(t, err)
	step := float64(result.EloOf(0.75))
	for i, want := range []float64{0, step, 2 * step, 2 * step} {
		got := r.Rated[i]
		if math.Abs(float64(got.Elo.Estimate)-want) > 1 || got.Step != int64(10*i) ||
			got.Elapsed != float64(60*i) || *got.Used != float64(120*i) {
			t.Errorf("checkpoint %d: %+v, want %.0f", i, got, want)
		}
	}
	width := func(i int) float64 { return float64(r.Rated[i].Elo.High - r.Rated[i].Elo.Low) }
	if !(width(0) == 0 && 0 < width(1) && width(1) < width(2) && width(2) < width(3)) {
		t.Errorf("intervals do not widen along the chain: %g, %g, %g", width(1), width(2), width(3))
	}
	if r.Anchor != 0 || r.Reference != 0 || !r.Rated[0].Best || !r.Rated[2].Best || r.Rated[3].Best {
		t.Errorf("ratings %+v", r)
	}
}

// If step 0 lost every game, the intervals of the other checkpoints are relative to another step.
func TestRatingsAboveOneWhoLostEverything(t *testing.T) {
	_, r, err := judge(markers(4), []runs.GateMatch{verdict(t, 1, 2, 1, 20, 0, 0),
		verdict(t, 2, 3, 2, 10, 5, 5), verdict(t, 3, 4, 3, 10, 5, 5)})
	must(t, err)
	last := r.Rated[3]
	if r.Reference == r.Anchor || math.IsInf(float64(last.Near.High), 0) ||
		!math.IsInf(float64(last.Elo.High), 1) || last.Elo.Low < 200 {
		t.Errorf("reference %d, %+v", r.Reference, last)
	}
	if text, err := json.Marshal(r); err != nil {
		t.Errorf("%v in %s", err, text)
	}
	if _, none, err := judge(markers(2), nil); none != nil || err != nil {
		t.Errorf("without a match there are ratings: %+v, %v", none, err)
	}
	if _, _, err := judge(markers(2), []runs.GateMatch{{ID: 7, Candidate: 2, Best: 1,
		Detail: []byte("{")}}); err == nil {
		t.Error("a damaged match passes")
	}
}

// In a run with many matches, the oldest rejected candidates get no rating. Nothing else changes.
func TestManyMatches(t *testing.T) {
	var list []runs.GateMatch
	for i := range int64(mostRated + 20) {
		switch i {
		case 5:
			list = append(list, verdict(t, i, 7, 1, 6, 4, 2))
		case 100:
			list = append(list, verdict(t, i, 102, 7, 6, 4, 2))
		default:
			list = append(list, verdict(t, i, i+2, 1, 2, 4, 6))
		}
	}
	matches, r, err := judge(markers(mostRated+22), list)
	must(t, err)
	if len(matches) != len(list) {
		t.Errorf("%d matches are listed of %d", len(matches), len(list))
	}
	if n := len(r.Rated); n < mostRated || n > mostRated+3 {
		t.Errorf("%d checkpoints are rated", n)
	}
	var accepted []string
	for _, p := range r.Rated {
		if p.Best {
			accepted = append(accepted, fmt.Sprint(p.Step))
		}
	}
	if fmt.Sprint(accepted) != "[0 60 1010]" {
		t.Errorf("accepted are %v", accepted)
	}
}
