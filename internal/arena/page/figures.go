package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"epaminondas/game"
	"epaminondas/internal/rating"
	"epaminondas/internal/record"
)

// histogramHeight is in CSS pixels.
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

// newHistogram returns nil without games.
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

// fill makes the bars: counts[i] games have (first+i)*width plies and up to
// width-1 more.
func (h *histogram) fill(counts []int, first, width int) {
	h.Top = slices.Max(counts)
	share := 1 / float64(len(counts))
	for i, n := range counts {
		low := (first + i) * width
		text := fmt.Sprintf("%d plies: %s", low, counted(n, "game"))
		if width > 1 {
			text = fmt.Sprintf("%d to %d plies: %s", low, low+width-1, counted(n, "game"))
		}
		height := histogramHeight * float64(n) / float64(h.Top)
		h.Bars = append(h.Bars, bar{X: float64(i) * share, Width: share, Y: histogramHeight - height, Height: height, Text: text})
	}
	scale := axis{float64(first * width), float64((first + len(counts)) * width)}
	for _, t := range scale.ticks(6, whole) {
		if t.At < 1 {
			h.X = append(h.X, t)
		}
	}
}

// ending is how often games ended so.
type ending struct {
	Name, Meaning string
	Count         int
	Share         float64
	Percent       string
	Forfeit       bool
}

var meanings = map[record.Ending]string{
	record.FarRow:      "ahead on the far rows",
	record.NoMoves:     "no legal move left",
	record.PlyLimit:    "the ply limit, judged by the rules",
	record.Proof:       "proved, and not played on",
	record.OutOfTime:   "forfeit: out of time",
	record.IllegalMove: "forfeit: an illegal move",
	record.Misconduct:  "forfeit: against the protocol",
	record.Crash:       "forfeit: the engine crashed",
}

// newEndings counts endings, the most frequent first.
func newEndings(games []record.Game) []ending {
	counts := map[record.Ending]int{}
	for i := range games {
		counts[games[i].Ending]++
	}
	var all []ending
	for e, n := range counts {
		share := float64(n) / float64(len(games))
		all = append(all, ending{string(e), meanings[e], n, share, percent(share), e.Forfeit()})
	}
	slices.SortFunc(all, func(a, b ending) int { return cmp.Or(b.Count-a.Count, cmp.Compare(a.Name, b.Name)) })
	return all
}

// firstPlayer is how White did.
type firstPlayer struct {
	Total    Cell
	Score    string
	Wins     float64 // shares of the games, as are the next
	Draws    float64
	Elo      string // "" if it was not estimated
	Interval string
	Pairings []pairing
}

// pairing is how White did in the games between two players.
type pairing struct {
	A, B   int
	Label  string
	Total  Cell
	Score  string
	Record string
	Share  float64
}

// newFirstPlayer returns nil without games.
func newFirstPlayer(d *Data) *firstPlayer {
	if len(d.Games) == 0 {
		return nil
	}
	f := &firstPlayer{}
	between := map[[2]string]*Cell{}
	for i := range d.Games {
		g := &d.Games[i]
		key := g.Players
		if key[0] > key[1] {
			key[0], key[1] = key[1], key[0]
		}
		if between[key] == nil {
			between[key] = &Cell{}
		}
		between[key].add(g.Outcome)
		f.Total.add(g.Outcome)
	}
	n := float64(f.Total.Games())
	f.Score, f.Wins, f.Draws = percent(f.Total.Score()), float64(f.Total.Wins)/n, float64(f.Total.Draws)/n
	if d.First != nil && !unknown(*d.First) {
		f.Elo, f.Interval = elo(d.First.Estimate), span(*d.First)
	}
	f.Pairings = newPairings(d.Players, between)
	return f
}

// add counts a game for White.
func (c *Cell) add(o game.Outcome) {
	switch o.For(game.White) {
	case 1:
		c.Wins++
	case -1:
		c.Losses++
	default:
		c.Draws++
	}
}

// newPairings lists pairings, those first in which colour matters most; there
// are none if all games are of one.
func newPairings(players []Player, between map[[2]string]*Cell) []pairing {
	if len(between) < 2 {
		return nil
	}
	var all []pairing
	for i, a := range players {
		for j := i; j < len(players); j++ {
			b := players[j]
			c := between[[2]string{min(a.Name, b.Name), max(a.Name, b.Name)}]
			if c != nil {
				all = append(all, pairing{i, j, a.shown() + " – " + b.shown(), *c, percent(c.Score()), record3(*c), c.Score()})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b pairing) int {
		return cmp.Compare(math.Abs(b.Share-0.5), math.Abs(a.Share-0.5))
	})
	return all
}

// testView is the course of a sequential test.
type testView struct {
	Test     *Test
	Height   int
	Low      float64 // bounds, in pixels from the top
	High     float64
	LowText  string
	HighText string
	X        []tick
	Path     string // in thousandths of the width and pixels
	Last     float64
	LastText string
	Verdict  string
}

// maxPath is the most points of a path that are drawn.
const maxPath = 600

// newTestView returns nil without a test or before its first pair.
func newTestView(t *Test) *testView {
	if t == nil || len(t.Path) == 0 {
		return nil
	}
	low, high := t.Bounds()
	y := newAxis(append([]float64{low, high, 0}, t.Path...))
	n := len(t.Path)
	v := &testView{
		Test: t, Height: curveHeight, Low: y.down(low), High: y.down(high),
		LowText: decimal(low, 2), HighText: decimal(high, 2),
		X: axis{0, float64(n)}.ticks(min(n, 6), whole), Last: y.down(t.Path[n-1]), LastText: decimal(t.Path[n-1], 2),
	}
	v.Path = fmt.Sprintf("0,%.1f", y.down(0))
	for k := 1; k <= min(n, maxPath); k++ {
		i := k * n / min(n, maxPath)
		v.Path += fmt.Sprintf(" %.1f,%.1f", 1000*float64(i)/float64(n), y.down(t.Path[i-1]))
	}
	v.Verdict = verdict(t)
	return v
}

// verdict says what a test decided.
func verdict(t *Test) string {
	pairs := counted(len(t.Path), "pair")
	switch t.Decision {
	case rating.Accepted:
		return fmt.Sprintf("After %s the test accepted H1: the difference is %s rather than %s Elo.", pairs, signed(t.Elo1), signed(t.Elo0))
	case rating.Rejected:
		return fmt.Sprintf("After %s the test accepted H0: the difference is %s rather than %s Elo.", pairs, signed(t.Elo0), signed(t.Elo1))
	}
	return fmt.Sprintf("After %s the test had not decided between %s and %s Elo.", pairs, signed(t.Elo0), signed(t.Elo1))
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
