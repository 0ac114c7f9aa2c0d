package rating

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Kind is what a warning is about.
type Kind string

// The kinds of warnings. Repeated openings and games are the arena's to find.
const (
	Disconnected Kind = "disconnected" // no chain of games joins all players
	OneWay       Kind = "one-way"      // somebody won everything: a prior makes the ratings finite
	Order        Kind = "order"        // the games do not bound the advantage of moving first
	FewPairs     Kind = "few-pairs"    // too few pairs for the intervals to be trusted
	Intransitive Kind = "intransitive" // three players beat each other in a circle
)

// Warning is a reason to read the ratings with care.
type Warning struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"` // one sentence
	// P is for Intransitive the significance: the chance of a circle as clear
	// as this if there is none, not corrected for the number of triples.
	P float64 `json:"p,omitempty"`
}

func (w Warning) String() string { return w.Text }

const (
	// enoughPairs is where, by simulation, the intervals cover at about their
	// nominal rate.
	enoughPairs = 20
	// circleLevel is the chance that any circle is reported in a tournament
	// without one.
	circleLevel = 0.05
)

// Warnings returns what the reader of the ratings should know; names are the
// players', in order.
func (r *Ratings) Warnings(names []string) []Warning {
	table := r.Crosstable()
	return slices.Concat(r.disconnected(names), r.oneWay(names), r.order(), r.fewPairs(names, table), circles(names, table))
}

func (r *Ratings) disconnected(names []string) []Warning {
	var warnings []Warning
	for k, reference := range r.Component {
		if k == reference && k != r.Anchor {
			warnings = append(warnings, Warning{Kind: Disconnected, Text: fmt.Sprintf(
				"no chain of games joins %s with %s: their ratings do not compare; let them play, or players that both have met",
				members(names, r.Component, k), names[r.Anchor])})
		}
	}
	return warnings
}

// members names the players with the label.
func members(names []string, labels []int, label int) string {
	var in []string
	for k, l := range labels {
		if l == label {
			in = append(in, names[k])
		}
	}
	return strings.Join(in, ", ")
}

// oneWay reports, for each class of players but the weakest of its component,
// that it won everything against some other.
func (r *Ratings) oneWay(names []string) []Warning {
	points := map[[2]int]float64{} // between classes
	games := map[[2]int]float64{}
	for _, p := range r.data.pairings {
		first, second := r.reach.class[p.first], r.reach.class[p.second]
		points[[2]int{first, second}] += p.points
		points[[2]int{second, first}] += p.games - p.points
		games[[2]int{first, second}] += p.games
		games[[2]int{second, first}] += p.games
	}
	var warnings []Warning
	for class := range r.Elo {
		var beaten []string
		for other := range r.Elo {
			key := [2]int{class, other}
			if class != other && games[key] > 0 && points[key] == games[key] {
				beaten = append(beaten, members(names, r.reach.class, other))
			}
		}
		if len(beaten) > 0 {
			warnings = append(warnings, Warning{Kind: OneWay, Text: fmt.Sprintf(
				"%s won every game against %s: the difference has no upper bound, and a prior makes it finite; add a player in between",
				members(names, r.reach.class, class), strings.Join(beaten, ", "))})
		}
	}
	return warnings
}

func (r *Ratings) order() []Warning {
	if r.reach.first || len(r.data.games) == 0 {
		return nil
	}
	return []Warning{{Kind: Order, Text: "the games do not tell the advantage of moving first from strength: " +
		"too few, too one-sided, or without colours swapped"}}
}

func (r *Ratings) fewPairs(names []string, table [][]Cell) []Warning {
	var few []string
	for k, row := range table {
		pairs := 0
		for _, cell := range row {
			pairs += cell.Pairs.Count()
		}
		if pairs < enoughPairs {
			few = append(few, fmt.Sprintf("%s (%d)", names[k], pairs))
		}
	}
	if len(few) == 0 {
		return nil
	}
	return []Warning{{Kind: FewPairs, Text: fmt.Sprintf(
		"fewer than %d pairs of games, one with either colour, so that intervals may be too narrow: %s", enoughPairs, strings.Join(few, ", "))}}
}

// circles reports the triples in which each player beats the next one. The
// chance of a circle that is none is at most that of its least sure link, for
// all three links must hold (an intersection-union test); over all circles
// that could be seen it is corrected after Bonferroni.
func circles(names []string, table [][]Cell) []Warning {
	doubt := doubts(table)
	var found [][3]int
	triples := 0
	for i := range table {
		for j := i + 1; j < len(table); j++ {
			for k := j + 1; k < len(table); k++ {
				if max(doubt[i][j], doubt[j][k], doubt[k][i]) <= 1 { // all three met
					triples++
					found = append(found, [3]int{i, j, k}, [3]int{k, j, i})
				}
			}
		}
	}
	var warnings []Warning
	for _, c := range found {
		p := max(doubt[c[0]][c[1]], doubt[c[1]][c[2]], doubt[c[2]][c[0]])
		if p > circleLevel/float64(len(found)) {
			continue
		}
		a, b, c := names[c[0]], names[c[1]], names[c[2]]
		warnings = append(warnings, Warning{Kind: Intransitive, P: p, Text: fmt.Sprintf(
			"%s beats %s, %s beats %s and %s beats %s (p = %.2g, significant at %g%% over %d triples): no ratings can say that",
			a, b, b, c, c, a, p, 100*circleLevel, triples)})
	}
	return warnings
}

// doubts returns how likely it is that i is not better than j by their pairs
// alone, infinite if they played none.
func doubts(table [][]Cell) [][]float64 {
	doubt := make([][]float64, len(table))
	for i, row := range table {
		doubt[i] = make([]float64, len(row))
		for j, cell := range row {
			if doubt[i][j] = math.Inf(1); cell.Pairs.Count() > 0 {
				doubt[i][j] = 1 - cell.Pairs.Superiority()
			}
		}
	}
	return doubt
}
