package arena

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// grid is a table. Each column is as wide as its widest cell.
type grid struct {
	left int // number of columns aligned to the left; the others are aligned to the right
	rows [][]string
}

func (g *grid) row(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	g.rows = append(g.rows, row)
}

// String returns the rows as lines, with two spaces between columns.
func (g *grid) String() string {
	var widths []int
	for _, row := range g.rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range g.rows {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < g.left {
				cell += space
			} else {
				cell = space + cell
			}
			if i > 0 {
				out.WriteString("  ")
			}
			out.WriteString(cell)
		}
		out.WriteByte('\n')
	}
	return out.String()
}
