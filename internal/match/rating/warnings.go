package rating

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"epaminondas/internal/base/noun"
	"epaminondas/internal/match/result"
)

const (
	// enoughPairs is the smallest number of pairs with which intervals are reliable: in simulations
	// such intervals contain the truth in about 95% of cases.
	enoughPairs = 20
	// circleLevel is the chance of a warning about a circle in a tournament without circles.
	circleLevel = 0.05
)

// Warnings returns the warnings about the ratings. names are the names of the players in order.
func (r *Ratings) Warnings(names []string) []result.Warning {
	table := r.Crosstable()
	return slices.Concat(r.disconnected(names), r.oneWay(names), r.order(),
		r.fewPairs(names, table), circles(names, table))
}

func (r *Ratings) disconnected(names []string) []result.Warning {
	var warnings []result.Warning
	for k, reference := range r.Component {
		if k == reference && k != r.Anchor {
			warnings = append(warnings, result.Warning{Kind: result.Disconnected, Text: fmt.Sprintf(
				"no chain of games connects %s with %s, so their ratings cannot be compared: let them play each other or common opponents",
				members(names, r.Component, k), names[r.Anchor])})
		}
	}
	return warnings
}

// members returns the names of the players with the label.
func members(names []string, labels []int, label int) string {
	var in []string
	for k, l := range labels {
		if l == label {
			in = append(in, names[k])
		}
	}
	return strings.Join(in, ", ")
}

// oneWay returns a warning for each class of players that won every game against another class. The
// weakest class of a component gets no warning.
func (r *Ratings) oneWay(names []string) []result.Warning {
	points := map[[2]int]float64{} // between classes
	games := map[[2]int]float64{}
	for _, p := range r.data.pairings {
		first, second := r.reach.class[p.first], r.reach.class[p.second]
		points[[2]int{first, second}] += p.points
		points[[2]int{second, first}] += p.games - p.points
		games[[2]int{first, second}] += p.games
		games[[2]int{second, first}] += p.games
	}
	var warnings []result.Warning
	for class := range r.Elo {
		var beaten []string
		for other := range r.Elo {
			key := [2]int{class, other}
			if class != other && games[key] > 0 && points[key] == games[key] {
				beaten = append(beaten, members(names, r.reach.class, other))
			}
		}
		if len(beaten) > 0 {
			warnings = append(warnings, result.Warning{Kind: result.OneWay, Text: fmt.Sprintf(
				"%s won every game against %s: the difference has no upper bound, and only a prior makes it finite; add a player of a strength between them",
				members(names, r.reach.class, class), strings.Join(beaten, ", "))})
		}
	}
	return warnings
}

func (r *Ratings) order() []result.Warning {
	if r.reach.first || len(r.data.games) == 0 {
		return nil
	}
	return []result.Warning{{Kind: result.Order,
		Text: "the games do not separate the advantage of moving first from strength: " +
			"they are too few, too one-sided, or without colours exchanged"}}
}

func (r *Ratings) fewPairs(names []string, table [][]Cell) []result.Warning {
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
	return []result.Warning{{Kind: result.FewPairs, Text: fmt.Sprintf(
		"fewer than %s of games with both colours, so intervals may be too narrow: %s",
		noun.Count(enoughPairs, "pair"), strings.Join(few, ", "))}}
}

// circles returns warnings for the triples in which each player beats the next one. All three links
// must hold, so the significance of a circle is the worst significance of its links (an
// intersection-union test). circles corrects it for the number of possible circles (Bonferroni).
func circles(names []string, table [][]Cell) []result.Warning {
	doubt := doubts(table)
	var found [][3]int
	triples := 0
	for i := range table {
		for j := i + 1; j < len(table); j++ {
			for k := j + 1; k < len(table); k++ {
				if max(doubt[i][j], doubt[j][k], doubt[k][i]) <= 1 { // all three have played each other
					triples++
					found = append(found, [3]int{i, j, k}, [3]int{k, j, i})
				}
			}
		}
	}
	var warnings []result.Warning
	for _, c := range found {
		p := max(doubt[c[0]][c[1]], doubt[c[1]][c[2]], doubt[c[2]][c[0]])
		if p > circleLevel/float64(len(found)) {
			continue
		}
		a, b, c := names[c[0]], names[c[1]], names[c[2]]
		warnings = append(warnings, result.Warning{Kind: result.Intransitive, P: p, Text: fmt.Sprintf(
			"%s beats %s, %s beats %s and %s beats %s (p = %.2g, significant at %g%% over %s): ratings cannot express that",
			a, b, b, c, c, a, p, 100*circleLevel, noun.Count(triples, "triple"))})
	}
	return warnings
}

// doubts returns the probability that i is not better than j, from their own pairs alone. It is
// infinite if they played no pair.
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
