package arena

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// grid is a table of cells in columns that are as wide as their widest.
type grid struct {
	left int // columns aligned to the left; the others are to the right
	rows [][]string
}

func (g *grid) row(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		row[i] = fmt.Sprint(c)
	}
	g.rows = append(g.rows, row)
}

// String writes the rows, each as a line, two spaces between columns.
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
