package standings

import (
	"fmt"
	"math"

	"epaminondas/internal/base/noun"
)

// heatSteps is the number of shades on either side of the middle one.
const heatSteps = 5

// crossTable has the scores of all players against each other, by rank.
type crossTable struct {
	Rows     []crossRow
	Superior bool // the table has likelihoods of superiority
}

type crossRow struct {
	Rank  int
	Label string
	Cells []crossCell
}

// crossCell is one cell; the zero value is the diagonal.
type crossCell struct {
	A, B   int // indices of the players
	Played bool
	Other  bool   // not the diagonal
	Score  string // "" if they did not meet
	Heat   int    // shade of the score, heatSteps is the middle
	LOS    string
	LHeat  int
	Text   string // the full text of the cell
}

func newCrossTable(d *Data, order []int) *crossTable {
	if d.Cross == nil || len(d.Players) < 2 {
		return nil
	}
	t := &crossTable{Superior: d.LOS != nil}
	for rank, i := range order {
		row := crossRow{Rank: rank + 1, Label: d.Players[i].shown()}
		for _, j := range order {
			cell := crossCell{}
			if i != j {
				cell = newCrossCell(d, i, j)
			}
			row.Cells = append(row.Cells, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func newCrossCell(d *Data, i, j int) crossCell {
	result := d.Cross[i][j]
	c := crossCell{A: i, B: j, Other: true, Played: result.Games() > 0, Heat: heatSteps, LHeat: heatSteps}
	c.Text = fmt.Sprintf("%s against %s: ", d.Players[i].shown(), d.Players[j].shown())
	if c.Played {
		c.Score = decimal(100*result.Score(), 0)
		c.Heat = heat(result.Score())
		c.Text += fmt.Sprintf("%s of %s, %s", percent(result.Score()),
			noun.Count(result.Games(), "game"), record3(result))
		if result.Expected > 0 {
			c.Text += fmt.Sprintf(" (the ratings expect %s)", percent(result.Expected))
		}
	} else {
		c.Text += "no games"
	}
	if d.LOS != nil {
		c.LOS, c.LHeat = decimal(100*d.LOS[i][j], 0), heat(d.LOS[i][j])
		c.Text += fmt.Sprintf("; likelihood of superiority %s", percent(d.LOS[i][j]))
	}
	return c
}

// heat returns the shade for a score.
func heat(share float64) int { return int(math.Round(2 * heatSteps * min(max(share, 0), 1))) }

// record3 writes wins, draws and losses.
func record3(c Cell) string { return fmt.Sprintf("+%d =%d −%d", c.Wins, c.Draws, c.Losses) }
