package standings

import (
	"fmt"
	"slices"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/record"
)

// histogramHeight is the height of the histogram in CSS pixels.
const histogramHeight = 160

// histogram counts games by their length.
type histogram struct {
	Height       int
	Bars         []bar
	X            []tick
	Top          int // games in the highest bar
	Mean, Median string
	Low, High    int // shortest and longest, in plies
}

type bar struct {
	X, Width  float64 // shares
	Y, Height float64 // pixels
	Text      string
}

// newHistogram returns the histogram, or nil without games.
func newHistogram(games []record.Game) *histogram {
	if len(games) == 0 {
		return nil
	}
	var plies []int
	total := 0
	for i := range games {
		plies = append(plies, len(games[i].Plies))
		total += len(games[i].Plies)
	}
	slices.Sort(plies)
	n := len(plies)
	h := &histogram{
		Height: histogramHeight, Low: plies[0], High: plies[n-1],
		Mean:   figures3(float64(total) / float64(n)),
		Median: figures3(float64(plies[(n-1)/2]+plies[n/2]) / 2),
	}
	width := max(1, int(roundStep(float64(h.High-h.Low+1)/30)))
	first := h.Low / width
	counts := make([]int, h.High/width-first+1)
	for _, p := range plies {
		counts[p/width-first]++
	}
	h.fill(counts, first, width)
	return h
}

// fill makes the bars. counts[i] games have from (first+i)*width to (first+i+1)*width-1 plies.
func (h *histogram) fill(counts []int, first, width int) {
	h.Top = slices.Max(counts)
	share := 1 / float64(len(counts))
	for i, n := range counts {
		low := (first + i) * width
		text := fmt.Sprintf("%s: %s", noun.Count(low, "ply", "plies"), noun.Count(n, "game"))
		if width > 1 {
			text = fmt.Sprintf("%s: %s", noun.Range(low, low+width-1, "plies"), noun.Count(n, "game"))
		}
		height := histogramHeight * float64(n) / float64(h.Top)
		h.Bars = append(h.Bars, bar{X: float64(i) * share, Width: share, Y: histogramHeight - height,
			Height: height, Text: text})
	}
	scale := axis{float64(first * width), float64((first + len(counts)) * width)}
	for _, t := range scale.ticks(6, whole) {
		if t.At < 1 {
			h.X = append(h.X, t)
		}
	}
}
